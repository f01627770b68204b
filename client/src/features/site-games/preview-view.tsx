import { Name } from '#client/ui/name.tsx';
import { RankChange } from '#client/ui/rank-change.tsx';
import type { Preview, PreviewLeague } from '#shared/api/admin-games.ts';
import { counted } from '#shared/domain/count.ts';
import { type Cents, showExact } from '#shared/domain/money.ts';
import type { GameTeams } from '#shared/words/game-title.ts';
import { countWords, ticketWords, topWords } from './preview-words.ts';

/** The balances of every league before and after an outcome, to the hundredth. Nothing is written yet. */
export function PreviewView({ preview, game }: { preview: Preview; game: GameTeams }) {
  const { leagues, more, isHidden, isNew, pastTime, isWhole } = preview;
  const top = topWords(leagues);
  if (isHidden) {
    return (
      <p className="mt-3 rounded-xl bg-raised px-3 py-2.5 text-sm">
        The game takes bets, or may take some again, so nobody may see them. A void gives every stake on it back.
      </p>
    );
  }
  return (
    <div className="mt-4">
      <h3 className="font-bold">Who moves, before anything is written</h3>
      <p className="text-note text-soft">{countWords(preview)}</p>
      {!isNew && <p className="text-note text-soft">This is its result already.</p>}
      {leagues.map((league) => (
        <League key={league.id} league={league} game={game} />
      ))}
      {more.leagues > 0 && (
        <p className="mt-2 text-sm">
          And {counted(more.tickets, 'ticket')} in {counted(more.leagues, 'further league')}, too many to list here.
        </p>
      )}
      {pastTime > 0 && (
        <p className="mt-2 text-sm">{counted(pastTime, 'leg')} stay void: the game was not played in time.</p>
      )}
      {!isWhole && <p className="mt-2 text-sm">Some leagues cannot be reached. They are settled once they are back.</p>}
      {top && <p className="mt-2 rounded-xl bg-raised px-3 py-2.5 text-sm wrap-break-word">{top}</p>}
    </div>
  );
}

/** In a narrow box, or with large text, the amounts of a player stand below the name. */
const cell =
  'py-2 pl-2 text-right tabular-nums whitespace-nowrap @max-[14rem]:inline-block @max-[14rem]:py-0 @max-[14rem]:pr-3 @max-[14rem]:pl-0';

function League({ league, game }: { league: PreviewLeague; game: GameTeams }) {
  const { name, isFinal, members } = league;
  return (
    <div className="@container mt-2 border-t border-edge pt-2.5">
      <table className="w-full border-collapse text-sm">
        <caption className="text-left font-semibold wrap-break-word">
          <Name>{name}</Name>
          {isFinal && <span className="font-normal text-soft">: final, nothing moves</span>}
        </caption>
        {members.length > 0 && (
          <thead className="text-note text-soft @max-lg:sr-only">
            <tr>
              <th scope="col" className="text-left font-normal">
                Player
              </th>
              <th scope="col" className={`${cell} font-normal @max-lg:hidden`}>
                Before
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                Change
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                After
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                Rank
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {members.map((member) => (
            <tr key={member.userId} className="align-top @max-[14rem]:block @max-[14rem]:pb-2">
              <th
                scope="row"
                className="w-full py-2 text-left font-semibold wrap-anywhere @max-[14rem]:block @max-[14rem]:pb-0"
              >
                <Name>{member.name}</Name>
                {member.tickets.map((ticket) => (
                  <span key={ticket.id} className="block text-note font-normal text-soft">
                    {ticketWords(ticket, game)}
                    {member.tickets.length > 1 && ` ${signed(ticket.change)}`}
                    {ticket.after === null && ', waits'}
                  </span>
                ))}
                <span className="block text-note font-normal text-soft @lg:hidden">
                  from {showExact(member.before)}
                </span>
              </th>
              <td className={`${cell} text-soft @max-lg:hidden`}>{showExact(member.before)}</td>
              <td className={`${cell} font-semibold ${tone(member.change)}`}>{signed(member.change)}</td>
              <td className={`${cell} font-semibold`}>{showExact(member.after)}</td>
              <td className={cell}>{member.rank ? <RankChange {...member.rank} /> : 'removed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function tone(change: Cents): string {
  if (change === 0) return 'text-soft';
  return change > 0 ? 'text-won' : 'text-lost';
}

function signed(amount: Cents): string {
  return `${amount > 0 ? '+' : ''}${showExact(amount)}`;
}

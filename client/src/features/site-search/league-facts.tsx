import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';
import type { LeagueFacts } from '#shared/api/oversight.ts';
import { counted } from '#shared/domain/count.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { fairPlayRules } from '#shared/domain/fair-play-words.ts';
import { isolate } from '#shared/domain/naming.ts';
import { FactList } from './fact-list.tsx';

type LeagueFactsListProps = {
  league: LeagueFacts;
  /** Searches for the owner by the id of the account. */
  onOwner: (id: string) => void;
};

const states = { open: 'Open', settling: 'Ended, bets still open', closed: 'Ended', final: 'Final' } as const;
const reveals = { settled: 'Once settled', started: 'Once started' } as const;

const instantOf = (at: string | null) => at && showInstant(new Date(at));

/** The facts of a league that an admin sees. Source: docs/decisions/what-admins-see.md. */
export function LeagueFactsList({ league, onOwner }: LeagueFactsListProps) {
  const { id, name, owner, members, state, season, allowedSports, reveal, fairPlay } = league;
  const rules = fairPlayRules(fairPlay);
  return (
    <section aria-label="The league" className="mt-4">
      <h3 className="font-semibold wrap-anywhere">
        <Name>{name}</Name>
      </h3>
      <FactList
        facts={[
          [
            'Id',
            <span key="id" className="text-note">
              {id}
            </span>,
          ],
          ['State', states[state]],
          ['Season', season],
          ['Members', counted(members, 'member')],
          ['Made', instantOf(league.createdAt)],
          ['Join by', instantOf(league.joinDeadline)],
          ['Ends', instantOf(league.endDate)],
          ['Final since', instantOf(league.finalizedAt)],
          ['Sports', allowedSports === 'ALL' ? 'All' : allowedSports],
          ['Bets are shown', reveals[reveal]],
          ['Fair play', rules.length === 0 ? 'Classic' : rules.join(' ')],
        ]}
      />
      <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-edge">
        <span className="min-w-0 wrap-anywhere">
          <span className="text-soft">Owner</span> <Name>{owner.name}</Name>
        </span>
        <Button
          variant="link"
          className="-mr-4"
          aria-label={`Show the owner ${isolate(owner.name)}`}
          onClick={() => onOwner(owner.id)}
        >
          Show
        </Button>
      </p>
    </section>
  );
}

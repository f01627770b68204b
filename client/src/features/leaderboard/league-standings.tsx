import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import { Money } from '#client/ui/money.tsx';
import type { Standing } from '#shared/api/groups.ts';
import { type Cents, showSigned } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { MemberHistoryDialog } from './member-history-dialog.tsx';
import { leaderboardQuery } from './queries.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { StandingsState } from './standings-state.tsx';

type LeagueStandingsProps = {
  leagueId: string;
  viewerId: string;
  /** Whether the viewer may remove others. */
  manages: boolean;
  championIds: readonly string[];
};

/** The card 'League Leaderboard': rank, name, record, bets, balance, profit or loss. Source: spec §2. */
export function LeagueStandings(props: LeagueStandingsProps) {
  const standings = useQuery(leaderboardQuery(props.leagueId));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="leaderboard" className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <h2 id="leaderboard" ref={heading} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
        League Leaderboard
      </h2>
      <StandingsState standings={standings} noun="leaderboard">
        {(rows) => (
          <>
            <ol aria-labelledby="leaderboard" className="-mx-2 divide-y divide-edge">
              {rows.map((standing) => (
                <Row key={standing.user.id} {...props} standing={standing} onGone={() => heading.current?.focus()} />
              ))}
            </ol>
            {rows.every(({ totalBets }) => totalBets === 0) && (
              <p className="mt-4 rounded-xl bg-raised px-4 py-5 text-center text-soft">
                No bets placed yet. Be the first to start betting!
              </p>
            )}
          </>
        )}
      </StandingsState>
    </section>
  );
}

function Row({
  leagueId,
  viewerId,
  manages,
  championIds,
  standing,
  onGone,
}: LeagueStandingsProps & { standing: Standing; onGone: () => void }) {
  const { user, rank, wins, losses, totalBets, balance, profit } = standing;
  const name = rowName({ displayName: standing.displayName, ...user });
  const isViewer = user.id === viewerId;
  const isChampion = championIds.includes(user.id);
  return (
    <li
      aria-current={isViewer ? 'true' : undefined}
      className={`grid items-center gap-x-3 px-2 py-1.5 aria-[current=true]:bg-gold-soft ${manages ? columns.managed : columns.plain}`}
    >
      <span className="min-w-7 font-bold text-soft tabular-nums">#{rank}</span>
      <span className={`flex min-w-0 items-center gap-2 ${isChampion ? '' : 'sm:col-span-2'}`}>
        <MemberHistoryDialog leagueId={leagueId} member={{ id: user.id, name }} isViewer={isViewer} />
        {isViewer && <Badge tone="gold">YOU</Badge>}
      </span>
      <Money amount={balance} className="text-right font-bold sm:order-2" />
      <span className="col-start-2 -mt-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 pb-1 sm:contents">
        <span className="text-[13px] whitespace-nowrap text-soft tabular-nums sm:order-1 sm:text-sm">
          {wins}-{losses} · {totalBets === 1 ? '1 bet' : `${totalBets} bets`}
        </span>
        {isChampion && (
          <span>
            <Badge>{championIds.length > 1 ? 'CO-CHAMPION' : 'CHAMPION'}</Badge>
          </span>
        )}
      </span>
      <Profit amount={profit} />
      {manages && (
        <span className="col-start-4 row-span-2 row-start-1 size-11 sm:order-4 sm:col-start-auto sm:row-span-1 sm:row-start-auto">
          {!isViewer && <RemoveMemberDialog leagueId={leagueId} member={{ id: user.id, name }} onGone={onGone} />}
        </span>
      )}
    </li>
  );
}

/** Two lines on a phone, one from 640 px on, where a champion's badge stands after the name; the last column is for the remove button. */
const columns = {
  plain: 'grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,max-content)_1fr_7.5rem_7rem_7rem]',
  managed:
    'grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:grid-cols-[auto_minmax(0,max-content)_1fr_7.5rem_7rem_7rem_auto]',
};

/** What the member is up or down since joining; nothing won and nothing lost is neither. */
function Profit({ amount }: { amount: Cents }) {
  const tone = amount > 0 ? 'text-won' : amount < 0 ? 'text-lost' : 'text-soft';
  return (
    <span
      className={`-mt-2 pb-1 text-right text-[13px] font-semibold whitespace-nowrap tabular-nums sm:order-3 sm:m-0 sm:p-0 sm:text-sm ${tone}`}
    >
      {showSigned(amount)}
    </span>
  );
}

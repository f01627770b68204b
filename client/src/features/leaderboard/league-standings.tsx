import { useQuery } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Badge } from '#client/ui/badge.tsx';
import type { Standing } from '#shared/api/groups.ts';
import { type Cents, showSigned } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { type Member, MemberName } from './member.tsx';
import { MemberHistoryDialog } from './member-history-dialog.tsx';
import { watchedLeaderboardQuery } from './queries.ts';
import { RemoveMemberButton, RemoveMemberDialog } from './remove-member-dialog.tsx';
import { StandingsState } from './standings-state.tsx';
import { useChosen } from './use-chosen.ts';

type LeagueStandingsProps = {
  leagueId: string;
  viewerId: string;
  /** Whether the viewer may remove others. */
  manages: boolean;
  championIds: readonly string[];
};

/**
 * The card 'League Leaderboard': rank, name, record, bets, balance, profit or loss.
 * Source: `docs/screens.md#leaderboards-and-histories`.
 */
export function LeagueStandings({ leagueId, viewerId, manages, championIds }: LeagueStandingsProps) {
  const standings = useQuery(watchedLeaderboardQuery(leagueId));
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, open] = useChosen<Member>();
  const [removed, remove] = useChosen<Member>();
  const champion = championIds.length > 1 ? 'CO-CHAMPION' : 'CHAMPION';
  return (
    <section aria-labelledby="leaderboard" className="min-w-0 rounded-2xl border border-edge bg-surface p-4">
      <h2 id="leaderboard" ref={heading} tabIndex={-1} className="mb-3 text-lg font-bold outline-none">
        League Leaderboard
      </h2>
      <StandingsState standings={standings} viewerId={viewerId} noun="leaderboard">
        {(rows, list) => (
          <ol ref={list} aria-labelledby="leaderboard" className="-mx-2 divide-y divide-edge">
            {rows.map((standing) => (
              <Row
                key={standing.user.id}
                standing={standing}
                isViewer={standing.user.id === viewerId}
                badge={championIds.includes(standing.user.id) ? champion : null}
                manages={manages}
                onOpen={open}
                onRemove={remove}
              />
            ))}
          </ol>
        )}
      </StandingsState>
      {standings.data?.every(({ totalBets }) => totalBets === 0) && (
        <p className="mt-4 rounded-xl bg-raised px-4 py-5 text-center text-soft">
          No bets placed yet. Be the first to start betting!
        </p>
      )}
      <MemberHistoryDialog leagueId={leagueId} viewerId={viewerId} chosen={opened} />
      <RemoveMemberDialog
        leagueId={leagueId}
        chosen={removed}
        fallbackFocus={() => heading.current}
        onGone={() => focusIfLost(heading.current)}
      />
    </section>
  );
}

/** Focuses the element if the focus was on something that is no longer on the page. */
function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

type RowProps = {
  standing: Standing;
  isViewer: boolean;
  badge: 'CHAMPION' | 'CO-CHAMPION' | null;
  manages: boolean;
  onOpen: (member: Member) => void;
  onRemove: (member: Member) => void;
};

const Row = memo(function Row({ standing, isViewer, badge, manages, onOpen, onRemove }: RowProps) {
  const { user, rank, wins, losses, totalBets, balance, profit } = standing;
  const member = { id: user.id, name: rowName({ displayName: standing.displayName, ...user }) };
  return (
    <li
      aria-current={isViewer ? 'true' : undefined}
      className={`grid items-center gap-x-3 px-2 py-1.5 aria-[current=true]:bg-gold-soft ${manages ? columns.managed : columns.plain}`}
    >
      <span className="min-w-7 font-bold text-soft tabular-nums">#{rank}</span>
      <span className={`flex min-w-0 items-center gap-2 ${badge ? '' : 'sm:col-span-2'}`}>
        <MemberName member={member} onOpen={onOpen} />
        {isViewer && <Badge tone="gold">YOU</Badge>}
      </span>
      <Money amount={balance} className="text-right font-bold sm:order-2" />
      <span className="col-start-2 -mt-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 pb-1 sm:contents">
        <span className="text-[13px] text-soft tabular-nums sm:order-1 sm:text-sm sm:whitespace-nowrap">
          {wins}-{losses} · {totalBets === 1 ? '1 bet' : `${totalBets} bets`}
        </span>
        {badge && (
          <span>
            <Badge>{badge}</Badge>
          </span>
        )}
      </span>
      <Profit amount={profit} />
      {manages && (
        <span className="col-start-4 row-span-2 row-start-1 size-11 sm:order-4 sm:col-start-auto sm:row-span-1 sm:row-start-auto">
          {!isViewer && <RemoveMemberButton member={member} onOpen={onRemove} />}
        </span>
      )}
    </li>
  );
});

/**
 * The columns of a row: two lines on a phone, one line from 640 px on, with a champion's badge after the name. The last
 * column of `managed` is for the remove button.
 */
const columns = {
  plain: 'grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,max-content)_1fr_8.5rem_7rem_7rem]',
  managed:
    'grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:grid-cols-[auto_minmax(0,max-content)_1fr_8.5rem_7rem_7rem_auto]',
};

/** The member's profit or loss since joining, with its sign; zero has none. */
function Profit({ amount }: { amount: Cents }) {
  const tone = amount > 0 ? 'text-won' : amount < 0 ? 'text-lost' : 'text-soft';
  return (
    <span
      className={`-mt-2 pb-1 text-right text-[13px] font-semibold tabular-nums min-[22.5rem]:whitespace-nowrap max-sm:self-start sm:order-3 sm:m-0 sm:p-0 sm:text-sm ${tone}`}
    >
      {showSigned(amount)}
    </span>
  );
}

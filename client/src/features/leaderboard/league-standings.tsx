import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useRef } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { RankChange } from '#client/ui/rank-change.tsx';
import type { Group, Standing } from '#shared/api/groups.ts';
import { counted, showCount } from '#shared/domain/count.ts';
import { can, canRemove, roleIn } from '#shared/domain/league-role.ts';
import { type Cents, showSigned, showWhole } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { claimWords } from './claim-words.ts';
import {
  ChangeIfEnded,
  IfEndedNote,
  IfEndedSwitch,
  ifEndedLabel,
  type ShownStanding,
  useIfEnded,
} from './if-ended.tsx';
import { type Member, MemberName } from './member.tsx';
import { MemberHistoryDialog } from './member-history-dialog.tsx';
import { watchedLeaderboardQuery } from './queries.ts';
import { RemoveMemberButton, RemoveMemberDialog } from './remove-member-dialog.tsx';
import { StandingsState } from './standings-state.tsx';
import { useChosen } from './use-chosen.ts';
import { Form, type MemberWeeks, WeeksWon } from './week-marks.tsx';

type LeagueStandingsProps = {
  league: Group;
  viewerId: string;
  /** Undefined while they load. */
  weeks: readonly MemberWeeks[] | undefined;
};

/**
 * The card 'League Leaderboard': rank, name, record, bets, balance, profit or loss. By a switch, the same rows if it
 * ended now.
 * Source: `docs/screens.md#leaderboards-and-histories`.
 */
export function LeagueStandings({ league, viewerId, weeks }: LeagueStandingsProps) {
  const leagueId = league.id;
  const ifEnded = useIfEnded(league);
  const standings = useQuery(watchedLeaderboardQuery(leagueId));
  const heading = useRef<HTMLHeadingElement>(null);
  const weeksOf = useMemo(() => new Map(weeks?.map((row) => [row.userId, row])), [weeks]);
  const [opened, open] = useChosen<Member>();
  const [removed, remove] = useChosen<Member>();
  const role = roleIn(league, viewerId);
  /** Whether rows have a column for the remove button: somebody alone has nobody to remove. */
  const removes = (rows: readonly Standing[]) => can(role, 'remove') && rows.length > 1;
  const championIds = league.champions.map(({ userId }) => userId);
  const champion = championIds.length > 1 ? 'CO-CHAMPION' : 'CHAMPION';
  return (
    <section
      aria-labelledby="leaderboard"
      className={`@container min-w-0 rounded-2xl border bg-surface p-4 ${ifEnded.isOn ? 'border-live-edge' : 'border-edge'}`}
    >
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="leaderboard" ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
          League Leaderboard
        </h2>
        <div className="ml-auto">
          <IfEndedSwitch view={ifEnded} />
        </div>
      </div>
      <IfEndedNote view={ifEnded} />
      <StandingsState standings={standings} ifEnded={ifEnded.data} viewerId={viewerId} noun="leaderboard">
        {(rows, list) => (
          <ol
            ref={list}
            aria-labelledby={ifEnded.data ? `leaderboard ${ifEndedLabel}` : 'leaderboard'}
            className={`-mx-2 grid divide-y divide-edge ${removes(rows) ? columns.managed : columns.plain}`}
          >
            {rows.map((standing) => (
              <Row
                key={standing.user.id}
                standing={standing}
                weeks={weeksOf.get(standing.user.id)}
                isViewer={standing.user.id === viewerId}
                badge={championIds.includes(standing.user.id) ? champion : null}
                manages={removes(rows)}
                mayRemove={canRemove(role, roleIn(league, standing.user.id))}
                isManager={roleIn(league, standing.user.id) === 'manager'}
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
  standing: ShownStanding;
  weeks: MemberWeeks | undefined;
  isViewer: boolean;
  badge: 'CHAMPION' | 'CO-CHAMPION' | null;
  manages: boolean;
  mayRemove: boolean;
  isManager: boolean;
  onOpen: (member: Member) => void;
  onRemove: (member: Member) => void;
};

const Row = memo(function Row({ standing, weeks, isViewer, badge, ...rights }: RowProps) {
  const { manages, mayRemove, isManager, onOpen, onRemove } = rights;
  const { user, wins, losses, totalBets, balance, profit, ifEnded } = standing;
  const { rank } = ifEnded ?? standing;
  const rankBefore = ifEnded ? ifEnded.before.rank : weeks?.rankBefore;
  const claim = claimWords(standing);
  const member = { id: user.id, name: rowName({ displayName: standing.displayName, ...user }) };
  return (
    <li
      aria-current={isViewer ? 'true' : undefined}
      className="col-span-full grid grid-cols-subgrid items-center gap-x-3 px-2 py-1.5 aria-[current=true]:rounded-lg aria-[current=true]:border-transparent aria-[current=true]:bg-gold-soft has-[+[aria-current=true]]:border-transparent @min-[40rem]:gap-x-6"
    >
      <span className="row-span-2 grid min-w-7 gap-0.5 self-start py-3 font-bold text-soft tabular-nums @max-[19rem]:row-span-1 @min-[40rem]:row-span-1 @min-[40rem]:flex @min-[40rem]:items-center @min-[40rem]:gap-2 @min-[40rem]:self-center @min-[40rem]:py-0">
        #{showCount(rank)}
        {typeof rankBefore === 'number' && <RankChange before={rankBefore} after={rank} />}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <MemberName member={member} onOpen={onOpen} />
        <span className="my-2 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
          {isViewer && <Badge tone="gold">YOU</Badge>}
          {badge && <Badge>{badge}</Badge>}
          {isManager && <Badge>MANAGER</Badge>}
          {weeks && <WeeksWon count={weeks.weeksWon} />}
        </span>
      </span>
      {ifEnded && <span className="sr-only">would have</span>}
      <Money
        amount={ifEnded ? ifEnded.balance : balance}
        className="text-right font-bold @max-[19rem]:col-[2/-1] @max-[19rem]:row-start-3 @max-[19rem]:text-left @min-[40rem]:order-2"
      />
      <span className="col-start-2 -mt-2 pb-1 text-note text-soft tabular-nums @max-[19rem]:col-[2/-1] @max-[19rem]:m-0 @min-[40rem]:order-1 @min-[40rem]:col-start-auto @min-[40rem]:m-0 @min-[40rem]:p-0 @min-[40rem]:text-right @min-[40rem]:whitespace-nowrap">
        {ifEnded ? (
          `${showWhole(ifEnded.before.balance)} now`
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {weeks && <Form form={weeks.form} />}
            <span>
              {wins}-{losses} · {counted(totalBets, 'bet')}
            </span>
          </span>
        )}
      </span>
      <span className={lastColumn}>{ifEnded ? <ChangeIfEnded row={ifEnded} /> : <Profit amount={profit} />}</span>
      {claim !== '' && (
        <span className="col-[2/-1] -mt-1 pb-1 text-note text-soft @max-[19rem]:row-start-5 @min-[40rem]:order-last @min-[40rem]:-mt-2">
          {claim}
        </span>
      )}
      {manages && (
        <span className="col-start-4 row-span-2 row-start-1 size-11 @max-[19rem]:col-start-3 @max-[19rem]:row-span-1 @max-[19rem]:row-start-1 @min-[40rem]:order-4 @min-[40rem]:col-start-auto @min-[40rem]:row-span-1 @min-[40rem]:row-start-auto">
          {!isViewer && mayRemove && <RemoveMemberButton member={member} onOpen={onRemove} />}
        </span>
      )}
    </li>
  );
});

/**
 * The columns of all rows, which share them: two lines in a narrow card, four in one narrower than 19 rem, one from 40
 * rem on. The last column of `managed` is for the remove button.
 */
const columns = {
  plain:
    'grid-cols-[auto_minmax(0,1fr)_auto] @max-[19rem]:grid-cols-[auto_minmax(0,1fr)] @min-[40rem]:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto]',
  managed:
    'grid-cols-[auto_minmax(0,1fr)_auto_auto] @max-[19rem]:grid-cols-[auto_minmax(0,1fr)_auto] @min-[40rem]:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto_auto]',
};

/** The place of the last figure of a row. */
const lastColumn =
  '-mt-2 self-start pb-1 text-right text-note @max-[19rem]:col-[2/-1] @max-[19rem]:row-start-4 @max-[19rem]:m-0 @max-[19rem]:text-left @min-[40rem]:order-3 @min-[40rem]:m-0 @min-[40rem]:self-center @min-[40rem]:p-0';

/** The member's profit or loss since joining, with its sign; zero has none. */
function Profit({ amount }: { amount: Cents }) {
  const tone = amount > 0 ? 'text-won' : amount < 0 ? 'text-lost' : 'text-soft';
  return (
    <span className={`font-semibold tabular-nums @min-[19rem]:whitespace-nowrap ${tone}`}>{showSigned(amount)}</span>
  );
}

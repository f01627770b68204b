import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useMemo } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Flash } from '#client/ui/flash.tsx';
import { RankChange } from '#client/ui/rank-change.tsx';
import type { Group } from '#shared/api/groups.ts';
import { showCount } from '#shared/domain/count.ts';
import { showWhole } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { claimWords } from './claim-words.ts';
import { DisplayNameDialog } from './display-name-dialog.tsx';
import { ChangeIfEnded, IfEndedNote, IfEndedSwitch, type ShownStanding, useIfEnded } from './if-ended.tsx';
import { type Member, MemberName } from './member.tsx';
import { MemberHistoryDialog } from './member-history-dialog.tsx';
import { watchedLeaderboardQuery } from './queries.ts';
import { StandingsState } from './standings-state.tsx';
import { useChosen } from './use-chosen.ts';
import { Form, type MemberWeeks, WeeksWon } from './week-marks.tsx';

type RankingsProps = {
  league: Pick<Group, 'id' | 'state'>;
  viewerId: string;
  /** Undefined while they load. */
  weeks: readonly MemberWeeks[] | undefined;
  /** Stands below the viewer's own row. */
  meter?: ReactNode;
};

/**
 * Rank, name, record and balance of every member. The viewer's row is marked and shows the available balance. By a
 * switch, rank and balance if it ended now.
 */
export function Rankings({ league, viewerId, weeks, meter }: RankingsProps) {
  const leagueId = league.id;
  const ifEnded = useIfEnded(league);
  const weeksOf = useMemo(() => new Map(weeks?.map((row) => [row.userId, row])), [weeks]);
  const standings = useQuery(watchedLeaderboardQuery(leagueId));
  const [opened, open] = useChosen<Member>();
  return (
    <div data-live={ifEnded.isOn || undefined}>
      <div className="-mt-2 mb-1.5 flex justify-end">
        <IfEndedSwitch view={ifEnded} />
      </div>
      <IfEndedNote view={ifEnded} />
      <StandingsState standings={standings} ifEnded={ifEnded.data} viewerId={viewerId} noun="rankings">
        {(rows, list) => (
          <table className="w-full border-collapse">
            <caption className="sr-only">{ifEnded.data ? 'Rankings, if it ended now' : 'Rankings'}</caption>
            <thead>
              <tr className="border-b border-edge text-left text-note text-soft [&>th]:pb-2 [&>th]:font-semibold">
                <th scope="col" className={`w-px pr-3 pl-2 sm:pl-3 ${columnFrom18}`}>
                  Rank
                </th>
                <th scope="col">Member</th>
                <th
                  scope="col"
                  className={`px-2 text-right whitespace-nowrap sm:px-6 ${middleColumn(ifEnded.data !== undefined)}`}
                >
                  {ifEnded.data ? 'If now' : 'W-L'}
                </th>
                <th scope="col" className={`pr-2 text-right sm:pr-3 ${columnFrom18}`}>
                  {ifEnded.data ? 'Would be' : 'Balance'}
                </th>
              </tr>
            </thead>
            <tbody ref={list}>
              {rows.map((standing) => (
                <Row
                  key={standing.user.id}
                  leagueId={leagueId}
                  standing={standing}
                  weeks={weeksOf.get(standing.user.id)}
                  isViewer={standing.user.id === viewerId}
                  meter={standing.user.id === viewerId && meter}
                  onOpen={open}
                />
              ))}
            </tbody>
          </table>
        )}
      </StandingsState>
      <MemberHistoryDialog leagueId={leagueId} viewerId={viewerId} chosen={opened} />
    </div>
  );
}

type RowProps = {
  leagueId: string;
  standing: ShownStanding;
  weeks: MemberWeeks | undefined;
  isViewer: boolean;
  meter: ReactNode;
  onOpen: (member: Member) => void;
};

const Row = memo(function Row({ leagueId, standing, weeks, isViewer, meter, onOpen }: RowProps) {
  const { user, available, pending, ifEnded } = standing;
  const { rank, balance } = ifEnded ?? standing;
  const rankBefore = ifEnded ? ifEnded.before.rank : weeks?.rankBefore;
  const claim = claimWords(standing);
  const record = ifEnded ? <ChangeIfEnded row={ifEnded} /> : `${standing.wins}-${standing.losses}`;
  const name = rowName({ displayName: standing.displayName, ...user });
  const row = (
    <tr
      aria-current={isViewer ? 'true' : undefined}
      className={`border-edge last:border-0 aria-[current=true]:bg-gold-soft [&>*]:py-1.5 ${meter ? '' : 'border-b'}`}
    >
      <td className={`pr-3 pl-2 font-bold text-soft sm:pl-3 ${columnFrom18}`}>
        <span className="grid gap-0.5">
          #{showCount(rank)}
          {typeof rankBefore === 'number' && <RankChange before={rankBefore} after={rank} />}
        </span>
      </td>
      <th scope="row" className="w-full max-w-0 pr-2 text-left font-semibold max-[18rem]:pl-2">
        <span className="flex items-center gap-2">
          <MemberName member={{ id: user.id, name }} onOpen={onOpen} />
          {weeks && <WeeksWon count={weeks.weeksWon} />}
          {isViewer && (
            <>
              <span className="max-sm:hidden">
                <Badge tone="gold">YOU</Badge>
              </span>
              <span className="-my-1 -ml-2">
                <DisplayNameDialog leagueId={leagueId} name={name} />
              </span>
            </>
          )}
        </span>
        <span className={`hidden max-[18rem]:block ${underName}`}>
          #{showCount(rank)} · <Money amount={balance} />
        </span>
        {ifEnded ? (
          <span className={`hidden whitespace-nowrap max-[18rem]:mt-0 max-[18rem]:block ${underName}`}>{record}</span>
        ) : (
          <span
            className={`flex flex-wrap items-center gap-x-2 tabular-nums max-[18rem]:mt-0 ${weeks?.form.length ? '' : 'sm:hidden'} ${underName}`}
          >
            {weeks && <Form form={weeks.form} />}
            <span className="sm:hidden">{record}</span>
          </span>
        )}
        {isViewer && available !== undefined && pending !== undefined && (
          <span className={`block wrap-anywhere ${underName}`}>
            {showWhole(available)} available
            {pending > 0 && <span className="max-sm:hidden">, {showWhole(pending)} pending</span>}
          </span>
        )}
        {claim !== '' && <span className={`block ${underName}`}>{claim}</span>}
      </th>
      <td className={`px-2 text-right whitespace-nowrap text-soft sm:px-6 ${middleColumn(ifEnded !== undefined)}`}>
        {record}
      </td>
      <td className={`pr-2 text-right font-bold sm:pr-3 ${columnFrom18}`}>
        <span className="relative isolate -mr-1.5 inline-block overflow-hidden rounded-md px-1.5 py-0.5 align-middle">
          <Flash of={standing.balance} />
          <Money amount={balance} />
        </span>
        {ifEnded && <span className="block text-note sm:max-xl:hidden">{record}</span>}
      </td>
    </tr>
  );
  if (!meter) return row;
  return (
    <>
      {row}
      <tr data-meter="" className="border-b border-edge bg-gold-soft last:border-0">
        <td colSpan={4} className="px-2 pb-3 sm:px-3">
          {meter}
        </td>
      </tr>
    </>
  );
});

/**
 * The style of the text below a name: the viewer's available balance and, on screens without their columns, rank,
 * balance and record.
 */
const underName = '-mt-2 pb-1.5 text-note font-normal text-soft';

/**
 * The column of the record or, if it ended now, of the change. On a phone the record stands below the name, which is cut
 * less, and the change below the balance; so does the change beside the activity, where the card is narrow.
 */
const middleColumn = (isIfEnded: boolean) => (isIfEnded ? 'max-sm:hidden xl:hidden' : 'max-sm:hidden');

/** Rank and balance stand below the name where the screen is narrower than that: a small phone with large text. */
const columnFrom18 = 'max-[18rem]:hidden';

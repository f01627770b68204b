import { useQuery } from '@tanstack/react-query';
import { refreshMs } from '#client/lib/query-client.ts';
import { RankMark } from '#client/ui/rank-change.tsx';
import { consequenceOf, type OpenTicket, type Place } from '#shared/domain/consequence.ts';
import { showWhole } from '#shared/domain/money.ts';
import { ordinal } from '#shared/domain/sports/period-names.ts';
import { ConsequenceSpace, mostMembers } from './consequence-space.tsx';
import { leaderboardQuery } from './queries.ts';

type ConsequenceLineProps = {
  leagueId: string;
  memberCount: number;
  viewerId: string;
  /** The viewer's tickets that are open, or not placed yet. */
  tickets: readonly OpenTicket[];
  isPlaced: boolean;
  /** Whether the viewer has other open bets in the league. */
  hasOtherBets: boolean;
};

/**
 * The place in the standings in which tickets leave the viewer if all of them win or lose: plain text, which is not
 * announced with each change of an amount. Nothing while the standings are not known. Source:
 * docs/screens.md#bet-slip.
 */
export function ConsequenceLine(props: ConsequenceLineProps) {
  const { leagueId, memberCount, viewerId, tickets, isPlaced, hasOtherBets } = props;
  const { data, isPending, isSuccess, isEnabled } = useQuery({
    ...leaderboardQuery(leagueId),
    enabled: memberCount <= mostMembers,
    refetchOnMount: true, // the line comes and goes with the amount
    staleTime: refreshMs,
  });
  if (!isEnabled) return null;
  if (isPending) return <ConsequenceSpace memberCount={memberCount} />;
  if (!isSuccess) return null;
  const standings = data.map(({ user, balance }) => ({ userId: user.id, total: balance }));
  const found = consequenceOf(standings, viewerId, tickets);
  if (!found) return null;
  const { wins, loses, returned } = found;
  return (
    <div className="rounded-xl bg-gold-soft px-2.5 py-2">
      <p className="flex flex-wrap gap-x-3 text-sm">
        <Outcome words={verbOf(tickets.length, 'Wins', 'win')} place={wins} before={returned} />{' '}
        <Outcome words={verbOf(tickets.length, 'Loses', 'lose')} place={loses} before={returned} />
      </p>
      <p className="text-xs text-pretty text-soft">
        Others' open bets are not counted{hasOtherBets && (isPlaced ? ', nor your other ones' : ', nor yours')}.
      </p>
    </div>
  );
}

type OutcomeProps = { words: string; place: Place; before: Place };

/** 'Wins: 1,412, 1st.', after the mark of the change of rank. */
function Outcome({ words, place, before }: OutcomeProps) {
  return (
    <span className="inline-flex items-baseline gap-1.5 tabular-nums">
      <RankMark change={before.rank - place.rank} />
      <span>
        {words}: <b className="font-semibold">{showWhole(place.total)}</b>, {ordinal(place.rank)}.
      </span>
    </span>
  );
}

/** 'Wins', 'Both win', 'All win'. */
function verbOf(tickets: number, one: string, several: string): string {
  if (tickets === 1) return one;
  return `${tickets === 2 ? 'Both' : 'All'} ${several}`;
}

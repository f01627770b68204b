import { useQuery } from '@tanstack/react-query';
import { MedalIcon } from '#client/ui/page-icons.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';
import { showCount } from '#shared/domain/count.ts';
import { leaderboardQuery } from './queries.ts';

const medals: Partial<Record<number, string>> = {
  1: 'text-medal-gold',
  2: 'text-medal-silver',
  3: 'text-medal-bronze',
};

/**
 * A member's rank in a league: '#n of m', ranks 1 to 3 with a medal; 'No standings yet' before the league's first
 * bet.
 *
 * Refetched when the league changes, but not every 30 s: a page may show many leagues. Source:
 * `docs/screens.md#calls-and-refreshing`.
 */
export function MemberRank({ leagueId, userId }: { leagueId: string; userId: string }) {
  const { data, isPending } = useQuery(leaderboardQuery(leagueId));
  if (isPending) return <Skeleton className="h-6 w-16" />;
  if (!data) return <span className="text-sm text-soft">Failed to load standings</span>;
  const row = hasBegun(data) ? data.find(({ user }) => user.id === userId) : undefined;
  if (!row) return <span className="text-sm text-soft">No standings yet</span>;
  const medal = medals[row.rank];
  return (
    <span className="flex items-center gap-1 font-bold tabular-nums">
      {medal && (
        <span className={medal}>
          <MedalIcon />
        </span>
      )}
      #{showCount(row.rank)} of {showCount(data.length)}
    </span>
  );
}

/** Whether the standings mean anything: before the first bet all members share rank 1. */
function hasBegun(standings: readonly Standing[]): boolean {
  return standings.some(({ totalBets, profit }) => totalBets > 0 || profit !== 0);
}

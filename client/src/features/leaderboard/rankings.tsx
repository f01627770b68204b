import { useQuery } from '@tanstack/react-query';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Money } from '#client/ui/money.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import type { Standing } from '#shared/api/groups.ts';
import { showWhole } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { leaderboardQuery } from './queries.ts';

/** Rank, name, record and balance of every member; the viewer's own row is marked and says what is free to bet. */
export function Rankings({ leagueId, viewerId }: { leagueId: string; viewerId: string }) {
  const standings = useQuery(leaderboardQuery(leagueId));
  if (standings.isPending) {
    return (
      <Loading words="Loading rankings...">
        <div className="grid gap-2">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
      </Loading>
    );
  }
  if (!standings.data) {
    return (
      <EmptyState alert title="Failed to load rankings" text="Please try again later">
        <Button onClick={() => standings.refetch()}>Try again</Button>
      </EmptyState>
    );
  }
  return <Table standings={standings.data} viewerId={viewerId} />;
}

function Table({ standings, viewerId }: { standings: readonly Standing[]; viewerId: string }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Rankings</caption>
      <thead>
        <tr className="border-b border-edge text-left text-[13px] text-soft [&>th]:pb-2 [&>th]:font-semibold">
          <th scope="col" className="w-px pr-3 pl-3">
            Rank
          </th>
          <th scope="col">Member</th>
          <th scope="col" className="px-2 text-right whitespace-nowrap sm:px-6">
            W-L
          </th>
          <th scope="col" className="pr-3 text-right">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <Row key={standing.user.id} standing={standing} isViewer={standing.user.id === viewerId} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ standing, isViewer }: { standing: Standing; isViewer: boolean }) {
  const { available, pending } = standing;
  return (
    <tr
      aria-current={isViewer ? 'true' : undefined}
      className="border-b border-edge last:border-0 aria-[current=true]:bg-gold-soft [&>*]:py-3"
    >
      <td className="pr-3 pl-3 font-bold text-soft">#{standing.rank}</td>
      <th scope="row" className="max-w-0 w-full pr-2 text-left font-semibold">
        <span className="flex items-center gap-2">
          <span className="truncate">{rowName({ displayName: standing.displayName, ...standing.user })}</span>
          {isViewer && <Badge tone="gold">YOU</Badge>}
        </span>
        {isViewer && available !== undefined && pending !== undefined && (
          <span className="block text-[13px] font-normal text-soft">
            {showWhole(available)} available{pending > 0 && `, ${showWhole(pending)} pending`}
          </span>
        )}
      </th>
      <td className="px-2 text-right whitespace-nowrap text-soft sm:px-6">
        {standing.wins}-{standing.losses}
      </td>
      <td className="pr-3 text-right font-bold">
        <Money amount={standing.balance} />
      </td>
    </tr>
  );
}

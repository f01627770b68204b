import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Figures } from '#client/ui/figures.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showWhole } from '#shared/domain/money.ts';

type MyLeaguesProps = {
  memberships: readonly Membership[];
  /** Renders the viewer's rank in a league, on one line. */
  renderRank: (leagueId: string) => ReactNode;
};

/** 'My Leagues (n)': a card per league with the viewer's rank and balances. Source: `docs/screens.md#profile`. */
export function MyLeagues({ memberships, renderRank }: MyLeaguesProps) {
  return (
    <section aria-labelledby="my-leagues">
      <h2 id="my-leagues" className="mb-3 text-lg font-bold">
        My Leagues ({memberships.length})
      </h2>
      {memberships.length === 0 ? (
        <EmptyState
          icon={<LeagueIcon size={28} />}
          title="No Leagues Yet"
          text="Join a friend's league with its code, or create your own."
        />
      ) : (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {memberships.map((membership) => (
            <li key={membership.group.id} className="min-w-0">
              <LeagueCard membership={membership} rank={renderRank(membership.group.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LeagueCard({ membership, rank }: { membership: Membership; rank: ReactNode }) {
  const { group, balance, available, pending } = membership;
  return (
    <Link
      href={`/league/${group.id}`}
      className="block rounded-2xl border border-edge bg-surface p-4 transition-colors duration-100 hover:border-faint"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="truncate text-base font-bold">
            <Name>{group.name}</Name>
          </h3>
          <p className="text-sm text-soft">League Balance Overview</p>
        </div>
        <div className="min-h-6 shrink-0">{rank}</div>
      </div>
      <Figures
        size="large"
        figures={[
          ['Total Ching', showWhole(balance)],
          ['Available', showWhole(available)],
          ['Pending', showWhole(pending)],
        ]}
      />
    </Link>
  );
}

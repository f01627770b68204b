import { Link } from 'wouter';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showWhole } from '#shared/domain/money.ts';

/** 'My Leagues (n)': a card per league with the viewer's own money. Source: spec §2, "Profile". */
export function MyLeagues({ memberships }: { memberships: readonly Membership[] }) {
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
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {memberships.map((membership) => (
            <li key={membership.group.id}>
              <LeagueCard membership={membership} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LeagueCard({ membership: { group, balance, available, pending } }: { membership: Membership }) {
  const figures = [
    ['Total Ching', balance],
    ['Available', available],
    ['Pending', pending],
  ] as const;
  return (
    <Link
      href={`/leaderboard?league=${group.id}`}
      className="block rounded-2xl border border-edge bg-surface p-4 transition-colors duration-100 hover:border-faint"
    >
      <h3 className="truncate font-bold">{group.name}</h3>
      <p className="text-sm text-soft">League Balance Overview</p>
      <dl className="mt-3 grid grid-cols-3 gap-2">
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-[13px] text-soft">{label}</dt>
            <dd className="text-lg font-bold">{showWhole(amount)}</dd>
          </div>
        ))}
      </dl>
    </Link>
  );
}

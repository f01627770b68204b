import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Figures } from '#client/ui/figures.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showCount } from '#shared/domain/count.ts';
import { showWhole } from '#shared/domain/money.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';

type MyLeaguesProps = {
  memberships: readonly Membership[];
  /** Whether some leagues are missing, because they cannot be reached. */
  isParted?: boolean;
  /** Renders the viewer's rank in a league, on one line. */
  renderRank: (leagueId: string) => ReactNode;
  /** The sports that a league takes bets on, in words. */
  sportsWords: (allowed: AllowedSports) => string;
};

/**
 * 'My Leagues (n)': a card per league with its sports and the viewer's rank and balances. Source:
 * `docs/screens.md#profile`.
 */
export function MyLeagues({ memberships, isParted = false, renderRank, sportsWords }: MyLeaguesProps) {
  return (
    <section aria-labelledby="my-leagues">
      <h2 id="my-leagues" className="mb-3 text-lg font-bold">
        My Leagues ({showCount(memberships.length)})
      </h2>
      {memberships.length === 0 ? (
        <EmptyState icon={<LeagueIcon size={28} />} {...(isParted ? partedWords : noLeagueWords)} />
      ) : (
        <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
          {memberships.map((membership) => (
            <li key={membership.group.id} className="min-w-0">
              <LeagueCard
                membership={membership}
                rank={renderRank(membership.group.id)}
                sports={sportsWords(membership.group.allowedSports)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const noLeagueWords = { title: 'No Leagues Yet', text: "Join a friend's league with its code, or create your own." };
const partedWords = {
  title: 'No league can be shown',
  text: 'Your leagues are back here as soon as they can be reached.',
};

type LeagueCardProps = { membership: Membership; rank: ReactNode; sports: string };

function LeagueCard({ membership, rank, sports }: LeagueCardProps) {
  const { group, balance, available, pending } = membership;
  return (
    <Link
      href={`/league/${group.id}`}
      className="block rounded-2xl border border-edge bg-surface p-4 transition-colors duration-100 hover:border-faint"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_8rem]">
          <h3 className="truncate text-base font-bold">
            <Name>{group.name}</Name>
          </h3>
          <p className="text-sm text-soft">League Balance Overview</p>
        </div>
        <div className="min-h-6">{rank}</div>
      </div>
      <p className="mt-2">
        <Badge>{sports}</Badge>
      </p>
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

import { FigureCards } from '#client/ui/figures.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showChing } from '#shared/domain/money.ts';

/** The viewer's own money in a league, what is free to bet and what rides on open bets; `null` while it loads. */
export function LeagueFunds({ membership }: { membership: Membership | null }) {
  return (
    <FigureCards
      across={2}
      figures={[
        ['Available Balance', membership && showChing(membership.available)],
        ['Pending Bets', membership && showChing(membership.pending)],
      ]}
    />
  );
}

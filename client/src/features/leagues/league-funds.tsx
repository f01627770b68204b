import { FigureCards } from '#client/ui/figures.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showChing } from '#shared/domain/money.ts';

/** The viewer's available balance and open stakes in a league; `membership` is null while it loads. */
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

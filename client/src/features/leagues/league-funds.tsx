import { Money } from '#client/ui/money.tsx';
import type { Membership } from '#shared/api/groups.ts';

/** The viewer's own money in the league: what is free to bet, and what rides on open bets. */
export function LeagueFunds({ membership: { available, pending } }: { membership: Membership }) {
  const figures = [
    ['Available Balance', available],
    ['Pending Bets', pending],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3">
      {figures.map(([label, amount]) => (
        <div key={label} className="rounded-2xl border border-edge bg-surface p-4">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="mt-0.5 text-xl font-bold sm:text-2xl">
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { Money } from '#client/tickets/money.tsx';
import { Price } from '#client/tickets/price.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { TeamMark } from '#client/ui/team-mark.tsx';
import { type Cents, cents, fromWhole, startingBalance } from '#shared/domain/money.ts';
import { defaultPrice, payout } from '#shared/domain/price.ts';

const stake = fromWhole(100);
const returns = payout(stake, [defaultPrice]);

/** The viewer's balance includes an earlier win with the same odds and stake as the open bet below. */
const members: readonly { name: string; balance: Cents; isViewer?: boolean }[] = [
  { name: 'Maya', balance: fromWhole(1_412) },
  { name: 'You', balance: cents(startingBalance + returns - stake), isViewer: true },
  { name: 'Sam', balance: fromWhole(964) },
  { name: 'Jordan', balance: fromWhole(785) },
];

/** An illustration of a league in progress, made of the app's own components. Screen readers read only its caption. */
export function SampleLeague() {
  return (
    <figure className="min-w-0 self-start">
      <figcaption className="sr-only">
        A league in play: a leaderboard of four friends, and a bet on the Chiefs that is winning.
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 sm:items-start">
        <Standings />
        <LiveBet />
      </div>
    </figure>
  );
}

function Standings() {
  return (
    <div className="rounded-2xl border border-edge bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-bold">Sunday League</span>
        <span className="text-note text-soft">Week 12</span>
      </p>
      <ol className="-mx-2 mt-2">
        {members.map(({ name, balance, isViewer = false }, at) => (
          <li
            key={name}
            className={`flex flex-wrap items-center gap-x-3 rounded-lg px-2 py-2 tabular-nums ${isViewer ? 'bg-gold-soft' : ''}`}
          >
            <span className="min-w-5 font-bold text-soft">#{at + 1}</span>
            <span className="flex-1 font-semibold">{name}</span>
            <Money amount={balance} className="font-bold" />
          </li>
        ))}
      </ol>
    </div>
  );
}

function LiveBet() {
  return (
    <div className="rounded-2xl border border-edge bg-surface p-4 sm:translate-y-8">
      <p className="flex flex-wrap gap-2">
        <Badge tone="live">LIVE</Badge>
        <Badge tone="won">WINNING</Badge>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <TeamMark small abbr="KC" color="e31837" alternate="ffb81c" />
        <p className="flex-1 font-semibold">Spread Chiefs -3.5</p>
        <Price value={defaultPrice} className="font-semibold" />
      </div>
      <p className="mt-1 text-sm text-soft tabular-nums">KC 24 @ BUF 17 · 4th 2:11</p>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-edge pt-3">
        <span className="text-sm text-soft">
          <Money amount={stake} /> to return
        </span>
        <Money amount={returns} className="text-lg font-bold" />
      </p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Money } from '#client/ui/money.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Group } from '#shared/api/groups.ts';

/** What follows the end of a league: nothing more to bet, bets that wait to settle, who won. Nothing while it is open. */
export function LeagueLife({ league }: { league: Group }) {
  switch (league.state) {
    case 'open':
      return null;
    case 'closed':
      return <Notice title="Betting in this league has ended">The final standings are about to be drawn up.</Notice>;
    case 'settling':
      return (
        <Notice title={`Waiting for ${league.openBets === 1 ? '1 bet' : `${league.openBets} bets`} to settle`}>
          Betting in this league has ended. The standings are final once the last bet has settled.
        </Notice>
      );
    case 'final':
      return <Champions champions={league.champions} />;
  }
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-2xl border border-edge bg-surface p-4">
      <h2 className="font-bold">{title}</h2>
      <p className="mt-0.5 text-sm text-soft">{children}</p>
    </section>
  );
}

function Champions({ champions }: { champions: Group['champions'] }) {
  return (
    <section className="flex items-center gap-4 rounded-2xl border border-gold bg-gold-soft p-4">
      <span className="text-gold-text">
        <LeagueIcon size={36} />
      </span>
      <div className="min-w-0">
        <h2 className="text-sm font-semibold text-gold-text">
          Final standings · {champions.length > 1 ? 'Co-champions' : 'Champion'}
        </h2>
        <ul>
          {champions.map(({ userId, name, balance }) => (
            <li key={userId} className="flex flex-wrap items-baseline gap-x-3 text-lg">
              <b className="min-w-0 truncate">
                <Name>{name}</Name>
              </b>
              <Money amount={balance} className="text-base font-semibold" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

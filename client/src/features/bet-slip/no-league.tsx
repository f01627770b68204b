import type { ReactNode } from 'react';

/** No league takes the slip. */
export type MissingLeague = {
  /** Null for a player who is in no league yet. */
  reason: string | null;
  /** Buttons to create and join a league. */
  leagueActions: ReactNode;
};

/** Says on a slip with picks that no league takes them, and what to do. The picks stay on the slip meanwhile. */
export function NoLeague({ count, reason, leagueActions }: MissingLeague & { count: number }) {
  const isOne = count === 1;
  return (
    <section className="mt-2 grid gap-3 rounded-[14px] border border-story-edge bg-story p-3.5">
      <div>
        <h3 className="text-body font-semibold">{isOne ? 'Your pick is kept.' : 'Your picks are kept.'}</h3>
        <p className="text-note text-soft">
          {reason ??
            (isOne
              ? 'To place it you need a league. It takes a minute; the pick waits here.'
              : 'To place them you need a league. It takes a minute; the picks wait here.')}
        </p>
      </div>
      <div className="grid gap-2">{leagueActions}</div>
    </section>
  );
}

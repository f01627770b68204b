import { useEffect } from 'react';
import { serverClock, serverNow } from '#client/lib/server-clock.ts';
import { toastProblem } from '#client/ui/toast-store.ts';
import { type Availability, type Pick, remove } from '#shared/domain/slip.ts';
import { lockedWords } from './slip-words.ts';
import { slipStore } from './store.ts';

const longestTimerMs = 2 ** 31 - 1; // the longest delay of a browser's setTimeout
const marginMs = 5; // timers may fire a fraction of a millisecond early

/**
 * Removes picks whose games are locked from the slip, with a toast; a timer does so in the second in which a game
 * starts.
 *
 * Until the server's clock is known, starts are not checked: the device's clock may be hours ahead, and would drop
 * picks that were stored before a reload. Source: `docs/decisions/database-clock.md`.
 */
export function useDropLocked(picks: readonly Pick[], availabilityOf: (pick: Pick) => Availability | null): void {
  useEffect(() => {
    const startOf = (pick: Pick) => availabilityOf(pick)?.startsAt ?? pick.startsAt;
    const hasStarted = (pick: Pick) => serverClock.isKnown() && startOf(pick) <= serverNow();
    const drop = () => {
      const locked = picks.filter((pick) => availabilityOf(pick)?.isLocked || hasStarted(pick));
      if (locked.length === 0) return;
      slipStore.change(locked.reduce(remove, slipStore.read().slip));
      toastProblem({ title: 'Betting locked', message: lockedWords(locked) });
    };
    drop();
    const nextStart = Math.min(...picks.map((pick) => startOf(pick).getTime()));
    const timer = setTimeout(drop, Math.min(nextStart - serverNow().getTime() + marginMs, longestTimerMs));
    return () => clearTimeout(timer);
  }); // after every render: availabilityOf is another function each time
}

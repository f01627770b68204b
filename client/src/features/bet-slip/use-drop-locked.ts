import { useEffect } from 'react';
import { serverClock, serverNow } from '#client/lib/server-clock.ts';
import { toast } from '#client/ui/toast-store.ts';
import { type Availability, type Pick, remove } from '#shared/domain/slip.ts';
import { lockedWords } from './slip-words.ts';
import { slipStore } from './store.ts';

const longestTimerMs = 2 ** 31 - 1; // a browser's
const lateMs = 5; // timers may be early by a part of a millisecond

/**
 * Takes the picks whose games are locked off the slip and says so: also at the second in which one starts.
 *
 * A pick of before a reload waits until the server has told its time: the device's clock may be hours ahead.
 */
export function useDropLocked(picks: readonly Pick[], standingOf: (pick: Pick) => Availability | null): void {
  useEffect(() => {
    const startOf = (pick: Pick) => standingOf(pick)?.startsAt ?? pick.startsAt;
    const hasStarted = (pick: Pick) => serverClock.isKnown() && startOf(pick) <= serverNow();
    const drop = () => {
      const locked = picks.filter((pick) => standingOf(pick)?.isLocked || hasStarted(pick));
      if (locked.length === 0) return;
      slipStore.change(locked.reduce(remove, slipStore.read().slip));
      toast('Betting locked', lockedWords(locked));
    };
    drop();
    const nextStart = Math.min(...picks.map((pick) => startOf(pick).getTime()));
    const timer = setTimeout(drop, Math.min(nextStart - serverNow().getTime() + lateMs, longestTimerMs));
    return () => clearTimeout(timer);
  }, [picks, standingOf]);
}

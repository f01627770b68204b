import { useEffect } from 'react';
import { toast } from '#client/ui/toast-store.ts';
import { type Pick, remove, type Standing } from '#shared/domain/slip.ts';
import { lockedWords } from './slip-words.ts';
import { slipStore } from './store.ts';

const longestTimerMs = 2 ** 31 - 1; // a browser's
const lateMs = 5; // timers may be early by a part of a millisecond

/** Takes the picks whose games are locked off the slip and says so: also at the second in which one starts. */
export function useDropLocked(picks: readonly Pick[], standingOf: (pick: Pick) => Standing | null): void {
  useEffect(() => {
    const startOf = (pick: Pick) => (standingOf(pick)?.startsAt ?? pick.startsAt).getTime();
    const drop = () => {
      const locked = picks.filter((pick) => standingOf(pick)?.isLocked || startOf(pick) <= Date.now());
      if (locked.length === 0) return;
      slipStore.change(locked.reduce(remove, slipStore.read().slip));
      toast('Betting locked', lockedWords(locked));
    };
    drop();
    const nextStartsIn = Math.min(...picks.map(startOf)) - Date.now();
    const timer = setTimeout(drop, Math.min(nextStartsIn + lateMs, longestTimerMs));
    return () => clearTimeout(timer);
  }, [picks, standingOf]);
}

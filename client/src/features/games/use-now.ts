import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { serverClock } from '#client/lib/server-clock.ts';

/** Ours: locks that only the feed knows of, and the words of days, follow within this time. */
const renewMs = 5_000;

/**
 * The present instant as the server has it: renewed in the second in which one of the starts passes, so that a game
 * closes before one's eyes without asking the server, and every few seconds anyway. The server judges by its own clock.
 *
 * `startsOf` is asked every second, and is the same function from render to render.
 */
export function useNow(startsOf: () => readonly Date[]): Date {
  const { subscribe, correction } = serverClock;
  const correctedBy = useSyncExternalStore(subscribe, correction, correction);
  const [seenAt, setSeenAt] = useState(() => Date.now());
  const lastSeenAt = useRef(seenAt);
  useEffect(() => {
    let timer = setTimeout(look, untilNextSecond());
    function look() {
      timer = setTimeout(look, untilNextSecond()); // here and not once drawn, which a busy device does seconds later
      const at = Date.now();
      const [before, now] = [new Date(lastSeenAt.current + correctedBy), new Date(at + correctedBy)];
      const passed = startsOf().some((start) => before < start && start <= now);
      // Either way: who sets a clock back has it run through the same time twice.
      if (!passed && Math.abs(at - lastSeenAt.current) < renewMs) return;
      lastSeenAt.current = at;
      setSeenAt(at);
    }
    /** Games begin on whole seconds. */
    function untilNextSecond(): number {
      return 1_000 - ((Date.now() + correctedBy) % 1_000);
    }
    return () => clearTimeout(timer);
  }, [startsOf, correctedBy]);
  return useMemo(() => new Date(seenAt + correctedBy), [seenAt, correctedBy]);
}

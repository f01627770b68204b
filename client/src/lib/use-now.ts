import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { serverClock } from '#client/lib/server-clock.ts';

/** Chosen: a slower change on screen, such as a new day or a lock set by the feed, shows within this time. */
const refreshMs = 5_000;

/**
 * The present time by the server's clock. It updates every 5 s, and in the second in which one of the starts passes, so
 * that a game closes on screen without a request. The server decides by its own clock.
 *
 * startsOf  returns the starts to watch; called every second, and must be the same function from render to render
 */
export function useNow(startsOf: () => readonly Date[]): Date {
  const { subscribe, correction } = serverClock;
  const correctedBy = useSyncExternalStore(subscribe, correction, correction);
  const [readAt, setReadAt] = useState(() => Date.now());
  const lastReadAt = useRef(readAt);
  useEffect(() => {
    let timer = setTimeout(tick, untilNextSecond());
    function tick() {
      // The next timer starts here: a busy device may delay the render by seconds.
      timer = setTimeout(tick, untilNextSecond());
      const at = Date.now();
      const [before, now] = [new Date(lastReadAt.current + correctedBy), new Date(at + correctedBy)];
      const passed = startsOf().some((start) => before < start && start <= now);
      // Math.abs: the device's clock may be set back.
      if (!passed && Math.abs(at - lastReadAt.current) < refreshMs) return;
      lastReadAt.current = at;
      setReadAt(at);
    }
    /** Milliseconds until the next whole second: games start on whole seconds. */
    function untilNextSecond(): number {
      return 1_000 - ((Date.now() + correctedBy) % 1_000);
    }
    return () => clearTimeout(timer);
  }, [startsOf, correctedBy]);
  return useMemo(() => new Date(readAt + correctedBy), [readAt, correctedBy]);
}

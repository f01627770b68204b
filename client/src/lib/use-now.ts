import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { serverClock } from './server-clock.ts';

/** Chosen: a change that no watched instant causes, such as a new day, shows within this time. */
const updateMs = 5_000;

/**
 * The present time by the server's clock. It updates every 5 s, and in the second in which one of the watched instants
 * passes, so that the screen changes at that instant without a request. The server decides by its own clock.
 *
 * instantsOf  returns the instants to watch, in whole seconds; called every second, and must be the same function from
 *             render to render
 */
export function useNow(instantsOf: () => readonly Date[]): Date {
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
      const passed = instantsOf().some((instant) => before < instant && instant <= now);
      // Math.abs: the device's clock may be set back.
      if (!passed && Math.abs(at - lastReadAt.current) < updateMs) return;
      lastReadAt.current = at;
      setReadAt(at);
    }
    /** Milliseconds until the next whole second. */
    function untilNextSecond(): number {
      return 1_000 - ((Date.now() + correctedBy) % 1_000);
    }
    return () => clearTimeout(timer);
  }, [instantsOf, correctedBy]);
  return useMemo(() => new Date(readAt + correctedBy), [readAt, correctedBy]);
}

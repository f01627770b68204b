import { useEffect, useRef, useState } from 'react';
import { serverClock, serverNow } from './server-clock.ts';

/** Chosen: a change that no watched instant causes, such as a new day, shows within this time. */
const updateMs = 5_000;

/**
 * The present time by the server's clock. It updates every 5 s, and in the second in which one of the watched instants
 * passes, so that the screen changes at that instant without a request. A reply may lower the estimate of the server's
 * time; by less than 5 s, the returned time stays, so that a game that has just locked does not open again. The server
 * decides by its own clock.
 *
 * instantsOf  returns the instants to watch, in whole seconds; called every second, and must be the same function from
 *             render to render
 */
export function useNow(instantsOf: () => readonly Date[]): Date {
  const [now, setNow] = useState(serverNow);
  const lastSet = useRef(now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick() {
      // The next timer starts here: a busy device may delay the render by seconds.
      clearTimeout(timer);
      timer = setTimeout(tick, 1_000 - (serverNow().getTime() % 1_000));
      const [before, at] = [lastSet.current, serverNow()];
      const passed = instantsOf().some((instant) => before < instant && instant <= at);
      // Math.abs: the device's clock may be set back.
      if (!passed && Math.abs(at.getTime() - before.getTime()) < updateMs) return;
      lastSet.current = at;
      setNow(at);
    }
    tick();
    const unsubscribe = serverClock.subscribe(tick);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [instantsOf]);
  return now;
}

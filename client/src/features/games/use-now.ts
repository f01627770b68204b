import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { serverClock, serverNow } from '#client/lib/server-clock.ts';

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
  const now = useMemo(() => new Date(seenAt + correctedBy), [seenAt, correctedBy]);
  useEffect(() => {
    let timer = setTimeout(look, untilNextSecond());
    function look() {
      const at = serverNow();
      const passed = startsOf().some((start) => now < start && start <= at);
      // Either way: who sets a clock back has it run through the same time twice.
      if (passed || Math.abs(at.getTime() - now.getTime()) >= renewMs) setSeenAt(Date.now());
      else timer = setTimeout(look, untilNextSecond());
    }
    return () => clearTimeout(timer);
  }, [now, startsOf]);
  return now;
}

/** Games begin on whole seconds. */
function untilNextSecond(): number {
  return 1_000 - (serverNow().getTime() % 1_000);
}

import { useEffect, useState } from 'react';

/** Ours: locks that only the feed knows of, and the words of days, follow within this time. */
const renewMs = 5_000;

/**
 * The present instant: renewed in the second in which one of the starts passes, so that a game closes before one's eyes
 * without asking the server, and every few seconds anyway. The server judges by its own clock.
 *
 * `startsOf` is asked every second, and is the same function from render to render.
 */
export function useNow(startsOf: () => readonly Date[]): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer = setTimeout(look, untilNextSecond());
    function look() {
      const at = new Date();
      const passed = startsOf().some((start) => now < start && start <= at);
      if (passed || at.getTime() - now.getTime() >= renewMs) setNow(at);
      else timer = setTimeout(look, untilNextSecond());
    }
    return () => clearTimeout(timer);
  }, [now, startsOf]);
  return now;
}

/** Games begin on whole seconds. */
function untilNextSecond(): number {
  return 1_000 - (Date.now() % 1_000);
}

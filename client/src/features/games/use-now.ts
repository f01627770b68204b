import { useEffect, useState } from 'react';

/** Ours: a game that starts closes on screen within this time; the server judges by its own clock. */
const tickMs = 5_000;

/** The present instant, renewed every few seconds. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

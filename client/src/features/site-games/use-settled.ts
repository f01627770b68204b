import { useEffect, useState } from 'react';

/** Chosen: longer than the pause between two digits that somebody types. */
const settledMs = 350;

/** A text once it has stayed the same for a moment, so that each key does not cost a request. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settledMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

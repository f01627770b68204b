import { useEffect, useRef, useState } from 'react';
import { showChing } from '#shared/domain/money.ts';
import { isSamePick, type Slip } from '#shared/domain/slip.ts';
import { returnsOfSlip } from './returns.ts';
import { pickWords, returnsWords } from './slip-words.ts';

/** Announces to screen readers which picks were added or removed, and the return on a win. */
export function SlipAnnouncer({ slip }: { slip: Slip }) {
  const before = useRef(slip);
  const [words, setWords] = useState('');
  useEffect(() => {
    const changed = changeWords(before.current, slip);
    before.current = slip;
    if (changed) setWords(changed);
  }, [slip]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}

function changeWords(before: Slip, after: Slip): string {
  const added = picksOnlyIn(after, before).map((words) => `${words} is on the slip.`);
  const removed = picksOnlyIn(before, after).map((words) => `${words} is off the slip.`);
  if (added.length + removed.length === 0) return '';
  const count = after.entries.length;
  const returns = returnsOfSlip(after);
  return [
    ...removed,
    ...added,
    count === 0 ? 'The slip is empty.' : `${count} ${count === 1 ? 'bet' : 'bets'} on it.`,
    returns ? `${returnsWords(count)}: ${showChing(returns)}.` : '',
  ].join(' ');
}

function picksOnlyIn(one: Slip, other: Slip): string[] {
  const only = one.entries.filter(({ pick }) => !other.entries.some((entry) => isSamePick(entry.pick, pick)));
  return only.map(({ pick }) => pickWords(pick));
}

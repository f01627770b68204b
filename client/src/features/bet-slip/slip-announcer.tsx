import { useEffect, useRef, useState } from 'react';
import { counted } from '#shared/domain/count.ts';
import { showChing } from '#shared/domain/money.ts';
import { isSamePick, type Slip } from '#shared/domain/slip.ts';
import { returnsOfSlip } from './returns.ts';
import { pickWords, returnsWords } from './slip-words.ts';

/**
 * Announces to screen readers which picks were added or removed, and the return on a win. `opened` is the slip with
 * which the page was opened: the announcer may be loaded after the first pick.
 */
export function SlipAnnouncer({ opened, slip }: { opened: Slip; slip: Slip }) {
  const before = useRef(opened);
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
    count === 0 ? 'The slip is empty.' : `${counted(count, 'bet')} on it.`,
    returns ? `${returnsWords(count)}: ${showChing(returns)}.` : '',
  ].join(' ');
}

function picksOnlyIn(one: Slip, other: Slip): string[] {
  const only = one.entries.filter(({ pick }) => !other.entries.some((entry) => isSamePick(entry.pick, pick)));
  return only.map(({ pick }) => pickWords(pick));
}

import type pg from 'pg';
import type { GatedDatabase } from './gated-database.ts';

/** One of several that act at once. `act` uses the gated database alone; its result is compared, so it throws nothing. */
export type Actor = { name: string; gate: GatedDatabase; act(): Promise<string> };

/** At the message of this number another actor than before goes on: the one of this index. */
type Switch = { at: number; to: number };

/** Without a switch the actor goes on that went last, and if it cannot, the first that can. */
export type Schedule = readonly Switch[];

/** A message that was let through. `ready` are the actors that had one waiting. */
type Step = { actor: number; ready: number[]; words: string };

export type Run = { outcomes: string[]; steps: Step[] };

/** Chosen: many times the longest wait of an actor that needs no message, such as the pause before a retry. */
const longestMs = 15_000;

/**
 * Lets the actors act at once, one message at a time, in the order of the schedule. A message is let through when every
 * actor has ended, has a message waiting, or waits for a lock that another holds.
 *
 * `observer` sees who waits for whom: a pool that no actor uses.
 */
export async function interleave(actors: readonly Actor[], schedule: Schedule, observer: pg.Pool): Promise<Run> {
  const outcomes: string[] = [];
  const hasEnded = actors.map(() => false);
  let changed = () => {};
  /** Waits until a message comes to wait, one is answered or an actor ends, but no longer than so many milliseconds. */
  const untilChange = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      changed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  for (const { gate } of actors) {
    gate.onChange(() => changed());
    gate.close();
  }
  const acts = actors.map(async ({ act }, index) => {
    outcomes[index] = await act();
    hasEnded[index] = true;
    changed();
  });
  const steps: Step[] = [];
  let last: number | null = null;
  try {
    for (;;) {
      await untilAtRest(actors, { hasEnded, last, untilChange }, observer);
      const ready = [...actors.keys()].filter((index) => actors[index]?.gate.next() !== null);
      const [first] = ready;
      if (first === undefined) break;
      const wanted = schedule.find(({ at }) => at === steps.length)?.to;
      const stays: number = last !== null && ready.includes(last) ? last : first;
      const actor: number = wanted !== undefined && ready.includes(wanted) ? wanted : stays;
      const { gate } = actors[actor] as Actor;
      steps.push({ actor, ready, words: gate.next() ?? '' });
      gate.letThrough();
      last = actor;
    }
  } finally {
    for (const { gate } of actors) gate.open();
  }
  await Promise.all(acts);
  return { outcomes, steps };
}

/** Chosen: longer than most statements take, so that the locks are rarely read while an answer is only late. */
const answerMs = 2;

/** `last` is the actor whose message was let through last. */
type Progress = { hasEnded: readonly boolean[]; last: number | null; untilChange(ms: number): Promise<void> };

/** Waits until no actor can go on by itself. Returns when all have ended, too. */
async function untilAtRest(
  actors: readonly Actor[],
  { hasEnded, last, untilChange }: Progress,
  observer: pg.Pool,
): Promise<void> {
  const deadline = Date.now() + longestMs;
  const readAt = performance.now() + answerMs;
  while (Date.now() < deadline) {
    const busy = [...actors.keys()].filter((index) => !hasEnded[index] && actors[index]?.gate.next() === null);
    const asked = busy.flatMap((index) => actors[index]?.gate.unanswered() ?? []);
    const isThinking = busy.some((index) => actors[index]?.gate.unanswered().length === 0);
    if (busy.length === 0) return;
    const canAct = actors.some(({ gate }) => gate.next() !== null); // also one that has answered and works on
    const isOver = last === null || !busy.includes(last) || performance.now() >= readAt;
    const mayRead = isOver && !isThinking && canAct;
    if (mayRead && (await areBlocked(asked, observer))) return;
    await untilChange(mayRead ? 1 : answerMs);
  }
  const names = actors.map(({ name }) => name).join(' and ');
  throw new Error(`${names} neither ended nor came to a message`);
}

/** Whether all these connections wait for locks, by one look at the database. */
async function areBlocked(pids: readonly number[], observer: pg.Pool): Promise<boolean> {
  const { rows } = await observer.query<{ areBlocked: boolean }>(
    'select coalesce(bool_and(cardinality(pg_blocking_pids(pid)) > 0), false) as "areBlocked" from unnest($1::int[]) as pid',
    [pids],
  );
  return rows[0]?.areBlocked ?? false;
}

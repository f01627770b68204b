import type { Database } from '../db/connection.ts';
import { gatedDatabase } from './interleave/gated-database.ts';

/**
 * Runs `work` on connections of its own to the Postgres at `url`, and `before` before each statement that it sends, BEGIN
 * and COMMIT included. `before` gets the number of the statement, from 1. It must not need a lock that `work` holds.
 */
export async function betweenStatements<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  before: (number: number) => Promise<void>,
): Promise<T> {
  const gate = gatedDatabase(url);
  try {
    gate.close();
    let hasEnded = false;
    const result = work(gate.database).finally(() => {
      hasEnded = true;
    });
    for (let number = 1; !hasEnded; ) {
      if (gate.next() === null) {
        await Promise.race([result, new Promise<void>((resolve) => gate.onChange(resolve))]);
      } else {
        await before(number);
        gate.letThrough();
        number += 1;
      }
    }
    return await result;
  } finally {
    gate.open();
    await gate.database.end();
  }
}

/** The same with `act` before the statement of this number alone. Throws if `work` sends none after it. */
export async function beforeStatement<T>(
  number: number,
  url: string,
  work: (database: Database) => Promise<T>,
  act: () => Promise<void>,
): Promise<T> {
  let last = 0;
  const result = await betweenStatements(url, work, async (at) => {
    last = at;
    if (at === number) await act();
  });
  if (last <= number) throw new Error(`only ${last} statements were sent`);
  return result;
}

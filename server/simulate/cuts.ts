import { once } from 'node:events';
import type pg from 'pg';
import type { Database } from '../db/connection.ts';

/** `before`: the message never reaches the database. `after`: the database does its work, and its answer is lost. */
type Cut = { message: number; when: 'before' | 'after' };

export type Cuts = {
  /** Ends the connection of the message with this number, counted from 1 from now on. */
  arm(cut: Cut): void;
  /** Ends no further connection; returns whether the cut was made, once its connection has left the pool. */
  disarm(): Promise<boolean>;
};

/**
 * Lets a simulation cut connections of the pool at a message to the database. A cut connection is gone from the server,
 * with its locks, before the error is raised: else it would depend on the machine what the next statement finds.
 * It must be called before the first connection is made.
 */
export function cuttable({ pool }: Database, owner: pg.Pool): Cuts {
  let armed: Cut | null = null;
  let sent = 0;
  let wasCut = false;
  /** Resolves once the connection that was cut last has left the pool. */
  let removal = Promise.resolve();
  /** Whether the message that is sent now is the one to cut. */
  const isDue = () => {
    if (!armed) return false;
    sent += 1;
    return sent === armed.message;
  };
  const removalOf = (client: pg.PoolClient) =>
    new Promise<void>((resolve) => {
      const note = (removed: pg.PoolClient) => {
        if (removed !== client) return;
        pool.off('remove', note);
        resolve();
      };
      pool.on('remove', note);
    });
  const end = async (client: pg.PoolClient) => {
    wasCut = true;
    removal = removalOf(client);
    const { processID } = client as pg.PoolClient & { processID: number };
    await owner.query('select pg_terminate_backend($1)', [processID]);
    // The wait of `pg_terminate_backend` itself looks every 100 ms only. The locks are released before the row is gone.
    for (let isThere = true; isThere; ) {
      const { rowCount } = await owner.query('select from pg_stat_activity where pid = $1', [processID]);
      isThere = rowCount !== 0;
    }
  };

  // First of all listeners: what others make of several statements counts as one message.
  pool.prependListener('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        if (!armed || !isDue()) return query(...given);
        if (armed.when === 'after') {
          loseAnswer(client, () => end(client));
          return query(...given);
        }
        const ended = Promise.all([end(client), once(client.connection, 'end')]);
        if (isSubmittable(given[0]) || typeof given.at(-1) === 'function') {
          void ended.then(() => query(...given));
          return given[0];
        }
        return ended.then(() => query(...given));
      },
    });
  });
  return {
    arm: (cut) => {
      armed = cut;
      sent = 0;
    },
    disarm: async () => {
      await removal;
      const result = wasCut;
      [armed, wasCut] = [null, false];
      return result;
    },
  };
}

/**
 * Keeps from the client what the database answers to the present message, and calls `end` once it has answered all of
 * it. The client hears of the end of its connection alone, when `end` has resolved.
 */
function loseAnswer({ connection }: pg.PoolClient, end: () => Promise<void>): void {
  const emit = connection.emit.bind(connection);
  const ofTheEnd: [string | symbol, ...unknown[]][] = [];
  let ended: Promise<void> | null = null;
  connection.emit = (event: string | symbol, ...given: unknown[]) => {
    if (ended || event === 'end') ofTheEnd.push([event, ...given]);
    else if (event === 'readyForQuery') ended = end();
    if (event !== 'end') return true;
    // Last of all, when the socket has closed.
    void Promise.resolve(ended).then(() => {
      connection.emit = emit;
      for (const [name, ...values] of ofTheEnd) emit(name, ...values);
    });
    return true;
  };
}

function isSubmittable(first: unknown): boolean {
  return first instanceof Object && 'submit' in first;
}

import type pg from 'pg';
import { pino } from 'pino';
import { connect, type Database } from '../../db/connection.ts';

/** A pool whose messages to the database wait until they are let through. */
export type GatedDatabase = {
  database: Database;
  /** From now on every message waits. */
  close(): void;
  /** Lets through what waits, and all that follows. */
  open(): void;
  /** The first words of the message that has waited longest; null if none waits. */
  next(): string | null;
  /** Sends the message that has waited longest. */
  letThrough(): void;
  /** The process ids of the connections that wait for the answer of the database. */
  unanswered(): number[];
};

type Waiting = { words: string; send(): void };

/**
 * Connects to the Postgres at `url`. A message is one statement, or several that are sent together
 * (`server/db/one-send.ts`): the database runs them without a pause, so nothing else can be told to come between them.
 */
export function gatedDatabase(url: string): GatedDatabase {
  // Several connections: a request may read outside of its transaction.
  const database = connect(url, pino({ level: 'silent' }), { max: 4 });
  const waiting: Waiting[] = [];
  const unanswered = new Set<number>();
  let isOpen = true;
  // First of all listeners, so that the gate is behind what collects statements.
  database.pool.prependListener('connect', (client) => {
    const { processID, connection } = client as pg.PoolClient & { processID: number };
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    connection.on('readyForQuery', () => unanswered.delete(processID));
    const send = (...given: unknown[]) => {
      unanswered.add(processID);
      return query(...given);
    };
    Object.assign(client, {
      query: (...given: unknown[]) => {
        if (isOpen) return query(...given);
        const words = wordsOf(given[0]);
        if (isSubmittable(given[0]) || typeof given.at(-1) === 'function') {
          waiting.push({ words, send: () => void send(...given) });
          return given[0];
        }
        return new Promise((resolve) => waiting.push({ words, send: () => resolve(send(...given)) }));
      },
    });
  });
  const letThrough = () => waiting.shift()?.send();
  return {
    database,
    close: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      while (waiting.length > 0) letThrough();
    },
    next: () => waiting[0]?.words ?? null,
    letThrough,
    unanswered: () => [...unanswered],
  };
}

function isSubmittable(first: unknown): boolean {
  return first instanceof Object && 'submit' in first;
}

function wordsOf(first: unknown): string {
  const text = typeof first === 'string' ? first : (first as { text?: string }).text;
  return text?.replace(/\s+/g, ' ').trim().slice(0, 60) ?? 'a statement';
}

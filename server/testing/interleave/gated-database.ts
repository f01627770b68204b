import type pg from 'pg';
import { pino } from 'pino';
import { connect, type Database } from '../../db/connection.ts';
import { sendApart } from '../../db/one-send.ts';

/** A pool whose messages to the database wait until they are let through. */
export type GatedDatabase = {
  database: Database;
  /** From now on every message waits. */
  close(): void;
  /** Lets through what waits, and all that follows. */
  open(): void;
  /**
   * The first words of the message that is sent next: the one that has waited longest of those whose connection waits
   * for no answer. Null if there is none.
   */
  next(): string | null;
  /** Sends that message. */
  letThrough(): void;
  /** The process ids of the connections that wait for the answer of the database. */
  unanswered(): number[];
  /** The number of statements that Postgres has ended since the last call because two waited for each other. */
  takeDeadlocks(): number;
  /** Calls `listener`, in place of an earlier one, when a message comes to wait or the database has answered one. */
  onChange(listener: () => void): void;
};

/** The SQLSTATE of a deadlock. */
const deadlock = '40P01';

type Waiting = { processID: number; words: string; send(): void };

/** Connects to the Postgres at `url`. Each statement is a message, also of those that the app sends together. */
export function gatedDatabase(url: string): GatedDatabase {
  // Several connections: a request may read outside of its transaction.
  const database = connect(url, pino({ level: 'silent' }), { max: 4 });
  const waiting: Waiting[] = [];
  const unanswered = new Set<number>();
  let isOpen = true;
  let deadlocks = 0;
  let changed = () => {};
  // First of all listeners, so that the gate is behind what collects statements.
  database.pool.prependListener('connect', (client) => {
    sendApart(client);
    const { processID, connection } = client as pg.PoolClient & { processID: number };
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    connection.on('readyForQuery', () => {
      unanswered.delete(processID);
      changed();
    });
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === deadlock) deadlocks += 1;
    });
    const send = (...given: unknown[]) => {
      unanswered.add(processID);
      return query(...given);
    };
    Object.assign(client, {
      query: (...given: unknown[]) => {
        if (isOpen) return query(...given);
        const words = wordsOf(given[0]);
        const wait = (sendIt: () => void) => {
          waiting.push({ processID, words, send: sendIt });
          changed();
        };
        if (isSubmittable(given[0]) || typeof given.at(-1) === 'function') {
          wait(() => void send(...given));
          return given[0];
        }
        return new Promise((resolve) => wait(() => resolve(send(...given))));
      },
    });
  });
  const sentNext = () => waiting.find(({ processID }) => !unanswered.has(processID));
  const letThrough = () => {
    const sent = sentNext();
    if (!sent) return;
    waiting.splice(waiting.indexOf(sent), 1);
    sent.send();
  };
  return {
    database,
    close: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      for (const { send } of waiting.splice(0)) send();
    },
    next: () => sentNext()?.words ?? null,
    letThrough,
    unanswered: () => [...unanswered],
    takeDeadlocks: () => {
      const found = deadlocks;
      deadlocks = 0;
      return found;
    },
    onChange: (listener) => {
      changed = listener;
    },
  };
}

function isSubmittable(first: unknown): boolean {
  return first instanceof Object && 'submit' in first;
}

function wordsOf(first: unknown): string {
  const text = typeof first === 'string' ? first : (first as { text?: string }).text;
  return text?.replace(/\s+/g, ' ').trim().slice(0, 60) ?? 'a statement';
}

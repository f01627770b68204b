import type { RequestHandler, Response } from 'express';
import { createBoundedQueue } from '../lib/bounded-queue.ts';
import { busy } from '../lib/refusal.ts';

type Limits = {
  /** How many may wait for their turn, and how long. */
  waitingAtMost?: number;
  waitMs?: number;
};

/** Ours: what comes together in a moment in which the process had no time, and what leaves people time for the work itself. */
const usual = { waitingAtMost: 1_000, waitMs: 3_000 };

/**
 * Lets `atOnce` requests go on at a time, each until its answer begins; the others wait in line, or are refused (503).
 *
 * Without it a process that has fallen behind stays so: all it does is for people who have given up, and asked again.
 * Therefore nobody waits for longer than people do, who leaves before their turn costs nothing, and a turn lasts as long
 * as its work, also when nobody waits for that any more.
 */
export function limitConcurrency(atOnce: number, limits: Limits = {}): RequestHandler {
  const line = createBoundedQueue({ slots, ...usual, ...limits });
  return (req, res, next) => {
    const begin = () => {
      if (!req.socket.writable) return line.release();
      onAnswer(res, line.release);
      next();
    };
    res.once(
      'close',
      line.join(begin, () => next(busy())),
    );
  };
}

/**
 * Ends here for who has left meanwhile. A process that has fallen behind finds requests on connections that were closed
 * long ago, and of that it reads only after the request: so this comes after the first thing that takes a moment.
 */
export const dropDisconnected: RequestHandler = (req, res, next) => {
  if (req.socket.writable) next();
  else res.end();
};

/** Calls `done` once, when the answer begins: its head, or all of it where nobody is there to read a head. */
function onAnswer(res: Response, done: () => void): void {
  let isDone = false;
  const first = () => {
    if (!isDone) done();
    isDone = true;
  };
  const { writeHead, end } = res;
  res.writeHead = ((...given: Parameters<typeof writeHead>) => {
    first();
    return writeHead.apply(res, given);
  }) as typeof writeHead;
  res.end = ((...given: Parameters<typeof end>) => {
    first();
    return end.apply(res, given);
  }) as typeof end;
}

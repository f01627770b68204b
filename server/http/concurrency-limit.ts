import type { RequestHandler, Response } from 'express';
import { createBoundedQueue } from '../lib/bounded-queue.ts';
import { busy } from '../lib/refusal.ts';

type QueueLimits = {
  /** The number of requests that may wait for a slot, and the longest wait of each. */
  maxWaiting?: number;
  waitMs?: number;
};

/** Chosen: a short burst of requests fits into the queue, and people wait longer than `waitMs` before they give up. */
const defaults = { maxWaiting: 1_000, waitMs: 3_000 };

/**
 * Limits concurrent requests to `slots`; a slot is freed when the response begins. Further requests wait in order; when
 * the queue is full, or after `waitMs`, they get 503. A disconnected request leaves the queue; a running one keeps its
 * slot until its work is done. Prevents congestion collapse, in which an overloaded process works for disconnected
 * clients. Why: docs/decisions/concurrency-limit.md.
 */
export function limitConcurrency(slots: number, limits: QueueLimits = {}): RequestHandler {
  const queue = createBoundedQueue({ slots, ...defaults, ...limits });
  return (req, res, next) => {
    const begin = () => {
      if (!req.socket.writable) return queue.release();
      onResponseStart(res, queue.release);
      next();
    };
    res.once(
      'close',
      queue.join(begin, () => next(busy())),
    );
  };
}

/**
 * Drops requests whose client has disconnected. Mount it after the first asynchronous middleware: Node notices the
 * closed connection only after it has read the request.
 */
export const dropDisconnected: RequestHandler = (req, res, next) => {
  if (req.socket.writable) next();
  else res.end();
};

/** Calls `done` once, when the response begins: at its head, or at its end if the client has disconnected before. */
function onResponseStart(res: Response, done: () => void): void {
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

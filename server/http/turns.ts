import type { RequestHandler, Response } from 'express';
import { busy } from '../refusal.ts';

type Limits = {
  /** How many may wait for their turn, and how long. */
  waitingAtMost?: number;
  waitMs?: number;
};

/** Ours: what comes together in a moment in which the process had no time, and longer than people wait. */
const usual = { waitingAtMost: 1_000, waitMs: 30_000 };

/**
 * Lets `atOnce` requests go on at a time, each until its answer begins; the others wait in line, or are refused (503).
 *
 * Without it a process that has fallen behind stays so: all it does is for people who have given up, and asked again.
 * Therefore who leaves before their turn costs nothing, who came last is next (they are the likeliest to be still
 * there), and a turn lasts as long as its work, also when nobody waits for that any more.
 */
export function takeTurns(atOnce: number, { waitingAtMost, waitMs }: Limits = {}): RequestHandler {
  const most = waitingAtMost ?? usual.waitingAtMost;
  const line: (() => void)[] = [];
  let underway = 0;

  /** Gives a turn that is over to whoever came last; later, because their answer may come at once and end it too. */
  const pass = () => {
    const begin = line.pop();
    if (begin) setImmediate(begin);
    else underway -= 1;
  };

  return (req, res, next) => {
    if (underway < atOnce) {
      underway += 1;
      onAnswer(res, pass);
      return next();
    }
    if (line.length >= most) throw busy();
    const begin = () => {
      clearTimeout(late);
      if (!req.socket.writable) return pass();
      onAnswer(res, pass);
      next();
    };
    const leave = () => {
      clearTimeout(late);
      const place = line.indexOf(begin);
      if (place >= 0) line.splice(place, 1);
      return place >= 0;
    };
    const late = setTimeout(() => leave() && next(busy()), waitMs ?? usual.waitMs);
    res.once('close', leave);
    line.push(begin);
  };
}

/**
 * Ends here for who has left meanwhile. A process that has fallen behind finds requests on connections that were closed
 * long ago, and of that it reads only after the request: so this comes after the first thing that takes a moment.
 */
export const onlyWhoIsThere: RequestHandler = (req, res, next) => {
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

import { type Request, type RequestHandler, Router } from 'express';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Database } from '../db/connection.ts';
import { leagueUnreachable } from '../lib/refusal.ts';
import { limitConcurrency } from './concurrency-limit.ts';

/**
 * Chosen: the part of the connections that requests about the leagues of one machine may take. A machine that has just
 * frozen, and is not yet known to be lost, leaves the others to requests of other leagues.
 */
const shareOfMachine = 0.4;

/**
 * Answers requests about a league of a lost machine with 503 at once, and limits concurrent requests about the leagues
 * of each machine. Mount it after `receiveBody`, before the limit on all requests. It reads which league the request
 * names, and does nothing on a single Postgres. An id on a lost machine gets the same answer whether or not it is that
 * of a league.
 *
 * slowPaths  calls that wait for more than the database. They take no connections for long, so they are not limited here.
 */
export function limitMachines({ machines, pool }: Database, slowPaths: string[]): Router {
  const limits = new Map<number, RequestHandler>();
  const limitOf = (group: number) => {
    const limit = limits.get(group) ?? limitConcurrency(Math.ceil(pool.options.max * shareOfMachine));
    limits.set(group, limit);
    return limit;
  };

  /** `leagueId` may be anything that the client sent. */
  const limited =
    (leagueOf: (req: Request) => unknown, limitFor = limitOf): RequestHandler =>
    (req, res, next) => {
      if (machines.all().length === 0) return next();
      const leagueId = leagueOf(req);
      if (typeof leagueId !== 'string') return next();
      if (machines.unreachable([leagueId]).length > 0) throw leagueUnreachable();
      const group = machines.of(leagueId);
      if (group === null) return next();
      limitFor(group)(req, res, next);
    };

  const router = Router();
  router.all(
    slowPaths,
    limited(
      ({ params }) => params.id,
      () => unlimited,
    ),
    (_req, _res, next) => next('router'),
  );
  router.use(
    '/api/groups/:id',
    limited(({ params }) => params.id),
  );
  router.use(
    '/api/users/:userId/bets',
    limited(({ query }) => query.groupId),
  );
  router.post([placeBet.path, placeParlay.path], limited(leagueOfBody));
  return router;
}

const unlimited: RequestHandler = (_req, _res, next) => next();

/** The league that the body names. Undefined if the body cannot be read: the route refuses it later. */
function leagueOfBody(req: Request): unknown {
  try {
    const body: unknown = req.body;
    return body instanceof Object && 'groupId' in body ? body.groupId : undefined;
  } catch {
    return undefined;
  }
}

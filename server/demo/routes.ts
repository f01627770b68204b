import { Router } from 'express';
import type { Logger } from 'pino';
import { site, startDemo } from '#shared/api/site.ts';
import type { Db } from '../db/connection.ts';
import type { Env } from '../env.ts';
import { addressKey } from '../http/address.ts';
import type { Limits } from '../http/limits.ts';
import { mount, mountWithSession } from '../http/mount.ts';
import type { Sessions } from '../http/session.ts';
import { Refusal } from '../lib/refusal.ts';
import { deleteDevicesOfOthersIn } from '../push/store.ts';
import { presentUser } from '../users/present.ts';
import type { Demo } from './service.ts';

type DemoDeps = {
  env: Env;
  db: Db;
  /** Null if this installation has no demo. */
  demo: Demo | null;
  sessions: Sessions;
  limits: Limits;
  clock: () => Date;
  log: Logger;
};

/**
 * `/api/site`, and the start of a demo. Starting one signs the visitor in and counts towards the sign-up rate limit.
 */
export function demoRoutes({ env, db, demo, sessions, limits, clock, log }: DemoDeps): Router {
  const router = Router();

  mount(router, site, async () => ({ simulated: env.FEED === 'simulated', demo: demo !== null }));

  mountWithSession(router, startDemo, sessions, async ({ ip, session }) => {
    if (!demo) throw new Refusal(404, 'no-demo', 'There is no demo here');
    await limits.signUpsOfAddress.use(addressKey(ip));
    const user = await demo.start(clock());
    await session.signIn(user);
    await deleteDevicesOfOthersIn(db, user.id, session.device.id);
    log.info({ userId: user.id }, 'demo started');
    return presentUser(user);
  });

  return router;
}

import { Router } from 'express';
import type { Logger } from 'pino';
import { calendarLink, makeCalendarLink, removeCalendarLink } from '#shared/api/calendar.ts';
import { digest } from '../auth/digest.ts';
import type { Database } from '../db/connection.ts';
import { mount } from '../http/mount.ts';
import { Refusal } from '../lib/refusal.ts';
import { calendarText } from './format.ts';
import { listEvents, makeLink, removeLink, userOfSecret } from './service.ts';
import { findLinkTime } from './store.ts';

type Deps = {
  database: Database;
  clock: () => Date;
  /** The public URL of the app, for links in the events. */
  site: string;
  log: Logger;
};

/** The calls about one's own calendar link, and the calendar itself, which programs read without a session. */
export function calendarRoutes({ database, clock, site, log }: Deps): Router {
  const router = Router();
  const { db } = database;

  mount(router, calendarLink, async ({ user }) => {
    const madeAt = await findLinkTime(db, user.id);
    return { madeAt: madeAt?.toISOString() ?? null };
  });

  mount(router, makeCalendarLink, async ({ user }) => {
    const { path, madeAt } = await makeLink(db, user.id);
    log.info({ userId: user.id }, 'calendar link made');
    return { path, madeAt: madeAt.toISOString() };
  });

  mount(router, removeCalendarLink, async ({ user }) => {
    await removeLink(db, user.id);
    log.info({ userId: user.id }, 'calendar link removed');
    return { message: 'Your calendar link has been removed.' };
  });

  router.get('/calendar/:secret.ics', async (req, res) => {
    const userId = await userOfSecret(db, req.params.secret);
    if (!userId) throw new Refusal(404, 'not-found', 'Not found');
    const now = clock();
    const events = await listEvents(database, userId, now, site);
    res.set({
      'Cache-Control': 'private, no-cache',
      ETag: `W/"${digest(JSON.stringify(events))}"`, // weak: DTSTAMP differs in each text
      'Content-Disposition': 'inline; filename="ching.ics"',
      'X-Robots-Tag': 'noindex',
    });
    if (req.fresh) return void res.status(304).end();
    res.type('text/calendar; charset=utf-8').send(calendarText(events, now));
  });

  return router;
}

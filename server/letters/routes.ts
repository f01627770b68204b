import { type Request, Router } from 'express';
import type { Logger } from 'pino';
import { askMailConfirmation, confirmMail, unsubscribe, unsubscribePath } from '#shared/api/mail.ts';
import { digest } from '../auth/digest.ts';
import type { Database } from '../db/connection.ts';
import { addressKey } from '../http/address.ts';
import { countConfirmation, type Limits } from '../http/limits.ts';
import { mount } from '../http/mount.ts';
import { askConfirmation, confirmAddress, readMailAddress, requireAddress } from '../preferences/mail-address.ts';
import { normalEmail } from '../users/store.ts';
import { endMail } from './unsubscribe.ts';

type Deps = { database: Database; limits: Limits; linkKey: Buffer; log: Logger };

/** The calls about mailed links, and the address to which mail programs post to end mail. */
export function letterRoutes({ database, limits, linkKey, log }: Deps): Router {
  const router = Router();
  const { db, withTx } = database;

  mount(router, askMailConfirmation, async ({ user, ip }) => {
    const address = await readMailAddress(db, user.id);
    requireAddress(address);
    if (!address.isConfirmed) {
      await countConfirmation(limits, digest(normalEmail(address.email)), ip);
      await withTx((tx) => askConfirmation(tx, user.id, { onlyFirst: false }));
    }
    return { message: 'A letter is on its way' };
  });

  mount(router, confirmMail, async ({ body: { token }, ip }) => {
    await limits.mailLinksOfAddress(addressKey(ip));
    await confirmAddress(db, token);
    return { message: 'Mail is switched on' };
  });

  const end = async (token: string, ip: string | undefined) => {
    await limits.mailLinksOfAddress(addressKey(ip));
    await endMail(database, linkKey, token);
    log.info('mail ended by its link');
    return { message: 'This mail is switched off' };
  };
  mount(router, unsubscribe, ({ body: { token }, ip }) => end(token, ip));
  // Mail programs post here without a session, as a form (RFC 8058 §3.1): the token is the whole proof, and the body is
  // not read. A GET is the page with the button, which the client renders: scanners open links.
  router.post(unsubscribePath(':token'), async (req: Request<{ token: string }>, res) => {
    res.set('Cache-Control', 'no-store').json(await end(req.params.token, req.ip));
  });

  return router;
}

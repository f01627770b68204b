import { type RequestHandler, Router } from 'express';
import { accountHeader, nobody } from '#shared/api/account.ts';
import { forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import { startDemo } from '#shared/api/site.ts';
import { Refusal } from '../lib/refusal.ts';

/** Calls that a signed-out page may make after a sign-in in another tab: they replace the session, or do not use it. */
const forVisitors = [register, login, forgotPassword, resetPassword, startDemo].map(({ path }) => path);

/**
 * Refuses (409) unsafe calls whose page was rendered for another account than the session's: two people may share a
 * browser. Mount it after the session. Signing out is exempt: it ends any session. Callers without the header are
 * served. Why: docs/decisions/page-of-one-account.md.
 */
export function refuseOtherAccounts(): Router {
  const router = Router();
  router.post(logout.path, (_req, _res, next) => next('router'));
  router.post(forVisitors, (req, _res, next) => next(req.get(accountHeader) === nobody ? 'router' : undefined));
  router.use('/api', refuseOtherAccount);
  return router;
}

const refuseOtherAccount: RequestHandler = (req, _res, next) => {
  const believed = req.get(accountHeader);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead || believed === undefined || !req.user || believed === req.user.id) return next();
  throw new Refusal(409, 'other-account', 'Another account is signed in now. Nothing was placed or changed.');
};

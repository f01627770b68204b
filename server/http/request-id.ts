import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

const ids = new WeakMap<Request, string>();

/**
 * Fields for log lines about a request: an id that is the same in every line of the request, the address and the user.
 */
export function callerOf(req: Request): { requestId: string; ip: string | undefined; userId: string | undefined } {
  const requestId = ids.get(req) ?? randomUUID();
  ids.set(req, requestId);
  return { requestId, ip: req.ip, userId: req.user?.id };
}

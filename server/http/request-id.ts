import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

const ids = new WeakMap<Request, string>();

/** Who caused a line of the log: the same request id in every line of one request, its address, and its user, if any. */
export function callerOf(req: Request): { requestId: string; ip: string | undefined; userId: string | undefined } {
  const requestId = ids.get(req) ?? randomUUID();
  ids.set(req, requestId);
  return { requestId, ip: req.ip, userId: req.user?.id };
}

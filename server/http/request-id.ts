import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

const ids = new WeakMap<Request, string>();

/** Fields for log lines about a request. `requestId` is the same in every line of the request. */
export type Caller = { requestId: string; ip: string | undefined; userId: string | undefined };

export function callerOf(req: Request): Caller {
  const requestId = ids.get(req) ?? randomUUID();
  ids.set(req, requestId);
  return { requestId, ip: req.ip, userId: req.user?.id };
}

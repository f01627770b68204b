import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { RefusalBody } from '#shared/api/errors.ts';
import { isUnreachable, sqlState } from '../db/connection.ts';
import { busy, Refusal } from '../lib/refusal.ts';
import { sendLast } from './body.ts';
import { callerOf } from './request-id.ts';

/** Values that no column can store. A broken constraint (class 23) is not among them: no input can cause one. */
const wrongInput = new Set(['22P02', '22003', '22021', '22007', '22008', '54000']);
/** Serialization failure, deadlock, lock timeout, statement timeout: a retry may succeed. */
const transientStates = new Set(['40001', '40P01', '55P03', '57014']);

export const unknownRoute: RequestHandler = () => {
  throw new Refusal(404, 'not-found', 'Not found');
};

/**
 * Turns errors into responses, in this one place. A refusal is sent with its message; any other error is answered with
 * a generic one. Neither SQL nor its values reach the client, and the values do not reach the log. Why:
 * docs/decisions/answers-and-errors.md, docs/security.md#errors-logs-and-secrets.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const refusal = logError(log, req, error);
    if (refusal) {
      if (res.headersSent) return void res.destroy(); // so that the client does not take a part for the whole response
      if (refusal.retryAfter !== undefined) res.set('Retry-After', String(refusal.retryAfter));
      const { message, code, current } = refusal;
      const body: RefusalBody = current ? { message, code, current } : { message, code };
      return sendLast(req, res.status(refusal.status), body);
    }
    if (res.headersSent) return void res.destroy();
    const body: RefusalBody = {
      message: 'Something went wrong',
      code: 'unexpected',
      requestId: callerOf(req).requestId,
    };
    sendLast(req, res.status(500), body);
  };
}

/** Logs an error of a request. Returns the refusal that it is or counts as; null for one that nobody expected. */
export function logError(log: Logger, req: Request, error: unknown): Refusal | null {
  const { method } = req;
  const path = loggedPath(req);
  const refusal = toRefusal(error);
  if (!refusal) log.error({ ...callerOf(req), method, path, err: error }, 'unexpected error');
  else {
    if (refusal.status >= 500) log.warn({ ...callerOf(req), path, err: error }, 'could not serve');
    if (refusal.status === 403) log.info({ ...callerOf(req), method, path, code: refusal.code }, 'forbidden');
    if (refusal.limit) log.info({ ...callerOf(req), path, limit: refusal.limit }, 'limit reached');
  }
  return refusal;
}

/**
 * The path for the log. Outside of the API all after its first part is left out: a calendar's path is a secret, and
 * whoever reads a join code could join. Of the API the path of an invitation has such a code.
 */
function loggedPath({ path }: Request): string {
  const isOpen = path.startsWith('/api/') && !/^\/api\/groups\/invite\//i.test(path);
  return isOpen ? path : path.replace(/^(\/api\/groups\/invite\/|\/[^/]*\/).+/i, '$1…');
}

function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const request = requestError(error);
  if (request) return request;
  const state = sqlState(error);
  if (state !== null) {
    if (wrongInput.has(state)) return new Refusal(400, 'bad-input', 'Invalid input');
    if (transientStates.has(state)) return busy();
  }
  return isUnreachable(error) ? unavailable() : null;
}

function unavailable(): Refusal {
  return new Refusal(503, 'unavailable', 'The database cannot be reached. Please try again.', { retryAfter: 2 });
}

/** The refusal for an error of Express before any handler ran: a path that cannot be decoded. */
function requestError(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  return new Refusal(status, 'bad-input', 'The request could not be read');
}

import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import {
  type Access,
  type BodyOutput,
  type Endpoint,
  type ParamsOutput,
  type ReplyInput,
  unreachableHeader,
} from '#shared/api/endpoint.ts';
import { firstIssue, issueWords } from '#shared/api/errors.ts';
import { badInput, unauthorized } from '../lib/refusal.ts';
import type { AnswerFile, LongAnswers, Parts } from './long-answers.ts';
import { callerOf, type Caller as LoggedCaller } from './request-id.ts';
import type { CallSession, Sessions } from './session.ts';

/** All that a session proves. Rights are read from the database for each request, never stored in the session. */
type SignedIn = { id: string };

type Caller<E extends Endpoint> = E['access'] extends 'all' ? SignedIn | null : SignedIn;

type Call<E extends Endpoint, Proof> = {
  user: Caller<E>;
  params: ParamsOutput<E>;
  body: BodyOutput<E>;
  proof: Proof;
  idempotencyKey: string | null;
  /** The caller's network address, read through as many proxies as TRUST_PROXY_HOPS says. */
  ip: string | undefined;
  /** Fields for log lines about the call. */
  caller(): LoggedCaller;
  /** Says in the answer how many of the caller's leagues it leaves out. */
  leaveOut(leagues: number): void;
};

/**
 * Proves the caller's right or refuses, before the body is validated. `body` is parsed JSON of any shape. Reading
 * `body` may throw a refusal (http/body.ts), so a right that needs only the path must not read it.
 */
type Right<E extends Endpoint, Proof> = (asked: {
  user: Caller<E>;
  params: ParamsOutput<E>;
  body: unknown;
}) => Promise<Proof>;

type Handler<E extends Endpoint, Proof> = (
  call: Call<E, Proof> & {
    /** Answers 200: the call has found what it would create. */
    found(): void;
  },
) => Promise<ReplyInput<E>>;

/**
 * Serves an endpoint: checks the session, then the right, then the body, then calls the handler. The error handler
 * answers refusals. Why in this order: docs/decisions/answers-and-errors.md.
 */
export function mount<E extends Endpoint>(router: Router, endpoint: E, handler: Handler<E, null>): void {
  mountWithRight(router, endpoint, noRight, handler);
}

/**
 * `mount` for calls that start or end a session, or read or set the browser's device cookie. The handlers of other
 * calls get no session.
 */
export function mountWithSession<E extends Endpoint>(
  router: Router,
  endpoint: E,
  sessions: Sessions,
  handler: (call: Call<E, null> & { session: CallSession }) => Promise<ReplyInput<E>>,
): void {
  serve(router, endpoint, noRight, async (call, res) => {
    res.status(endpoint.status).json(await handler({ ...call, session: sessions.of(res.req) }));
  });
}

/** The `right` of a call that needs no right in a league: it proves nothing and never refuses. */
export const noRight = async () => null;

/** `mount` for calls that need a right in a league. `right` proves it or refuses. */
export function mountWithRight<E extends Endpoint, Proof>(
  router: Router,
  endpoint: E,
  right: Right<E, Proof>,
  handler: Handler<E, Proof>,
): void {
  serve(router, endpoint, right, async (call, res) => {
    let { status } = endpoint;
    const found = () => {
      status = 200;
    };
    const reply = await handler({ ...call, found });
    res.status(status).json(reply);
  });
}

/**
 * `mountWithRight` for a reply that may be long. The handler returns JSON cut into parts anywhere; nothing checks that
 * the JSON has the reply's shape. A part is made only once the connection has taken most of the parts before it. Refuse
 * before the first part: an error after the response has begun cuts the connection.
 */
export function mountBytes<E extends Endpoint, Proof>(
  router: Router,
  endpoint: E,
  right: Right<E, Proof>,
  answers: LongAnswers,
  handler: (call: Call<E, Proof>) => Promise<Parts>,
): void {
  serve(router, endpoint, right, async (call, res) => {
    const { id } = call.user as SignedIn;
    await answers.send(res.status(endpoint.status), id, await handler(call));
  });
}

/** `mountBytes` for a reply that is a file to save, of this type and name. */
export function mountFile<E extends Endpoint, Proof>(
  router: Router,
  endpoint: E,
  right: Right<E, Proof>,
  answers: LongAnswers,
  handler: (call: Call<E, Proof>) => Promise<AnswerFile & { parts: Parts }>,
): void {
  serve(router, endpoint, right, async (call, res) => {
    const { id } = call.user as SignedIn;
    const { parts, ...file } = await handler(call);
    await answers.send(res.status(endpoint.status), id, parts, file);
  });
}

function serve<E extends Endpoint, Proof>(
  router: Router,
  endpoint: E,
  right: Right<E, Proof>,
  answer: (call: Call<E, Proof>, res: Response) => Promise<void>,
): void {
  const { onlyWith } = endpoint;
  const handle: RequestHandler = async (req, res, next) => {
    if (onlyWith.length > 0 && !onlyWith.some((name) => name in req.query)) return next('route');
    const user = signedIn(endpoint.access, req.user?.id) as Caller<E>;
    const params = paramsOf(endpoint, req);
    const proof = await right({
      user,
      params,
      get body(): unknown {
        return req.body;
      },
    });
    const body = (endpoint.body && read(endpoint.body, req.body)) as BodyOutput<E>;
    // A call that needs no session ignores the header, so that a malformed one cannot refuse a sign-out.
    const idempotencyKey = endpoint.access === 'all' ? null : keyOf(req.get('idempotency-key'));
    const caller = () => callerOf(req);
    const leaveOut = (leagues: number) => {
      if (leagues > 0) res.setHeader(unreachableHeader, leagues);
    };
    const call = { user, params, body, proof, idempotencyKey, ip: req.ip, caller, leaveOut };
    await answer(call, res);
  };
  router[endpoint.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](endpoint.path, handle);
}

/** Validates path and query parameters. A path parameter overrides a query parameter of the same name. */
export function paramsOf<E extends Endpoint>(endpoint: E, { query, params }: Request): ParamsOutput<E> {
  return (endpoint.params && read(endpoint.params, { ...query, ...params })) as ParamsOutput<E>;
}

function signedIn(access: Access, id: string | undefined): SignedIn | null {
  if (id) return { id };
  if (access !== 'all') throw unauthorized();
  return null;
}

/** Parses input with its schema. Refuses (400) with what is wrong with the first wrong field. */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw badInput(issueWords(firstIssue(parsed.error)));
}

/**
 * Validates an Idempotency-Key, which the client makes for each ticket. Refuses (400) a malformed one; null without
 * one.
 */
function keyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!/^[\w-]{8,100}$/.test(header)) throw badInput('Idempotency-Key is not usable');
  return header;
}

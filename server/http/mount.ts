import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import type { Access, BodyOutput, Endpoint, ParamsOutput, ReplyInput } from '#shared/api/endpoint.ts';
import { issueWords } from '#shared/api/errors.ts';
import { badInput, unauthorized } from '../lib/refusal.ts';
import type { LongAnswers, Parts } from './long-answers.ts';

/** What the session proves of a caller. Rights are read for each request, never kept in the session. */
type SignedIn = { id: string };

type Caller<E extends Endpoint> = E['access'] extends 'all' ? SignedIn | null : SignedIn;

type Call<E extends Endpoint, Proof> = {
  user: Caller<E>;
  params: ParamsOutput<E>;
  body: BodyOutput<E>;
  proof: Proof;
  idempotencyKey: string | null;
  /** The caller's network address, as far as the proxies in front are trusted. */
  ip: string | undefined;
};

/**
 * Finds the caller's right before the body is judged. `body` is parsed JSON of any shape; reading it throws where there is
 * none (http/body.ts), so a right that needs only the path does not read it.
 */
type Right<E extends Endpoint, Proof> = (asked: {
  user: Caller<E>;
  params: ParamsOutput<E>;
  body: unknown;
}) => Promise<Proof>;

type Handler<E extends Endpoint, Proof> = (call: Call<E, Proof>) => Promise<ReplyInput<E>>;

/** Serves an endpoint: session, then right, then body, then the handler, whose refusals the error handler answers. */
export function mount<E extends Endpoint>(router: Router, endpoint: E, handler: Handler<E, null>): void {
  mountWithRight(router, endpoint, async () => null, handler);
}

/** `mount` for calls that need a right in a league: `right` proves it or refuses. */
export function mountWithRight<E extends Endpoint, Proof>(
  router: Router,
  endpoint: E,
  right: Right<E, Proof>,
  handler: Handler<E, Proof>,
): void {
  serve(router, endpoint, right, async (call, res) => {
    res.status(endpoint.status).json(await handler(call));
  });
}

/**
 * `mountWithRight` for a reply that may be long: the handler gives it as JSON, cut into parts anywhere, and answers for its
 * shape. A part is made only when the connection has taken most of those before it. What may refuse must have done so when
 * the first part is there: an error after the answer has begun cuts the connection.
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

function serve<E extends Endpoint, Proof>(
  router: Router,
  endpoint: E,
  right: Right<E, Proof>,
  answer: (call: Call<E, Proof>, res: Response) => Promise<void>,
): void {
  const handle: RequestHandler = async (req, res) => {
    const user = signedIn(endpoint.access, req.user?.id);
    const params = paramsOf(endpoint, req);
    const caller = user as Caller<E>;
    const proof = await right({
      user: caller,
      params,
      get body(): unknown {
        return req.body;
      },
    });
    const body = (endpoint.body && read(endpoint.body, req.body)) as BodyOutput<E>;
    const idempotencyKey = keyOf(req.get('idempotency-key'));
    await answer({ user: caller, params, body, proof, idempotencyKey, ip: req.ip }, res);
  };
  router[endpoint.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'](endpoint.path, handle);
}

/** A placeholder of the path stands above a query key of the same name. */
export function paramsOf<E extends Endpoint>(endpoint: E, { query, params }: Request): ParamsOutput<E> {
  return read(endpoint.params, { ...query, ...params }) as ParamsOutput<E>;
}

function signedIn(access: Access, id: string | undefined): SignedIn | null {
  if (id) return { id };
  if (access !== 'all') throw unauthorized();
  return null;
}

/** Parses input with its schema; the refusal says what is wrong with the first field that is. */
export function read(schema: z.ZodType | null, input: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw badInput(issueWords(parsed.error));
}

/** One per ticket, made by the client; whatever could not be one is refused. */
function keyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!/^[\w-]{8,100}$/.test(header)) throw badInput('Idempotency-Key is not usable');
  return header;
}

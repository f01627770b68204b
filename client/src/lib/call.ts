import type { z } from 'zod';
import { accountHeader, nobody } from '#shared/api/account.ts';
import {
  addressOf,
  type BodyInput,
  type Endpoint,
  type ParamsInput,
  type ReplyOutput,
  unreachableHeader,
} from '#shared/api/endpoint.ts';
import { firstIssue, issueWords, type Labels, type RefusalRead, refusalBody } from '#shared/api/errors.ts';
import { accountOfPage } from './account.ts';
import { demoUserId } from './demo-user.ts';
import { serverClock } from './server-clock.ts';

type CallErrorMore = { statusText?: string; field?: string | null };

/**
 * A reply that is not OK. The message is status, colon, space and body or status text. Source:
 * docs/screens.md#calls-and-refreshing.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** The parsed body; null when the reply is not a refusal of this server, such as a proxy's error page. */
  readonly refusal: RefusalRead | null;
  /** The name of the wrong field of a body that was not sent; null for a reply of the server. */
  readonly field: string | null;

  constructor(status: number, text: string, { statusText = '', field = null }: CallErrorMore = {}) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.refusal = parseRefusal(text);
    this.field = field;
  }
}

/**
 * No whole reply: offline, connection refused, or lost before the end of the body. The server may or may not have
 * executed the request.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

type Options<E extends Endpoint> = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Name the fields of the body in the message about one that is not sent. */
  labels?: Labels;
} & (E['params'] extends z.ZodType ? { params: ParamsInput<E> } : { params?: undefined }) &
  (E['body'] extends z.ZodType ? { body: BodyInput<E> } : { body?: undefined });

export type CallOptions<E extends Endpoint> =
  Partial<Options<E>> extends Options<E> ? [options?: Options<E>] : [options: Options<E>];

/** The reply of a call over all leagues of the viewer. */
export type OverLeagues<Reply> = {
  reply: Reply;
  /** The number of leagues that the reply leaves out, because they cannot be reached. */
  unreachable: number;
};

/**
 * Calls the endpoint and returns its reply, parsed by its schema. All requests of the client go through here.
 *
 * Sends cookies, and a JSON content type with a body. Requests other than GET carry the account that the page was
 * rendered for, so that the server can refuse them when another account is signed in. A body that the server's schema
 * would refuse is not sent: it fails with status 400 and the same message, with the field's label for its name. An
 * aborted call rejects with the signal's reason. Throws CallError for a reply that is not OK, NoAnswerError without a
 * whole reply. Source: docs/screens.md#calls-and-refreshing.
 */
export async function call<E extends Endpoint>(endpoint: E, ...options: CallOptions<E>): Promise<ReplyOutput<E>> {
  return (await answerTo(endpoint, options)).reply;
}

/** `call` for a reply over all leagues of the viewer. */
export async function callOverLeagues<E extends Endpoint>(
  endpoint: E,
  ...options: CallOptions<E>
): Promise<OverLeagues<ReplyOutput<E>>> {
  const { reply, headers } = await answerTo(endpoint, options);
  return { reply, unreachable: Number(headers.get(unreachableHeader)) };
}

async function answerTo<E extends Endpoint>(
  endpoint: E,
  [options]: CallOptions<E>,
): Promise<{ reply: ReplyOutput<E>; headers: Headers }> {
  const { params, body, headers, signal, labels } = options ?? {};
  if (endpoint.body) checkBody(endpoint.body, body, labels);
  const { response, text } = await send(addressOf(endpoint, params), {
    method: endpoint.method,
    credentials: 'include',
    headers: headersOf(endpoint, headers, body !== undefined),
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!response.ok) throw new CallError(response.status, text, { statusText: response.statusText });
  const reply = endpoint.reply.parse(JSON.parse(text)) as ReplyOutput<E>;
  return { reply, headers: response.headers };
}

/** The words about a failed call for a person: the server's message, else `fallback`. */
export function wordsOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.refusal?.message) || fallback;
}

/** Whether the call failed because nobody is signed in. A failed sign-in does not count. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof CallError && error.status === 401 && error.message.includes('Unauthorized');
}

const otherAccountCode = 'other-account';

/** The error that the server's 409 `other-account` would be. For code that notices the other account itself. */
export function otherAccount(): CallError {
  return new CallError(409, JSON.stringify({ message: 'Another account is signed in now', code: otherAccountCode }));
}

/** Whether the call failed because another account is signed in than the page's. */
export function isOtherAccount(error: unknown): boolean {
  return error instanceof CallError && error.refusal?.code === otherAccountCode;
}

/** Whether the app itself reports the error: nobody, or another account than the page's, is signed in. */
export function isReportedElsewhere(error: unknown): boolean {
  return isUnauthorized(error) || isOtherAccount(error);
}

async function send(path: string, request: RequestInit): Promise<{ response: Response; text: string }> {
  const sentAt = Date.now();
  try {
    const response = await fetch(path, request);
    serverClock.learn(response.headers.get('date'), sentAt);
    return { response, text: await response.text() };
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new NoAnswerError('no answer', { cause });
  }
}

function headersOf(
  { method }: Endpoint,
  given: Record<string, string> | undefined,
  hasBody: boolean,
): Record<string, string> {
  const demo = demoUserId();
  const account = accountOfPage();
  return {
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(demo !== null && { 'x-demo-user': demo }),
    ...(method !== 'GET' && account !== undefined && { [accountHeader]: account ?? nobody }),
    ...given,
  };
}

function checkBody(schema: z.ZodType, body: unknown, labels?: Labels): void {
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  const issue = firstIssue(parsed.error);
  const message = issueWords(issue, labels);
  throw new CallError(400, JSON.stringify({ message, code: 'bad-input' }), { field: issue.field });
}

function parseRefusal(text: string): RefusalRead | null {
  try {
    return refusalBody().parse(JSON.parse(text));
  } catch {
    return null;
  }
}

import type { z } from 'zod';
import { accountHeader, nobody } from '#shared/api/account.ts';
import { addressOf, type BodyInput, type Endpoint, type ParamsInput, type ReplyOutput } from '#shared/api/endpoint.ts';
import { issueWords, type RefusalRead, refusalBody } from '#shared/api/errors.ts';
import { accountOfPage } from './account.ts';
import { demoUserId } from './demo-user.ts';
import { parseReply } from './parse-reply.ts';
import { serverClock } from './server-clock.ts';

/** Every answer that is not OK. The message is the status, a colon and what came back, in the form of spec §8. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** What the server said and why; null when the answer was no refusal of ours (a proxy's page, say). */
  readonly refusal: RefusalRead | null;

  constructor(status: number, text: string, statusText = '') {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.refusal = refusalIn(text);
  }
}

/** No answer came at all: offline, refused or cut off. Whether the server acted is not known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

type Options<E extends Endpoint> = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
} & (E['params'] extends z.ZodType ? { params: ParamsInput<E> } : { params?: undefined }) &
  (E['body'] extends z.ZodType ? { body: BodyInput<E> } : { body?: undefined });

export type CallOptions<E extends Endpoint> =
  Partial<Options<E>> extends Options<E> ? [options?: Options<E>] : [options: Options<E>];

/**
 * What the endpoint answers, parsed by its schema: the only fetch of the client.
 *
 * Cookies go along; a JSON content type only with a body. Calls other than GET name the account that the page was drawn
 * for, so that the server can refuse them once another one is signed in. A body that the server's own schema would refuse
 * is refused here with the same words and status 400. An aborted call rejects with the signal's reason.
 * Throws CallError for any answer that is not OK, NoAnswerError when none came. Source: spec §7 and §8.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: CallOptions<E>): Promise<ReplyOutput<E>> {
  const { params, body, headers, signal } = options ?? {};
  if (endpoint.body) refuseUnsendable(endpoint.body, body);
  const response = await answer(addressOf(endpoint, params), {
    method: endpoint.method,
    credentials: 'include',
    headers: headersOf(endpoint, headers, body !== undefined),
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, text, response.statusText);
  return (await parseReply(endpoint.reply, text, signal)) as ReplyOutput<E>;
}

/** What to tell a person about a failed call: the server's words where it sent any, else `fallback`. */
export function wordsOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.refusal?.message) || fallback;
}

/** Whether the call failed because nobody is signed in; a refused sign-in is not that. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof CallError && error.status === 401 && error.message.includes('Unauthorized');
}

const otherAccountCode = 'other-account';

/** The server's refusal of a call for another account than the session's, where the client finds out by itself. */
export function otherAccount(): CallError {
  return new CallError(409, JSON.stringify({ message: 'Another account is signed in now', code: otherAccountCode }));
}

/** Whether the call failed because another account is signed in than the one that the page was drawn for. */
export function isOtherAccount(error: unknown): boolean {
  return error instanceof CallError && error.refusal?.code === otherAccountCode;
}

async function answer(path: string, request: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  try {
    const response = await fetch(path, request);
    serverClock.learn(response.headers.get('date'), askedAt);
    return response;
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

function refuseUnsendable(schema: z.ZodType, body: unknown): void {
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  throw new CallError(400, JSON.stringify({ message: issueWords(parsed.error), code: 'bad-input' }));
}

function refusalIn(text: string): RefusalRead | null {
  try {
    return refusalBody().parse(JSON.parse(text));
  } catch {
    return null;
  }
}

import type { ChatFailure, ChatService } from '#shared/domain/chat.ts';
import type { ChatText } from '#shared/words/chat-words.ts';
import { NoOutgoingAnswer, post } from '../lib/outgoing-request.ts';
import { bodyOf } from './message.ts';
import { type ChatOrigins, webhookOf } from './services.ts';

/**
 * `failure` is null if the service took the message; after 'silent' it may have. `status` is null if no service answered; `code`
 * then says why.
 */
export type PostOutcome = {
  failure: ChatFailure | null;
  status: number | null;
  code: string | null;
  retryAfterMs: number | null;
};

type Posting = {
  chat: { service: ChatService; address: string };
  text: ChatText;
  origins: ChatOrigins;
  timeoutMs: number;
  stop?: AbortSignal | undefined;
};

/**
 * Posts one message to a webhook, which is checked again: the list may have become shorter since it was saved. Throws
 * only if nothing was sent.
 */
export async function postToChat({ chat, text, origins, timeoutMs, stop }: Posting): Promise<PostOutcome> {
  const webhook = webhookOf(chat.service, chat.address, origins);
  if (!webhook) return { failure: 'not-allowed', status: null, code: null, retryAfterMs: null };
  const { target, botId } = webhook;
  const headers = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' };
  try {
    const body = bodyOf(chat.service, text, botId);
    const { status, retryAfterMs } = await post({ target, headers, body, timeoutMs, stop, once: true });
    return { failure: failureOf(status), status, code: null, retryAfterMs };
  } catch (error) {
    if (!(error instanceof NoOutgoingAnswer)) throw error;
    const { code, wasSent } = error;
    const unsent = code === 'private-address' ? 'not-allowed' : 'unreachable';
    return { failure: wasSent ? 'silent' : unsent, status: null, code, retryAfterMs: null };
  }
}

/**
 * Statuses of a gateway that passed the message on and got no usable answer: the service behind it may have taken it.
 * Source: RFC 9110 §15.6.3 and §15.6.5. The numbers from 520 on are those of Cloudflare, a gateway of chat services.
 */
const unanswered: ReadonlySet<number> = new Set([502, 504, 520, 522, 524]);

function failureOf(status: number): ChatFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return 'gone';
  if (unanswered.has(status)) return 'silent';
  if (status === 429 || status === 420) return 'limited';
  return status >= 500 ? 'broken' : 'refused';
}

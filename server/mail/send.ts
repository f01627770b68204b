import type { Logger } from 'pino';
import type { Db } from '../db/connection.ts';
import { claimDue, type DueLetter, giveUp, markSent, postpone } from './store.ts';
import type { Transport } from './transport.ts';

/** How long to wait after each try that failed; after one more the letter is given up. A reset link lives for an hour. */
const retryAfterSeconds = [30, 120, 600];

/** The text of a letter as it is sent; null drops the letter. */
export type TextOf = (letter: DueLetter) => Promise<string | null>;

type Sending = { db: Db; transport: Transport; textOf: TextOf; log: Logger };

/**
 * Sends the letters that are due, one after the other; two workers never send the same one. Where the mail server does not
 * answer at all, the rest waits for the next run.
 *
 * stop  ends it at once with its own reason; a letter on its way is sent again later, since nobody knows whether it arrived.
 */
export async function sendDueLetters(sending: Sending, stop?: AbortSignal): Promise<void> {
  const { db } = sending;
  const stopped = new Promise<never>((_, reject) => {
    stop?.addEventListener('abort', () => reject(stop.reason));
  });
  const sendAll = async () => {
    let isAnswered = true;
    for (let letter = await claimDue(db); letter; letter = isAnswered ? await claimDue(db) : null) {
      isAnswered = await sendOne(sending, letter);
      stop?.throwIfAborted();
    }
  };
  await Promise.race([sendAll(), stopped]);
}

/** False when nobody was there to take it. */
async function sendOne({ db, transport, textOf, log }: Sending, letter: DueLetter): Promise<boolean> {
  const { id, attempts } = letter;
  const body = await textOf(letter);
  if (body === null) {
    await giveUp(db, id);
    return true;
  }
  try {
    await transport.send({ ...letter, body });
  } catch (error) {
    const wait = retryAfterSeconds[attempts - 1];
    // A server's own words may quote the letter, so they stay out of the log.
    const { code, responseCode } = codesOf(error);
    log.warn(
      { letterId: id, attempts, code, responseCode },
      wait ? 'mail not sent, to be tried again' : 'mail given up',
    );
    await (wait ? postpone(db, id, wait) : giveUp(db, id));
    return responseCode !== undefined;
  }
  await markSent(db, id);
  return true;
}

/** `responseCode` is what the mail server answered; there is none where none answered. */
function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  return error instanceof Error ? Object.fromEntries(Object.entries(error)) : {};
}

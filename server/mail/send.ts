import type { Logger } from 'pino';
import type { MailFailure } from '#shared/domain/mail-failure.ts';
import { type Db, isUnreachable } from '../db/connection.ts';
import {
  claimDue,
  type DueLetter,
  drop,
  LetterHasToWait,
  markFailed,
  markSent,
  putOff,
  type Written,
} from './store.ts';
import type { Transport } from './transport.ts';

/**
 * Chosen: the wait after each failed try; after one more failure the letter is given up. A reset link is valid for an
 * hour.
 */
const retryDelaysSeconds = [30, 120, 600];

/** Chosen: a lost machine is checked for its return every few seconds. */
const waitSeconds = 60;

/**
 * Returns the body of a letter at its sending, or all its words; null drops the letter. Throws LetterHasToWait if they
 * cannot be written now.
 */
export type TextOf = (letter: DueLetter) => Promise<string | Written | null>;

type Sending = { db: Db; transport: Pick<Transport, 'send'>; textOf: TextOf; log: Logger };

/**
 * Sends the letters that are due, one after another. Two workers never send the same letter. If the mail server does
 * not answer, the remaining letters wait for the next run.
 *
 * stop  rejects at once with its reason. A letter that is being sent then is sent again later: its outcome is unknown.
 */
export async function sendDueLetters(sending: Sending, stop?: AbortSignal): Promise<void> {
  const { db } = sending;
  const stopped = new Promise<never>((_, reject) => {
    stop?.addEventListener('abort', () => reject(stop.reason));
  });
  const sendAll = async () => {
    let isAnswered = true;
    for (let letter = await claimDue(db); letter; letter = isAnswered ? await claimDue(db) : null) {
      isAnswered = await sendOne(sending, letter, stop);
      stop?.throwIfAborted();
    }
  };
  await Promise.race([sendAll(), stopped]);
}

/**
 * Sends one letter. Returns false if no mail server answered. Rejects after `stop` has aborted, without a failure of the
 * letter: another run sends it.
 */
async function sendOne(
  { db, transport, textOf, log }: Sending,
  letter: DueLetter,
  stop: AbortSignal | undefined,
): Promise<boolean> {
  const { id } = letter;
  let text: Written | null;
  try {
    text = await writtenNow(textOf, letter);
  } catch (err) {
    if (err instanceof LetterHasToWait || isUnreachable(err)) await putOff(db, id, waitSeconds);
    else await failed({ db, log }, letter, 'unwritten', { err });
    return true;
  }
  if (text === null) {
    await drop(db, id);
    return true;
  }
  stop?.throwIfAborted();
  try {
    await transport.send({ ...letter, ...text });
  } catch (error) {
    stop?.throwIfAborted();
    // The server's message may quote the letter, so the log gets only the codes.
    const { code, responseCode } = codesOf(error);
    await failed({ db, log }, letter, failureOf(code, responseCode), { code, responseCode });
    return responseCode !== undefined;
  }
  await markSent(db, id);
  return true;
}

async function writtenNow(textOf: TextOf, letter: DueLetter): Promise<Written | null> {
  const text = await textOf(letter);
  return typeof text === 'string' ? { subject: letter.subject, body: text, unsubscribe: null } : text;
}

/** Sets the time of the next try of a letter that could not be sent, or gives it up. `why` goes to the log alone. */
async function failed(
  { db, log }: Pick<Sending, 'db' | 'log'>,
  { id, attempts }: DueLetter,
  failure: MailFailure,
  why: object,
): Promise<void> {
  const wait = retryDelaysSeconds[attempts - 1] ?? null;
  log.warn({ letterId: id, attempts, ...why }, wait ? 'mail not sent, to be tried again' : 'mail given up');
  await markFailed(db, id, failure, wait);
}

/** Source of the codes: RFC 5321 §4.2.1; nodemailer names a refused sign-in EAUTH. */
function failureOf(code: unknown, responseCode: unknown): MailFailure {
  if (code === 'EAUTH') return 'sign-in';
  if (typeof responseCode !== 'number') return 'silent';
  return responseCode >= 500 ? 'refused' : 'busy';
}

/** `responseCode` is the SMTP code of the mail server; undefined if no server answered. */
function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  return error instanceof Error ? Object.fromEntries(Object.entries(error)) : {};
}

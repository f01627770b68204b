import type { Logger } from 'pino';
import type { Database } from '../../db/connection.ts';
import { sendDueLetters } from '../../mail/send.ts';
import type { Transport } from '../../mail/transport.ts';
import type { Job } from '../run-job.ts';

/** Sends the letters that are owed. */
export function sendMail({ db }: Database, transport: Transport, log: Logger): Job {
  return { name: 'send mail', run: (stop) => sendDueLetters(db, transport, log, stop) };
}

import type { Logger } from 'pino';
import { textOfLetter } from '../../auth/service.ts';
import type { Database } from '../../db/connection.ts';
import { sendDueLetters } from '../../mail/send.ts';
import type { Transport } from '../../mail/transport.ts';
import type { Job } from '../run-job.ts';

/** Sends the queued letters that are due. `site` is the public address of the app. */
export function sendMail(database: Database, site: string, transport: Transport, log: Logger): Job {
  const { db } = database;
  const textOf = textOfLetter(database, site);
  return { name: 'send mail', run: (stop) => sendDueLetters({ db, transport, textOf, log }, stop) };
}

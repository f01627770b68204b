import type { Logger } from 'pino';
import { textOfLetter } from '../../auth/service.ts';
import type { Database } from '../../db/connection.ts';
import { writtenLetters } from '../../letters/text.ts';
import { linkKeyOf } from '../../letters/unsubscribe.ts';
import { sendDueLetters } from '../../mail/send.ts';
import type { Transport } from '../../mail/transport.ts';
import { type Job, longLimitMs } from '../run-job.ts';

type Mailing = {
  database: Database;
  /** The public address of the app. */
  site: string;
  sessionSecret: string;
  openTransport: () => Transport;
  log: Logger;
};

/** Sends the queued letters that are due. */
export function sendMail({ database, site, sessionSecret, openTransport, log }: Mailing): Job {
  const { db } = database;
  const textOf = writtenLetters(
    { database, site, linkKey: linkKeyOf(sessionSecret) },
    textOfLetter(database, site, sessionSecret),
  );
  return {
    name: 'send mail',
    limitMs: longLimitMs,
    run: async (stop) => {
      const transport = openTransport();
      try {
        await sendDueLetters({ db, transport, textOf, log }, stop);
      } finally {
        transport.close();
      }
    },
  };
}

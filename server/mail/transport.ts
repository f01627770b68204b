import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Env } from '../env.ts';
import type { DueLetter, Written } from './store.ts';

/** A letter with its words. */
export type Outgoing = Pick<DueLetter, 'id' | 'recipient'> & Pick<Written, 'subject' | 'body'> & Partial<Written>;

/** Delivers the letters of one run. */
export type Transport = {
  /** Throws if the letter could not be delivered. */
  send(letter: Outgoing): Promise<void>;
  /** Ends the connection, after the letter that is being sent. No further letter may be sent. */
  close(): void;
};

/** Chosen: docs/decisions/mail-outbox.md. The defaults of nodemailer would wait for minutes. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
/**
 * The letters of a run go over one connection: its greeting, encryption and sign-in take longer than a letter. The
 * server may end the connection between two letters. The next letter then gets a second connection, once. Chosen: mail
 * servers accept a hundred letters on one connection.
 */
const oneConnection = { pool: true, maxConnections: 1, maxMessages: 100, maxRequeues: 1 } as const;
/** Nodemailer must not read a file or a URL for a letter: all letters are plain text. */
const noOutsideAccess = { disableFileAccess: true, disableUrlAccess: true };

/** Delivers by SMTP if SMTP_URL is set; else writes files that a developer can open. */
export function mailTransport(env: Env, log: Logger): Transport {
  return env.SMTP_URL ? smtp(env.SMTP_URL, env.MAIL_FROM) : files(join(env.DATA_DIR, 'outbox'), env.MAIL_FROM, log);
}

function smtp(url: string, from: string): Transport {
  const open = () => createTransport({ url, ...oneConnection, ...timeouts, ...noOutsideAccess });
  let transporter = open();
  return {
    send: async (letter) => {
      const used = transporter;
      try {
        await used.sendMail(messageOf(letter, from));
      } catch (error) {
        // A server that has had enough letters on one connection refuses each further one there.
        used.close();
        transporter = open();
        throw error;
      }
    },
    close: () => transporter.close(),
  };
}

function files(folder: string, from: string, log: Logger): Transport {
  return {
    send: async (letter) => {
      const file = join(folder, `${letter.id}.eml`);
      await mkdir(folder, { recursive: true });
      // Under the name of a letter there is never a part of one, even if the process dies while it writes.
      await writeFile(`${file}.part`, fileOf(letter, from), { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ to: letter.recipient, subject: letter.subject, file }, 'mail written to a file');
    },
    close: () => undefined,
  };
}

/** The .eml file of a letter, not encoded: a person can read it as text, and no encoding breaks its link in two. */
function fileOf({ id, recipient, subject, body, unsubscribe }: Outgoing, from: string): string {
  const headers = {
    From: from,
    To: recipient,
    Subject: subject,
    Date: new Date().toUTCString(),
    'Message-ID': messageIdOf(id),
    ...unsubscribeHeaders(unsubscribe),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`);
  return [...head, '', ...body.split('\n'), ''].join('\r\n');
}

function messageOf({ id, recipient, subject, body, unsubscribe }: Outgoing, from: string) {
  // On one line, as mail programs like it: the library would fold after the colon.
  const headers = Object.fromEntries(
    Object.entries(unsubscribeHeaders(unsubscribe)).map(([name, value]) => {
      return [name, { prepared: true, foldLines: false, value }];
    }),
  );
  return { from, to: { name: '', address: recipient }, subject, text: body, messageId: messageIdOf(id), headers };
}

/** The headers by which a mail program ends such mail with one click. Source: RFC 8058 §3.1. */
function unsubscribeHeaders(link: string | null | undefined): Record<string, string> {
  return link ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};
}

/** The same id at each try, so that the receiver recognizes a letter that is delivered twice. */
function messageIdOf(id: string): string {
  return `<${id}@ching>`;
}

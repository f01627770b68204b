import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Env } from '../env.ts';
import type { DueLetter } from './store.ts';

/** Where letters go. Throws when one could not be handed over. */
export type Transport = { send(letter: DueLetter): Promise<void> };

/** Hardening A18; the defaults would wait for minutes. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
/** A letter is text: nothing in it may make this machine read a file or ask another. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** By SMTP where SMTP_URL says so, otherwise into files that a developer can open. */
export function mailTransport(env: Env, log: Logger): Transport {
  return env.SMTP_URL ? smtp(env.SMTP_URL, env.MAIL_FROM) : files(join(env.DATA_DIR, 'outbox'), env.MAIL_FROM, log);
}

function smtp(url: string, from: string): Transport {
  const transporter = createTransport({ url, ...timeouts, ...closed });
  return { send: async (letter) => void (await transporter.sendMail(messageOf(letter, from))) };
}

function files(folder: string, from: string, log: Logger): Transport {
  return {
    send: async (letter) => {
      const file = join(folder, `${letter.id}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(file, fileOf(letter, from), { mode: 0o600 });
      log.info({ to: letter.recipient, subject: letter.subject, file }, 'mail written to a file');
    },
  };
}

/** A message that mail programs open and a person can read as it stands: an encoded one would break the link in two. */
function fileOf({ id, recipient, subject, body }: DueLetter, from: string): string {
  const headers = {
    From: from,
    To: recipient,
    Subject: subject,
    Date: new Date().toUTCString(),
    'Message-ID': messageIdOf(id),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`);
  return [...head, '', ...body.split('\n'), ''].join('\r\n');
}

function messageOf({ id, recipient, subject, body }: DueLetter, from: string) {
  return { from, to: { name: '', address: recipient }, subject, text: body, messageId: messageIdOf(id) };
}

/** The letter's own, so that a receiver knows it again should it ever come twice. */
function messageIdOf(id: string): string {
  return `<${id}@ching>`;
}

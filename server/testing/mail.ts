import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { textOfLetter } from '../auth/service.ts';
import type { Db } from '../db/connection.ts';
import { siteUrl } from '../env.ts';
import { writtenLetters } from '../letters/text.ts';
import { linkKeyOf } from '../letters/unsubscribe.ts';
import { sendDueLetters } from '../mail/send.ts';
import type { Outgoing } from '../mail/transport.ts';
import { testSessionSecret, type World } from './world.ts';

type Letters = { subject: string; body: string; unsubscribe?: string | null }[];

/** All letters to an address as stored in the outbox, oldest first. */
export async function lettersTo(db: Db, email: string): Promise<Letters> {
  const { rows } = await db.execute<{ subject: string; body: string }>(sql`
    select subject, body from outbox where recipient = ${email} order by id`);
  return rows;
}

/** Sends all queued letters, as the worker does; returns those to an address, oldest first. */
export async function deliveredTo({ database, env, idle }: World, email: string): Promise<Letters> {
  await idle();
  const sent: Outgoing[] = [];
  const site = siteUrl(env);
  const linkKey = linkKeyOf(testSessionSecret);
  await sendDueLetters({
    db: database.db,
    transport: { send: async (letter) => void sent.push(letter) },
    textOf: writtenLetters({ database, site, linkKey }, textOfLetter(database, site, testSessionSecret)),
    log: pino({ level: 'silent' }),
  });
  return sent.filter(({ recipient }) => recipient === email);
}

/** Sends all queued letters; returns the tokens of the password reset links to an address, oldest first. */
export async function resetTokensTo(world: World, email: string): Promise<string[]> {
  const letters = await deliveredTo(world, email);
  return letters.flatMap(({ body }) => /\/reset-password\?token=([\w-]+)/.exec(body)?.[1] ?? []);
}

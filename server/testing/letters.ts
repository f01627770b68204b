import { confirmMail } from '#shared/api/mail.ts';
import { changeNoticeSettings } from '#shared/api/notice-settings.ts';
import type { MailKind } from '#shared/domain/notice-settings.ts';
import type { Database } from '../db/connection.ts';
import { queueLetters } from '../letters/queue.ts';
import type { NewNotice } from '../notifications/store.ts';
import { deliveredTo } from './mail.ts';
import type { Player, World } from './world.ts';

/** Sends all letters that wait; returns the tokens of links that confirm this player's address. */
export async function confirmationTokens(world: World, player: Player): Promise<string[]> {
  const letters = await deliveredTo(world, player.user.email);
  return letters.flatMap(({ body }) => /\/confirm-mail\?token=([\w-]+)/.exec(body)?.[1] ?? []);
}

/** Switches kinds of mail on for a player, who confirms the address by the mailed link. */
export async function mailTo(world: World, player: Player, ...kinds: MailKind[]): Promise<void> {
  const mail = Object.fromEntries(kinds.map((kind) => [kind, true]));
  await player.call(changeNoticeSettings, { body: { mail } });
  for (const token of await confirmationTokens(world, player)) {
    await world.visitor().call(confirmMail, { body: { token } });
  }
}

/** Makes every notice that waits for its letter due: a digest waits for Tuesday. */
export async function endWait({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('update mails set due_at = now() where due_at is not null');
}

/** Queues the letters that are due, sends them as the worker does, and returns those to a player. */
export async function lettersDue(world: World, player: Player) {
  await endWait(world.database);
  await queueLetters(world.database);
  return deliveredTo(world, player.user.email);
}

/** A notice of a frozen week, without having been written. */
export function aRecap(userId: string, leagueId: string, week = 6, winners = [userId]): NewNotice {
  const facts = { week, winners, sharing: winners.length, net: 9_091, place: 1 };
  return { kind: 'recap', userId, leagueId, subject: `${leagueId}:${week}`, version: 1, at: new Date(), facts };
}

/** A notice of final standings, without having been written. */
export function aFinal(userId: string, leagueId: string): NewNotice {
  const facts = { rank: 1, champions: [userId], sharing: 1, balance: 109_091 };
  return { kind: 'final', userId, leagueId, subject: leagueId, version: 1, at: new Date(), facts };
}

import { type Logger, pino } from 'pino';
import { login } from '#shared/api/auth.ts';
import { addPushDevice } from '#shared/api/push.ts';
import type { Database } from '../db/connection.ts';
import { pairOf } from '../push/keys.ts';
import { sendDuePushes } from '../push/send.ts';
import { contactOf, pushServices } from '../push/services.ts';
import { endQuietHours } from './quiet-hours.ts';
import type { TestSubscription } from './subscription.ts';
import { type Player, testPushKey, type Visitor, type World } from './world.ts';

/** Makes a browser of a player a device, and ends everybody's quiet hours. */
export async function addDevice(
  { database }: World,
  player: Player,
  subscription: TestSubscription,
  browser: Visitor = player,
) {
  await endQuietHours(database);
  return (await browser.call(addPushDevice, { body: subscription.body })).reply;
}

/** Sends the pushes that are due, as a worker does. */
export function sendPushes(
  { database, env }: Pick<World, 'env'> & { database: Database },
  log: Logger = pino({ level: 'silent' }),
  { stop, timeoutMs }: { stop?: AbortSignal; timeoutMs?: number } = {},
) {
  const keys = pairOf(testPushKey);
  return sendDuePushes({ database, keys, services: pushServices(env), contact: contactOf(env), log, timeoutMs }, stop);
}

/** Makes a further browser of the player a device. */
export async function addBrowser(world: World, player: Player, subscription: TestSubscription) {
  const browser = world.visitor();
  await browser.call(login, { body: { email: player.user.email, password: player.password } });
  return addDevice(world, player, subscription, browser);
}

/** A member of a league of two, whose browser is a device at a push service. */
export async function aReaderOf(world: World, service: { subscribe(): TestSubscription }) {
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  const league = await world.league(ann);
  await world.join(bob, league);
  const subscription = service.subscribe();
  const device = await addDevice(world, bob, subscription);
  return { ann, bob, league, subscription, device };
}

/** Makes every queued push due, as when the claim of a killed worker has expired or a retry's delay is over. */
export const makePushesDue = ({ database }: World) =>
  database.pool.query('update pushes set due_at = now() where due_at is not null');

/** The queued pushes. `wait`: the seconds until the next try; null if there is none. */
export async function queuedPushes({ database }: World) {
  const { rows } = await database.pool.query<{ attempts: number; wait: number | null; isSent: boolean }>(`
    select attempts, round(extract(epoch from due_at - now()))::int as wait, sent_at is not null as "isSent"
    from pushes order by notification_id, device_id`);
  return rows;
}

import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { addPushDevice } from '#shared/api/push.ts';
import type { Database } from '../db/connection.ts';
import { deleteSession, lockSession } from '../http/session-store.ts';
import { type AllowedServices, allowedTarget } from '../lib/allowed-target.ts';
import { newId } from '../lib/ids.ts';
import { badInput, unauthorized } from '../lib/refusal.ts';
import { setFirstTimeZone } from '../preferences/store.ts';
import { lockUsers } from '../users/store.ts';
import { isPublicKey } from './services.ts';
import { deleteDeviceIn, deleteSurplusDevices, type PushDeviceRow, replaceDevice, setAnswer } from './store.ts';

/** Chosen: more browsers than a person uses. The one that was not used for longest makes room for the next. */
export const mostDevices = 10;

/** The browser of a call: its session, its device cookie's id, and how a person recognizes it. */
type Browser = { sessionId: string; id: string; label: string };

/**
 * Stores a browser's subscription as a device of the user, the user's yes, and the first time zone. Replaces the
 * browser's device of before, also that of another user. Refuses an endpoint of no allowed service, and a key that
 * nothing can be encrypted for (400).
 *
 * Locks the session, so that a sign-out at the same time either waits and then deletes the device, or has it refused.
 */
export async function addDevice(
  { withTx }: Database,
  services: AllowedServices,
  userId: string,
  browser: Browser,
  { endpoint, keys: { p256dh, auth }, timeZone }: BodyOutput<typeof addPushDevice>,
): Promise<PushDeviceRow> {
  const target = allowedTarget(endpoint, services);
  if (!target) throw badInput('endpoint is no address of a known push service');
  if (!isPublicKey(p256dh)) throw badInput('p256dh is not a public key');
  return withTx(async (tx) => {
    await lockUsers(tx, [userId]);
    if (!(await lockSession(tx, browser.sessionId))) throw unauthorized();
    const device = await replaceDevice(tx, {
      id: newId(),
      userId,
      endpoint: target.url.href,
      p256dh,
      auth,
      browser: browser.id,
      label: browser.label,
    });
    await deleteSurplusDevices(tx, userId, mostDevices);
    await setAnswer(tx, userId, true);
    if (timeZone !== undefined) await setFirstTimeZone(tx, userId, timeZone);
    return device;
  });
}

/** Ends the user's session in a browser, and removes the browser from the user's devices, both or neither. */
export async function endOnBrowser(
  { withTx }: Database,
  userId: string,
  browser: Omit<Browser, 'label'>,
): Promise<void> {
  await withTx(async (tx) => {
    await deleteSession(tx, browser.sessionId);
    await deleteDeviceIn(tx, userId, browser.id);
  });
}

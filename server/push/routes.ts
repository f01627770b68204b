import { Router } from 'express';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { addPushDevice, declinePush, pushState, removePushDevice } from '#shared/api/push.ts';
import type { Database } from '../db/connection.ts';
import type { Env } from '../env.ts';
import { labelOf } from '../http/browser-label.ts';
import { mount, mountWithSession } from '../http/mount.ts';
import type { Sessions } from '../http/session.ts';
import { Refusal } from '../lib/refusal.ts';
import type { PushKeys } from './keys.ts';
import { addDevice } from './service.ts';
import { pushServices } from './services.ts';
import { deleteDevice, findAnswer, listDevices, type PushDeviceRow, setAnswer } from './store.ts';

type PushDeps = { env: Env; database: Database; sessions: Sessions; keys: PushKeys | null };

/** Routes for the devices to which notices are pushed, and for the answer to the question about them. */
export function pushRoutes({ env, database, sessions, keys }: PushDeps): Router {
  const router = Router();
  const { db } = database;
  const services = pushServices(env);

  mountWithSession(router, pushState, sessions, async ({ user, session: { device } }) => {
    const devices = await listDevices(db, user.id);
    return {
      publicKey: keys?.publicKey ?? null,
      isWanted: await findAnswer(db, user.id),
      devices: devices.map((row) => present(row, device.id)),
    };
  });

  mountWithSession(router, addPushDevice, sessions, async ({ user, body, session: { id, device } }) => {
    if (!keys) throw new Refusal(404, 'no-push', 'Nothing is pushed here');
    const browser = { sessionId: id, id: device.id, label: labelOf(device.userAgent) };
    return present(await addDevice(database, services, user.id, browser, body), device.id);
  });

  mount(router, removePushDevice, async ({ user, params }) => {
    if (!(await deleteDevice(db, user.id, params.id))) {
      throw new Refusal(404, 'device-not-found', 'Device not found');
    }
    return { message: 'Device removed' };
  });

  mount(router, declinePush, async ({ user }) => {
    await setAnswer(db, user.id, false);
    return { message: 'You will not be asked again' };
  });

  return router;
}

function present(row: PushDeviceRow, browserId: string): ReplyInput<typeof addPushDevice> {
  const { id, label, createdAt, lastUsedAt, browser } = row;
  return {
    id,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isThisBrowser: browser === browserId,
  };
}

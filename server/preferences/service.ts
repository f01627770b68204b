import type { BodyOutput, ReplyInput } from '#shared/api/endpoint.ts';
import { type changeNoticeSettings, type noticeSettings, wallText } from '#shared/api/notice-settings.ts';
import { isMailed, isPushed, mailKinds, type PushSettings, pushTime } from '#shared/domain/notice-settings.ts';
import { type NoticeKind, noticeKinds } from '#shared/domain/notification.ts';
import { defaultQuietHours } from '#shared/domain/quiet-hours.ts';
import type { Database, Db } from '../db/connection.ts';
import { askConfirmation, type MailAddress, readMailAddress } from './mail-address.ts';
import { findSettings, listSettings, lockSettings, type SettingsRow, updateSettings } from './store.ts';

type Settings = Omit<SettingsRow, 'userId'>;
type Wire = ReplyInput<typeof noticeSettings>;
type Change = BodyOutput<typeof changeNoticeSettings>;

/** The settings of somebody who has changed none, as the table's defaults have them. */
const unchanged: Settings = {
  push: {},
  mail: {},
  quietFrom: defaultQuietHours.from,
  quietUntil: defaultQuietHours.until,
  timeZone: null,
};

/**
 * When each of these notices may be pushed to its user, in their order: `now`, or the end of the user's quiet hours.
 * Null for a kind that is not pushed to the user. Ask again when that time has come: the user may have changed it.
 */
export async function pushTimes(
  db: Db,
  notices: readonly { userId: string; kind: NoticeKind }[],
  now: Date,
): Promise<(Date | null)[]> {
  const rows = await listSettings(db, [...new Set(notices.map(({ userId }) => userId))]);
  const settingsOf = new Map(rows.map((row) => [row.userId, pushSettingsOf(row)]));
  const ofOthers = pushSettingsOf(unchanged);
  return notices.map(({ userId, kind }) => pushTime(kind, settingsOf.get(userId) ?? ofOthers, now));
}

function pushSettingsOf({ push, quietFrom, quietUntil, timeZone }: Omit<Settings, 'mail'>): PushSettings {
  if (quietFrom === null || quietUntil === null) return { push, quiet: null };
  return { push, quiet: { from: quietFrom, until: quietUntil, timeZone: timeZone ?? defaultQuietHours.timeZone } };
}

export async function readSettings(db: Db, userId: string): Promise<Wire> {
  return present((await findSettings(db, userId)) ?? unchanged, await readMailAddress(db, userId));
}

/**
 * The address to which this change would send the link that confirms it; null for any other change.
 * Ask before it, to limit such letters.
 */
export async function addressToAsk(db: Db, userId: string, { mail }: Change): Promise<string | null> {
  if (!switchesOn(mail)) return null;
  const address = await readMailAddress(db, userId);
  return address && !address.isConfirmed && !address.isAsked ? address.email : null;
}

const switchesOn = (mail: Change['mail']) => Object.values(mail ?? {}).includes(true);

/** Changes the settings that the body names. Locks them, so that two changes at once do not undo each other. */
export async function changeSettings(
  { withTx }: Database,
  userId: string,
  { push, mail, quietHours, timeZone }: Change,
): Promise<Wire> {
  return withTx(async (tx) => {
    const before = await lockSettings(tx, userId);
    const changed: Partial<Settings> = {
      ...(push && { push: { ...before.push, ...push } }),
      ...(mail && { mail: { ...before.mail, ...mail } }),
      ...(quietHours !== undefined && { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null }),
      ...(timeZone !== undefined && { timeZone }),
    };
    await updateSettings(tx, userId, changed);
    if (switchesOn(mail)) await askConfirmation(tx, userId, { onlyFirst: true });
    return present({ ...before, ...changed }, await readMailAddress(tx, userId));
  });
}

function present({ push, mail, quietFrom, quietUntil, timeZone }: Settings, mailAddress: MailAddress): Wire {
  return {
    push: Object.fromEntries(noticeKinds.map((kind) => [kind, isPushed(kind, push)])) as Wire['push'],
    mail: Object.fromEntries(mailKinds.map((kind) => [kind, isMailed(kind, mail)])) as Wire['mail'],
    mailAddress,
    quietHours:
      quietFrom === null || quietUntil === null ? null : { from: wallText(quietFrom), until: wallText(quietUntil) },
    timeZone,
  };
}

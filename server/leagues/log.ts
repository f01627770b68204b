import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueLog } from '#shared/api/league-log.ts';
import type { LoggedAct, LoggedSettings } from '#shared/domain/league-log.ts';
import { rowName } from '#shared/domain/naming.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import type { Member } from './access.ts';
import { findNames, insertAct, listActs } from './log-store.ts';
import { presentFairPlay } from './present-fair-play.ts';
import type { BareLeague } from './store.ts';

/** Chosen: what a page shows at once; an entry with two long descriptions has about a kilobyte. */
const entriesOfPage = 30;

type Act = {
  act: LoggedAct;
  /** The member whom the act is about. */
  userId?: string;
  before?: LoggedSettings;
  after?: LoggedSettings;
};

/**
 * Logs an act of the member in the transaction that does it. The caller has locked the league exclusively, or against
 * other joins.
 */
export async function logAct(
  tx: Db,
  { leagueId, userId: actorId }: Pick<Member, 'leagueId' | 'userId'>,
  { act, userId = undefined, before, after }: Act,
): Promise<void> {
  const at = await databaseNow(tx);
  await insertAct(tx, {
    leagueId,
    at,
    actorId,
    act,
    userId: userId ?? null,
    before: before ?? null,
    after: after ?? null,
  });
}

/** Logs the settings that differ between two states of a league; nothing if none does. */
export async function logSettings(
  tx: Db,
  actor: Pick<Member, 'leagueId' | 'userId'>,
  was: BareLeague,
  is: BareLeague,
): Promise<void> {
  const [before, after] = [settingsOf(was), settingsOf(is)];
  const changed = Object.keys(before).filter((name) => textOf(before, name) !== textOf(after, name));
  if (changed.length === 0) return;
  const only = (settings: LoggedSettings) =>
    Object.fromEntries(Object.entries(withoutWords(settings)).filter(([name]) => changed.includes(name)));
  await logAct(tx, actor, { act: 'settings', before: only(before), after: only(after) });
}

/** Announcements can be taken back, and the log cannot: it says only that there was one. */
function withoutWords(settings: LoggedSettings): LoggedSettings {
  return { ...settings, announcement: settings.announcement == null ? null : '' };
}

function settingsOf(league: BareLeague): Omit<Required<LoggedSettings>, 'chat'> {
  const { name, description, joinDeadline, endDate, allowedSports, reveal, remarks, approvesJoins, announcement } =
    league;
  return {
    name,
    description,
    joinDeadline: joinDeadline?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    allowedSports,
    reveal,
    remarks,
    fairPlay: presentFairPlay(league),
    approvesJoins,
    announcement,
  };
}

const textOf = (settings: object, name: string) => JSON.stringify(settings[name as keyof typeof settings]);

/** A page of the log of a league: the acts before the one with this number, or the latest. */
export async function readLog(db: Db, leagueId: string, before: number | null): Promise<ReplyInput<typeof leagueLog>> {
  const rows = await listActs(db, leagueId, { before, limit: entriesOfPage + 1 });
  const shown = rows.slice(0, entriesOfPage);
  const names = await findNames(db, leagueId, [
    ...new Set(shown.flatMap(({ actorId, userId }) => [actorId, ...(userId === null ? [] : [userId])])),
  ]);
  const person = (userId: string) => ({
    userId,
    name: rowName(names.get(userId) ?? { displayName: null, firstName: null, email: null }),
  });
  return {
    entries: shown.map(({ number, at, act, actorId, userId, before, after }) => ({
      number,
      at: at.toISOString(),
      act,
      by: person(actorId),
      whom: userId === null ? null : person(userId),
      before,
      after,
    })),
    hasMore: rows.length > entriesOfPage,
  };
}

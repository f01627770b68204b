import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { memberForm } from '#shared/api/form.ts';
import { formOf, type SplitRow } from '#shared/domain/form.ts';
import { toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Database } from '../db/connection.ts';
import { requireMember } from '../leagues/access.ts';
import { listLeagueIdsOf } from '../leagues/memberships-store.ts';
import { leagueUnreachable, Refusal } from '../lib/refusal.ts';
import { findNameOfMember, listJoinedLeagueIds, listSettledTickets, listSharedLeagueIds } from './form-store.ts';

type WireForm = ReplyInput<typeof memberForm>;

declare const proven: unique symbol;

/**
 * The leagues whose settled tickets of a user the viewer may sum up. Only this file makes it.
 *
 * leftOut  how many more there may be on lost machines.
 */
export type FormScope = {
  userId: string;
  leagueIds: readonly string[];
  name: string | null;
  leftOut: number;
  readonly [proven]: true;
};

/**
 * Proves that the viewer may see the user's form, or refuses: with 404, and with 503 if that depends on leagues of lost
 * machines. A viewer sees their own in all leagues that they are or were in, as in My Bets; that of others only in leagues
 * where both are members now.
 * Source: docs/decisions/who-sees-which-bets.md.
 */
export async function requireFormScope(
  database: Database,
  viewerId: string,
  { userId, groupId }: { userId: string; groupId?: string | undefined },
): Promise<FormScope> {
  const scope = (leagueIds: readonly string[], name: string | null, leftOut: number) =>
    ({ userId, leagueIds, name, leftOut }) as FormScope;
  if (groupId !== undefined) {
    await requireMember(database.db, viewerId, groupId);
    const named = await findNameOfMember(database.db, groupId, userId);
    if (!named) throw memberNotFound();
    return scope([groupId], rowName(named), 0);
  }
  const listed = await listLeagueIdsOf(database.db, viewerId);
  const isOwn = userId === viewerId;
  const ofUser = new Set(isOwn ? listed : await listLeagueIdsOf(database.db, userId));
  const common = listed.filter((id) => ofUser.has(id));
  const reachable = database.machines.reachable(common);
  const leftOut = common.length - reachable.length;
  const leagueIds = isOwn
    ? await listJoinedLeagueIds(database, reachable, userId)
    : await listSharedLeagueIds(database, reachable, viewerId, userId);
  if (!isOwn && leagueIds.length === 0) throw leftOut > 0 ? leagueUnreachable() : memberNotFound();
  return scope(leagueIds, null, leftOut);
}

function memberNotFound(): Refusal {
  return new Refusal(404, 'member-not-found', 'Member not found');
}

export async function readForm(database: Database, { userId, leagueIds, name }: FormScope): Promise<WireForm> {
  const form = formOf(await listSettledTickets(database, leagueIds, userId));
  const { net, staked, biggestWin, weeks, points, splits } = form;
  const instant = (at: number) => new Date(at).toISOString();
  const weekView = (week: { startsAt: number; net: typeof net }) => ({
    startsAt: instant(week.startsAt),
    net: toWire(week.net),
  });
  return {
    ...form,
    name,
    leagues: leagueIds.length,
    net: toWire(net),
    staked: toWire(staked),
    biggestWin: biggestWin && {
      ...biggestWin,
      settledAt: instant(biggestWin.settledAt),
      profit: toWire(biggestWin.profit),
    },
    weeks: weeks && { best: weekView(weeks.best), worst: weekView(weeks.worst) },
    last: [...form.last],
    points: points.map((point) => ({ at: instant(point.at), net: toWire(point.net) })),
    splits: {
      sport: splits.sport.map(rowView),
      market: splits.market.map(rowView),
      price: splits.price.map(rowView),
      day: splits.day.map(rowView),
    },
  };
}

function rowView<Row extends SplitRow>(row: Row) {
  return { ...row, net: toWire(row.net) };
}

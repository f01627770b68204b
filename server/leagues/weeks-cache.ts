import { leagueTopic } from '#shared/api/events.ts';
import { runningWeek } from '#shared/domain/week.ts';
import type { Database, Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import { Refusal } from '../lib/refusal.ts';
import { leagueNotFound, type Member } from './access.ts';
import { peopleOf, presentRecap, presentWeeks } from './present-weeks.ts';
import { listFinalStandings } from './standings-store.ts';
import {
  findWeek,
  findWeeksOfLeague,
  listCorrectionsSince,
  listFrozenWeeks,
  listNames,
  listRunningRows,
  spanOf,
} from './weeks-store.ts';

/** Chosen: the bytes of JSON that a process caches. A league of 10,000 members takes some 2 MB for each reply. */
const maxBytes = 50_000_000;
/** Chosen: a shorter reply counts as so many bytes, so that a process caches 10,000 replies at most. */
const leastBytes = 5_000;

export type WeeksCache = {
  /** The weeks of the member's league, as JSON. */
  read(member: Member): Promise<Buffer>;
  /** The recap of one week, as JSON. Refuses (404) a week without one. */
  readWeek(member: Member, number: number): Promise<Buffer>;
};

/**
 * Caches the weeks of leagues in this process. Nothing in them depends on the viewer or on open tickets, so a change of
 * the league alone drops them (events/cache.ts): a settlement, a name, a member, a frozen week.
 */
export function createWeeksCache({ database, changes }: { database: Database; changes: Changes }): WeeksCache {
  const cached = createCache<Buffer>(changes, {
    most: maxBytes,
    sizeOf: ({ length }) => Math.max(leastBytes, length),
  });
  const readCached = async (leagueId: string, key: string, load: (tx: Db) => Promise<unknown>) => {
    await changes.refresh(0);
    return cached.read(key, leagueTopic(leagueId), async () =>
      Buffer.from(JSON.stringify(await database.withTx(load, { isSnapshot: true }))),
    );
  };

  return {
    read: ({ leagueId }) => readCached(leagueId, leagueId, (tx) => readWeeks(tx, leagueId)),
    readWeek: ({ leagueId }, number) =>
      readCached(leagueId, `${leagueId} ${number}`, (tx) => readRecap(tx, leagueId, number)),
  };
}

async function readWeeks(db: Db, leagueId: string) {
  const league = await requireWeeks(db, leagueId);
  const running = league.finalizedAt ? null : runningWeek(league);
  const rows = await listRunningRows(db, leagueId, running ? spanOf(running) : { from: league.finalizedAt });
  const standings = running ? null : await listFinalStandings(db, leagueId);
  return presentWeeks(running, await listFrozenWeeks(db, leagueId), rows, standings);
}

/** The recap of a frozen week, with the names and corrections of now. Refuses (404) a week without one. */
export async function readRecap(db: Db, leagueId: string, number: number) {
  const league = await requireWeeks(db, leagueId);
  const week = await findWeek(db, leagueId, number);
  if (!week) throw new Refusal(404, 'week-not-found', 'This week has no recap');
  const corrections = await listCorrectionsSince(db, leagueId, week.startsAt);
  return presentRecap(league, week, corrections, peopleOf(await listNames(db, leagueId)));
}

async function requireWeeks(db: Db, leagueId: string) {
  const league = await findWeeksOfLeague(db, leagueId);
  if (!league) throw leagueNotFound();
  return league;
}

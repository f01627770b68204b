import type { Group } from '#shared/api/groups.ts';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import type { Database } from '../db/connection.ts';
import { listAbsences } from '../games/absence-store.ts';
import { listOpenCorrections } from '../settlement/corrections-store.ts';
import { deadlineOf } from '../settlement/deadline.ts';
import { stateOf } from './state.ts';
import type { LeagueRow } from './store.ts';
import { listAwaitedGames } from './waits-store.ts';

type Wait = Group['waitsFor'][number];

/**
 * Chosen: several times the longest backoff of a failing feed. The first certain poll after a game's limit brings a
 * result or ends the wait. If a wait lasts so much longer, no poll was certain, and an admin has to decide.
 */
const adminAfterMs = 3_600_000;

/**
 * The games that each ended league waits for before its standings are final, by the league's id. Games that the viewer
 * may know are listed by name, the earliest end first. All others are one wait of each kind, until the last of their
 * days is over.
 * Source: docs/house-rules.md#leagues.
 */
export async function listWaits(
  database: Pick<Database, 'db' | 'machines'>,
  rows: readonly LeagueRow[],
  viewerId: string,
  now: Date,
): Promise<Map<string, Wait[]>> {
  const leagueIds = rows.filter((league) => ['settling', 'closed'].includes(stateOf(league, now))).map(({ id }) => id);
  if (leagueIds.length === 0) return new Map();
  const { db } = database;
  const corrections = new Map((await listOpenCorrections(db)).map((correction) => [correction.gameId, correction]));
  const awaited = await listAwaitedGames(database, leagueIds, viewerId, [...corrections.keys()]);
  const gameIds = [...new Set(awaited.map(({ game }) => game.id))];
  const absences = new Map((await listAbsences(db, gameIds)).map((absence) => [absence.gameId, absence]));

  const waits = new Map<string, Wait[]>(leagueIds.map((id) => [id, []]));
  for (const { leagueId, game, originalStart, isShown } of awaited) {
    const correction = corrections.get(game.id);
    const endsAt = correction?.until ?? deadlineOf(game, originalStart, absences.get(game.id) ?? null).voidBy;
    const until = isShown ? endsAt : endOfDay(endsAt); // the exact time would reveal the game
    waits.get(leagueId)?.push({
      what: correction ? 'correction' : 'result',
      gameId: isShown ? game.id : null,
      game: isShown ? `${game.awayAbbr} @ ${game.homeAbbr}` : null,
      until: until > now ? until.toISOString() : null,
      needsAdmin: isShown && now.getTime() - endsAt.getTime() > adminAfterMs,
    });
  }
  return new Map([...waits].map(([leagueId, all]) => [leagueId, merged(all)]));
}

/** The end of the Eastern day that an instant falls on. */
function endOfDay(instant: Date): Date {
  return startOfDay(addDays(easternDay(instant), 1));
}

/** Every named wait, the earliest first, then at most one of each kind for all hidden games. */
function merged(waits: readonly Wait[]): Wait[] {
  const named = waits.filter(({ game }) => game !== null).sort((a, b) => (a.until ?? '').localeCompare(b.until ?? ''));
  const hidden = (['result', 'correction'] as const).flatMap((what): Wait[] => {
    const ofKind = waits.filter((wait) => wait.game === null && wait.what === what);
    if (ofKind.length === 0) return [];
    const untils = ofKind.flatMap(({ until }) => until ?? []).sort(); // a day that is over has none
    return [{ what, gameId: null, game: null, until: untils.at(-1) ?? null, needsAdmin: false }];
  });
  return [...named, ...hidden];
}

import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueIfEnded } from '#shared/api/if-ended.ts';
import type { StandingsRow } from '#shared/domain/consequence.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { ifEndedNow, type RowIfEnded, resultNow, type SeenTicket } from '#shared/domain/if-ended-now.ts';
import { toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Db } from '../db/connection.ts';
import { createCache } from '../events/cache.ts';
import type { Changes } from '../events/changes.ts';
import { startOf } from '../settlement/confirm.ts';
import { decideOn } from '../settlement/decide.ts';
import { leagueNotFound, type Member } from './access.ts';
import { type GameRead, type LegRead, listNames, type ReadIfEnded, readOpenAndStandings } from './if-ended-store.ts';
import { listFinalStandings } from './standings-store.ts';
import { findBareLeague, type Named } from './store.ts';

/** Chosen: some 30 kB. A page that follows the scores of a larger league reads this again every second. */
const mostShown = 200;

/** Chosen: how many rows of standings a process caches, some 100 bytes each, and as how many a small league counts. */
const maxRows = 500_000;
const leastRows = 50;

type Row = RowIfEnded<StandingsRow>;

/** The rows, and the members whose own view may differ from them. */
type Shared = { rows: Row[]; knowMore: Set<string> };

export type IfEndedCache = {
  /** The standings as the member sees them, if every game ended with its present score. */
  read(member: Member): Promise<ReplyInput<typeof leagueIfEnded>>;
};

/**
 * Caches what all members see in leagues that show bets from the start of their games: after a score each of thousands
 * asks for it. Any change of a game or a league drops it; a new bet is on games that have not begun, and changes nothing
 * in it. In other leagues each member sees the own bets alone, and nothing is cached.
 *
 * A member sees more than all others of an own parlay with a leg that was called off before its start. Who has one gets
 * an answer of their own.
 */
export function createIfEndedCache({ db, changes }: { db: Db; changes: Changes }): IfEndedCache {
  const cached = createCache<Shared>(changes, {
    most: maxRows,
    sizeOf: ({ rows }) => Math.max(leastRows, rows.length),
  });

  return {
    read: async ({ leagueId, userId }) => {
      const league = await findBareLeague(db, leagueId);
      if (!league) throw leagueNotFound();
      if (league.finalizedAt) return present(ifEndedNow(await listFinalStandings(db, leagueId), []));
      if (league.reveal !== 'started') return present(await rowsFor({ id: userId, onlyOwn: true }));
      await changes.refresh(0);
      const { rows, knowMore } = await cached.read(leagueId, null, () => readShared());
      return present(knowMore.has(userId) ? await rowsFor({ id: userId, onlyOwn: false }) : rows);

      async function readShared(): Promise<Shared> {
        const read = await readOpenAndStandings(db, leagueId, 'everybody');
        return { rows: await rowsOf(read), knowMore: new Set(read.knowMore) };
      }

      async function rowsFor(viewer: { id: string; onlyOwn: boolean }): Promise<Row[]> {
        return rowsOf(await readOpenAndStandings(db, leagueId, viewer));
      }

      async function present(rows: readonly Row[]): Promise<ReplyInput<typeof leagueIfEnded>> {
        const shown = rows.filter((row, index) => index < mostShown || row.userId === userId);
        const ids = shown.map((row) => row.userId);
        return { members: rows.length, rows: presentRows(shown, await listNames(db, leagueId, ids)) };
      }
    },
  };
}

/** A member whose account was deleted since has no name, and no row. */
function presentRows(rows: readonly Row[], names: ReadonlyMap<string, Named>) {
  return rows.flatMap(({ userId, rank, total, before }) => {
    const name = names.get(userId);
    const place = { rank: before.rank, balance: toWire(before.total) };
    return name ? [{ userId, name: rowName(name), rank, balance: toWire(total), before: place }] : [];
  });
}

async function rowsOf(read: ReadIfEnded): Promise<Row[]> {
  await nextMacrotask(); // other requests are served here, and below: each step of 10,000 rows takes some 10 ms
  const tickets = seenTickets(read);
  await nextMacrotask();
  return ifEndedNow(
    read.members.map(([userId, total]) => ({ userId, total })),
    tickets,
  );
}

function seenTickets({ legs, games }: ReadIfEnded): SeenTicket[] {
  const gradeOf = graderOf(games);
  const parlays = new Map<string, SeenTicket & { legs: SeenTicket['legs'][number][] }>();
  const tickets: SeenTicket[] = [];
  for (const read of legs) {
    const [userId, ticketId, stake, legCount, , , price] = read;
    const leg = { grade: gradeOf(read), price: price as Price };
    const begun = ticketId === null ? undefined : parlays.get(ticketId);
    const ticket = begun ?? { userId, stake, legs: [], hasHiddenLegs: false };
    if (!begun) tickets.push(ticket);
    if (!begun && ticketId !== null) parlays.set(ticketId, ticket);
    ticket.legs.push(leg);
    ticket.hasHiddenLegs = ticket.legs.length < legCount;
  }
  return tickets;
}

/**
 * Returns a function for the grade of a leg: its own, else the one that settling would write if the game ended now; null
 * if the game has no result yet. Equal bets are graded once: in a large league thousands have the same.
 */
function graderOf(games: readonly GameRead[]): (leg: LegRead) => Grade | null {
  const resultsById = new Map(games.map((game) => [game.id, { game, result: resultOf(game) }]));
  const graded = new Map<string, Grade>();
  return ([, , , , placedAt, own, , gameId, market, side, line, placedOn]) => {
    const { game, result } = resultsById.get(gameId) ?? {};
    if (own !== null || !game || !result) return own;
    const isLate = placedAt >= result.startsAt.getTime();
    const bet = `${gameId} ${market} ${side} ${line} ${placedOn} ${isLate}`;
    const known = graded.get(bet);
    if (known) return known;
    const [start, homeTeamId, awayTeamId] = placedOn ?? [game.startsAt, game.homeTeamId, game.awayTeamId];
    const leg = { market, side, line, originalStart: new Date(start), homeTeamId, awayTeamId };
    const { grade } = decideOn(leg, { placedAt: new Date(placedAt) }, game, result);
    graded.set(bet, grade);
    return grade;
  };
}

/** The result in force, else the one that the game would have if it ended now. */
function resultOf(game: GameRead): Parameters<typeof decideOn>[3] | null {
  const unsaved = { rev: 0, pullId: null };
  if (game.result) return { ...unsaved, ...game.result, startsAt: new Date(game.result.startsAt) };
  const { homeTeamId, awayTeamId, startKnown } = game;
  const startedAt = game.startedAt === null ? null : new Date(game.startedAt);
  const startsAt = startOf({ startKnown, startsAt: new Date(game.startsAt), startedAt });
  const on = { ...unsaved, source: 'feed' as const, homeTeamId, awayTeamId, startsAt };
  if (game.status === 'canceled') return { ...on, isVoid: true, home: null, away: null, halfInnings: null };
  const now = resultNow(game);
  return now && { ...on, isVoid: false, ...now.score, halfInnings: now.halfInnings };
}

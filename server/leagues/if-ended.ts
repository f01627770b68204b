import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueIfEnded } from '#shared/api/if-ended.ts';
import type { StandingsRow } from '#shared/domain/consequence.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { ifEndedNow, resultNow, type SeenTicket } from '#shared/domain/if-ended-now.ts';
import { toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Db } from '../db/connection.ts';
import { startOf } from '../settlement/confirm.ts';
import { decideOn } from '../settlement/settle.ts';
import { leagueNotFound, type Member } from './access.ts';
import { type GameRead, type LegRead, listNames, type ReadIfEnded, readOpenAndStandings } from './if-ended-store.ts';
import { listFinalStandings } from './standings-store.ts';
import { findBareLeague } from './store.ts';

/** Chosen: some 30 kB. A page that follows the scores of a larger league reads this again every second. */
const mostShown = 200;

/** The standings of the league as the member sees them, if every game ended with its present score. */
export async function readIfEnded(db: Db, { leagueId, userId }: Member): Promise<ReplyInput<typeof leagueIfEnded>> {
  const league = await findBareLeague(db, leagueId);
  if (!league) throw leagueNotFound();
  const isFinal = league.finalizedAt !== null;
  const { standings, tickets } = isFinal
    ? { standings: await listFinalStandings(db, leagueId), tickets: [] }
    : await readOpen(db, leagueId, userId, league.reveal !== 'started');
  const rows = ifEndedNow<StandingsRow>(standings, tickets);
  const shown = rows.filter((row, index) => index < mostShown || row.userId === userId);
  const names = await listNames(
    db,
    leagueId,
    shown.map((row) => row.userId),
  );
  return {
    members: rows.length,
    // A member who has been deleted since has no name, and no row.
    rows: shown.flatMap(({ userId: of, rank, total, before }) => {
      const name = names.get(of);
      const place = { rank: before.rank, balance: toWire(before.total) };
      return name ? [{ userId: of, name: rowName(name), rank, balance: toWire(total), before: place }] : [];
    }),
  };
}

async function readOpen(db: Db, leagueId: string, viewerId: string, onlyOwn: boolean) {
  const read = await readOpenAndStandings(db, leagueId, viewerId, { onlyOwn });
  await nextMacrotask(); // other requests are served here, and below: each step of 10,000 rows takes some 10 ms
  const tickets = seenTickets(read);
  await nextMacrotask();
  return { standings: read.members.map(([userId, total]) => ({ userId, total })), tickets };
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

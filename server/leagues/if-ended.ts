import { setImmediate as nextMacrotask } from 'node:timers/promises';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueIfEnded } from '#shared/api/if-ended.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { ifEndedNow, resultNow, type SeenTicket } from '#shared/domain/if-ended-now.ts';
import { toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Db } from '../db/connection.ts';
import { startOf } from '../settlement/confirm.ts';
import { decideOn } from '../settlement/settle.ts';
import { leagueNotFound, type Member } from './access.ts';
import { type GameRead, type LegRead, type ReadIfEnded, readOpenAndStandings } from './if-ended-store.ts';
import { listFinalStandings } from './standings-store.ts';
import { findBareLeague } from './store.ts';

/** Chosen: some 30 kB. A page that follows the scores of a larger league reads this again every second. */
const mostShown = 200;

/** The standings of the league as the member sees them, if every game ended with its present score. */
export async function readIfEnded(db: Db, { leagueId, userId }: Member): Promise<ReplyInput<typeof leagueIfEnded>> {
  const league = await findBareLeague(db, leagueId);
  if (!league) throw leagueNotFound();
  const read =
    league.finalizedAt === null
      ? await readOpenAndStandings(db, leagueId, userId, { onlyOwn: league.reveal !== 'started' })
      : { members: await listFinalStandings(db, leagueId), legs: [], games: [] };
  await nextMacrotask(); // other requests are served here: ranking 10,000 rows takes 15 ms
  const rows = ifEndedNow(read.members, seenTickets(read));
  return {
    members: rows.length,
    rows: rows
      .filter((row, index) => index < mostShown || row.userId === userId)
      .map(({ rank, total, before, ...row }) => ({
        userId: row.userId,
        name: rowName(row),
        rank,
        balance: toWire(total),
        before: { rank: before.rank, balance: toWire(before.total) },
      })),
  };
}

function seenTickets({ legs, games }: ReadIfEnded): SeenTicket[] {
  const gameOf = new Map(games.map((game) => [game.id, game]));
  const byTicket = new Map<string, SeenTicket & { legs: SeenTicket['legs'][number][]; legCount: number }>();
  for (const leg of legs) {
    const { ticketId, userId, stake, legCount, price } = leg;
    const ticket = byTicket.get(ticketId) ?? { userId, stake, legs: [], legCount, hasHiddenLegs: true };
    byTicket.set(ticketId, ticket);
    ticket.legs.push({ grade: gradeNow(leg, gameOf.get(leg.gameId)), price: price as Price });
    ticket.hasHiddenLegs = ticket.legs.length < ticket.legCount;
  }
  return [...byTicket.values()];
}

/** The leg's grade, else the one that settling would write if the game ended now; null if that has no result yet. */
function gradeNow(leg: LegRead, game: GameRead | undefined): Grade | null {
  if (leg.grade !== null || !game) return leg.grade;
  const result = resultOf(game);
  if (!result) return null;
  const placed = { ...leg, originalStart: new Date(leg.originalStart) };
  return decideOn(placed, { placedAt: new Date(leg.placedAt) }, game, result).grade;
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

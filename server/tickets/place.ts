import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Balance } from '#shared/domain/balance.ts';
import { headroom } from '#shared/domain/fair-play.ts';
import { isLocked, lockWords } from '#shared/domain/lock.ts';
import { isSideOf, offerFor } from '#shared/domain/market.ts';
import type { Cents } from '#shared/domain/money.ts';
import { areOddsOld, noOddsWords } from '#shared/domain/odds-age.ts';
import { type Price, passesMaxPayout, payout } from '#shared/domain/price.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import {
  insufficientBalance,
  isStillOffered,
  overCap,
  payoutTooHigh,
  sameGame,
  tooManyLegs,
} from '#shared/domain/slip.ts';
import { allowsSport } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordUserChange } from '../events/store.ts';
import { lineText } from '../games/present.ts';
import { type JudgedGame, listJudgedGames, lockJudgedGames } from '../games/store.ts';
import { leagueNotFound, type Member, remarksOff, requireMember } from '../leagues/access.ts';
import { type BareLeague, lockLeague } from '../leagues/store.ts';
import { findFunds, takeStake } from '../ledger/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { isRefusedUnder, keyReused, rememberRefusal } from './refusals-store.ts';
import {
  type Bettor,
  deleteTicket,
  findByKey,
  insertLegs,
  insertTicket,
  type NewLeg,
  type NewTicket,
  type ShownLeg,
  setPayout,
} from './store.ts';

/**
 * The picks as the member's page showed them, the stake, and a note or none. Lines and prices are checked against the
 * quote in force.
 */
export type SentSlip = {
  stake: Cents;
  note?: string | null;
  picks: readonly { gameId: string; market: Market; side: Side; price: Price; line: number | null }[];
};

/**
 * A placed ticket, with its legs as `listTicketLegs` would read them but for their owner: the read cost as much as
 * the writing. `legs` is null for the ticket of a repeated key, which may have been settled since.
 */
export type Placed = { id: string; legs: Omit<ShownLeg, keyof Bettor>[] | null };

/**
 * Places one ticket, takes its stake and returns the ticket. A repeated key with the same slip returns the first
 * ticket.
 *
 * The order of the statements matters (docs/decisions/placing-a-bet.md). The ticket is inserted first, so that a repeat
 * is answered as a repeat even when the whole balance is staked. The update of the member's row follows; it locks out
 * all other bets of the member. Games, clock and prices are read last, under the locks of the games.
 *
 * Two requests with one key get one answer, whichever arrives first (docs/decisions/idempotency-keys.md). A repeat
 * waits for a running request that has inserted its ticket. A refusal is stored under its key before it is thrown, so
 * an original request that arrives after its repeat gets the same refusal. Every refusal below except 422 is stored,
 * for ten minutes, unless the league is deleted: no request finds its league again.
 *
 * refuses  no longer a member (404), league over, sport not allowed, game locked, price moved, balance insufficient, or
 *          against the league's cap or its most legs, a note where the league has none (409), key used for another slip (422), same game twice or payout over the limit (400).
 */
export async function placeTicket(
  { withTx }: Database,
  member: Member,
  slip: SentSlip,
  idempotencyKey: string | null,
): Promise<Placed> {
  const { stake, picks, note = null } = slip;
  const { leagueId, userId } = member;
  const requestHash = createHash('sha256')
    .update(JSON.stringify(note === null ? [stake, picks] : [stake, picks, note]))
    .digest('hex');
  const games = picks
    .map(({ gameId }) => gameId)
    .sort()
    .join(' ');
  const ticket = { leagueId, id: uuid(), userId, stake, requestHash, games, note };
  if (idempotencyKey === null) return withTx((tx) => place(tx, member, slip, { ...ticket, idempotencyKey: uuid() }));

  const keyed = { ...ticket, idempotencyKey };
  try {
    return await withTx((tx) => place(tx, member, slip, keyed));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 422) throw error;
    const answer = await withTx((tx) => answerOf(tx, keyed, error));
    if (answer instanceof Refusal) throw answer;
    return { id: answer, legs: null };
  }
}

/** A ticket whose payout is not known yet. */
type Unpriced = Omit<NewTicket, 'payout'>;

async function place(tx: Db, member: Member, slip: SentSlip, ticket: Unpriced): Promise<Placed> {
  const { leagueId, userId } = member;
  const { id, stake, note } = ticket;
  const expected = payoutOf(stake, slip.picks);
  const gameIds = [...new Set(slip.picks.map((pick) => pick.gameId))];
  const league = await lockLeague(tx, leagueId);
  if (!league) throw leagueNotFound();
  const placedAt = await insertTicket(tx, { ...ticket, payout: expected });
  if (!placedAt) return { id: await repeated(tx, ticket), legs: null };

  if (note !== null && !league.remarks) throw remarksOff();
  // The insert above waits while another request stores a refusal of the key, so this statement sees that refusal.
  const { maxInPlayPct } = league;
  if (!(await takeStake(tx, { leagueId, userId, ticketId: id, stake, maxInPlayPct }, isRefusedUnder(ticket)))) {
    await requireMember(tx, userId, leagueId); // a member removed since the request began gets 404, not a balance
    picksOf(slip, await listJudgedGames(tx, gameIds)); // an invalid slip is refused as invalid, whatever the balance
    throw refusedStake(slip, maxInPlayPct, await findFunds(tx, leagueId, userId));
  }
  const legs = takeLegs(picksOf(slip, await lockJudgedGames(tx, gameIds)), league);

  const returns = payoutOf(stake, legs);
  if (returns !== expected) await setPayout(tx, leagueId, id, returns);
  await insertLegs(tx, leagueId, id, legs);
  await recordUserChange(tx, userId); // of the user alone: others must not even notice that somebody has bet

  const shown = {
    leagueId,
    id,
    userId,
    stake,
    payout: returns,
    grade: null,
    back: null,
    note,
    placedAt,
    settledAt: null,
  };
  return {
    id,
    legs: legs.map((leg, at) => ({
      leg: { ...leg, leagueId, ticketId: id, number: at + 1, grade: null },
      ticket: shown,
      legCount: legs.length,
      league: { id: leagueId, name: league.name },
      remarksOf: { areOn: league.remarks, ownerId: league.ownerId },
    })),
  };
}

/**
 * Decides the answer of a key after `refusal` rolled its placing back: the id of the ticket that another request placed
 * under the key meanwhile, or the refusal that is stored under the key.
 *
 * A ticket is inserted again, and deleted, to lock the key: the unique index makes every other request with the key
 * wait until the refusal is committed. An advisory lock would do the same only if every placing took it, too.
 */
async function answerOf(tx: Db, ticket: Unpriced, refusal: Refusal): Promise<string | Refusal> {
  if (!(await lockLeague(tx, ticket.leagueId))) return refusal; // the league is deleted, and its keys with it
  if (!(await insertTicket(tx, { ...ticket, payout: ticket.stake }))) return repeated(tx, ticket);
  const remembered = await rememberRefusal(tx, ticket, refusal);
  await deleteTicket(tx, ticket.leagueId, ticket.id);
  return remembered;
}

async function repeated(tx: Db, { leagueId, userId, idempotencyKey, requestHash }: Unpriced): Promise<string> {
  const first = await findByKey(tx, leagueId, userId, idempotencyKey);
  if (first?.requestHash !== requestHash) throw keyReused();
  return first.id;
}

/** The refusal of a stake that the member may not place with these funds: the balance is judged before the cap. */
function refusedStake({ stake, picks }: SentSlip, maxInPlayPct: number, { available, pending }: Balance): Refusal {
  if (stake <= available && maxInPlayPct < 100) {
    return new Refusal(409, 'over-cap', overCap(maxInPlayPct, headroom(maxInPlayPct, available, pending)).message);
  }
  const mode = picks.length > 1 ? 'parlay' : 'individual';
  return new Refusal(409, 'insufficient-balance', insufficientBalance(mode, stake, available).message);
}

/** A pick of a slip, with its game. */
type Picked = JudgedGame & { pick: SentSlip['picks'][number]; name: string };

/**
 * The picks of a slip with their games. Refuses a slip that is wrong in itself (unknown game, same game twice, no such
 * bet): these checks come before those that depend on time. Source: docs/decisions/answers-and-errors.md.
 */
function picksOf({ picks }: SentSlip, games: readonly JudgedGame[]): Picked[] {
  const found = picks.map((pick) => {
    const quoted = games.find(({ game }) => game.id === pick.gameId);
    if (!quoted) throw gameNotFound();
    return { ...quoted, pick, name: `${quoted.game.awayAbbr} @ ${quoted.game.homeAbbr}` };
  });
  for (const [index, { pick, game, name }] of found.entries()) {
    if (picks.findIndex((other) => other.gameId === pick.gameId) < index) throw badInput(sameGame(name).message);
    if (!isSideOf(game.sport, pick.market, pick.side)) throw badInput(`${game.sport} has no such bet`);
  }
  return found;
}

/**
 * The legs at the lines and prices in force. Refuses the first pick that league or game no longer allow, then all picks
 * whose price moved. Each game is judged at the time when it was read.
 */
function takeLegs(picked: readonly Picked[], league: BareLeague): NewLeg[] {
  const taken = picked.map(({ pick, game, quote, oddsCloseAt, name, foundAt: now }) => {
    if (league.endDate && league.endDate <= now) throw leagueEnded('Betting in this league has ended');
    if (isLocked(game, now)) throw new Refusal(409, 'locked', `${lockWords(game.status)} (${name})`);
    if (!allowsSport(league.allowedSports, game.sport)) {
      throw new Refusal(409, 'sport-not-allowed', `This league does not allow ${game.sport} bets`);
    }
    if (league.endDate && game.startsAt >= league.endDate) {
      throw leagueEnded(`${name} starts after betting in this league ends`);
    }
    const isOld = areOddsOld(oddsCloseAt, now);
    const offer = isOld ? null : offerFor(game.sport, quote, pick.market, pick.side);
    return { pick, game, name, isOld, offer, isTaken: isStillOffered(pick, offer) };
  });

  if (taken.length > league.maxLegs) throw new Refusal(409, 'too-many-legs', tooManyLegs(league.maxLegs).message);

  if (taken.some((leg) => !leg.isTaken)) {
    const moved = taken.filter((leg) => !leg.isTaken);
    throw new Refusal(409, 'price-moved', movedWords(moved), {
      current: moved.map(({ pick, offer }) => ({
        gameId: pick.gameId,
        betType: pick.market,
        betSide: pick.side,
        odds: offer?.price ?? null,
        line: lineText(offer?.line),
      })),
    });
  }
  return taken.flatMap(({ pick, game: { startsAt: originalStart, homeTeamId, awayTeamId }, offer }) =>
    offer ? [{ id: uuid(), gameId: pick.gameId, ...offer, originalStart, homeTeamId, awayTeamId }] : [],
  );
}

/** Names the game if the feed's silence alone has closed the odds of all these picks. */
function movedWords(moved: readonly { isOld: boolean; name: string }[]): string {
  if (moved.every(({ isOld }) => isOld)) return `${noOddsWords} (${moved.map(({ name }) => name).join(', ')})`;
  return 'The odds have changed. Please check them and place your bet again.';
}

export function gameNotFound(): Refusal {
  return new Refusal(404, 'game-not-found', 'Game not found');
}

function leagueEnded(words: string): Refusal {
  return new Refusal(409, 'league-ended', words);
}

/** The payout of a ticket that wins; refuses one over the limit. */
function payoutOf(stake: Cents, legs: readonly { price: Price }[]): Cents {
  const prices = legs.map(({ price }) => price);
  if (passesMaxPayout(stake, prices)) throw badInput(payoutTooHigh.message);
  return payout(stake, prices);
}

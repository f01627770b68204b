import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { isLocked, lockWords } from '#shared/domain/lock.ts';
import { isSideOf, type Market, offerFor, type Side } from '#shared/domain/market.ts';
import type { Cents } from '#shared/domain/money.ts';
import { type Price, passesMaxPayout, payout } from '#shared/domain/price.ts';
import { insufficientBalance, isStillOffered, payoutTooHigh, sameGame } from '#shared/domain/slip.ts';
import { allowsSport } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import { lineText } from '../games/present.ts';
import { type FoundGame, holdGames, listQuotedGames } from '../games/store.ts';
import { leagueNotFound, type Member, requireMember } from '../leagues/access.ts';
import { holdLeague } from '../leagues/store.ts';
import { availableOf, takeStake } from '../ledger/store.ts';
import { badInput, Refusal } from '../refusal.ts';
import { findByKey, insertLegs, insertTicket, type NewLeg, setPayout } from './store.ts';

/** What the member saw and wants: lines and prices are checked against the quote, never trusted. */
export type SentSlip = {
  stake: Cents;
  picks: readonly { gameId: string; market: Market; side: Side; price: Price; line: number | null }[];
};

type League = NonNullable<Awaited<ReturnType<typeof holdLeague>>>;

/**
 * Places one ticket, takes its stake, and returns its id; the same key and slip again returns the first one's id.
 *
 * The order is the point: the ticket first, so that a repeat is answered as a repeat even when everything is staked;
 * then the member's row, which holds all further bets of the member; only then the games, the clock and the prices.
 *
 * at       when it is placed, for a past that is made up; null, as for every request, is the database's clock.
 * refuses  not a member any more (404), league over or sport not allowed or locked or price-moved or insufficient
 *          balance (409), a key used for another slip (422), same game twice or a payout past the limit (400).
 * Source   hardening P-BET; design D6 to D9, D11, D13.
 */
export async function placeTicket(
  { withTx }: Database,
  member: Member,
  slip: SentSlip,
  idempotencyKey: string | null,
  at: Date | null = null,
): Promise<string> {
  refusePayoutPast(
    slip.stake,
    slip.picks.map((pick) => pick.price),
  );
  const { leagueId, userId } = member;
  const gameIds = [...new Set(slip.picks.map((pick) => pick.gameId))];
  const key = idempotencyKey ?? uuid();
  const requestHash = createHash('sha256')
    .update(JSON.stringify([slip.stake, slip.picks]))
    .digest('hex');

  return withTx(async (tx) => {
    const league = await holdLeague(tx, leagueId);
    if (!league) throw leagueNotFound();
    const id = uuid();
    const seen = payout(
      slip.stake,
      slip.picks.map((pick) => pick.price),
    );
    const ticket = { leagueId, id, userId, stake: slip.stake, payout: seen, idempotencyKey: key, requestHash };
    if (!(await insertTicket(tx, ticket, at))) return repeated(tx, member, key, requestHash);

    if (!(await takeStake(tx, { leagueId, userId, ticketId: id, stake: slip.stake }, at))) {
      await requireMember(tx, userId, leagueId); // who was removed since the call began has no funds to speak of
      picksOf(slip, await listQuotedGames(tx, gameIds)); // a slip that no funds would help
      const mode = slip.picks.length > 1 ? 'parlay' : 'individual';
      const funds = await availableOf(tx, leagueId, userId);
      throw new Refusal(409, 'insufficient-balance', insufficientBalance(mode, slip.stake, funds).message);
    }
    const legs = takeLegs(picksOf(slip, await holdGames(tx, gameIds)), league, at);

    const prices = legs.map((leg) => leg.price);
    refusePayoutPast(slip.stake, prices);
    const returns = payout(slip.stake, prices);
    if (returns !== seen) await setPayout(tx, leagueId, id, returns);
    await insertLegs(tx, leagueId, id, legs);
    return id;
  });
}

async function repeated(tx: Db, { leagueId, userId }: Member, key: string, requestHash: string): Promise<string> {
  const first = await findByKey(tx, leagueId, userId, key);
  if (first?.requestHash !== requestHash) {
    throw new Refusal(422, 'key-reused', 'This Idempotency-Key was used for another bet');
  }
  return first.id;
}

/** What was picked of a slip, with its game. */
type Picked = FoundGame & { pick: SentSlip['picks'][number]; name: string };

/**
 * The picks of a slip with their games, or the refusal of what is wrong with the slip whatever has happened meanwhile:
 * that comes before all that has (design 5, "Order of checks").
 */
function picksOf({ picks }: SentSlip, games: readonly FoundGame[]): Picked[] {
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

/** The legs at the prices in force, or the refusal of the first pick that cannot be taken. `at` null is when each game was found. */
function takeLegs(picked: readonly Picked[], league: League, at: Date | null): NewLeg[] {
  const taken = picked.map(({ pick, game, quote, name, foundAt }) => {
    const now = at ?? foundAt;
    if (league.endDate && league.endDate <= now) throw leagueEnded('Betting in this league has ended');
    if (isLocked(game, now)) throw new Refusal(409, 'locked', `${lockWords(game.status)} (${name})`);
    if (!allowsSport(league.allowedSports, game.sport)) {
      throw new Refusal(409, 'sport-not-allowed', `This league does not allow ${game.sport} bets`);
    }
    if (league.endDate && game.startsAt >= league.endDate) {
      throw leagueEnded(`${name} starts after betting in this league ends`);
    }
    const offer = offerFor(game.sport, quote, pick.market, pick.side);
    return { pick, game, offer, isTaken: isStillOffered(pick, offer) };
  });

  if (taken.some((leg) => !leg.isTaken)) {
    const moved = taken.filter((leg) => !leg.isTaken);
    throw new Refusal(409, 'price-moved', 'The odds have changed. Please check them and place your bet again.', {
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
    offer ? [{ gameId: pick.gameId, ...offer, originalStart, homeTeamId, awayTeamId }] : [],
  );
}

export function gameNotFound(): Refusal {
  return new Refusal(404, 'game-not-found', 'Game not found');
}

function leagueEnded(words: string): Refusal {
  return new Refusal(409, 'league-ended', words);
}

function refusePayoutPast(stake: Cents, prices: readonly Price[]): void {
  if (passesMaxPayout(stake, prices)) throw badInput(payoutTooHigh.message);
}

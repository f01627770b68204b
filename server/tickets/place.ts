import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { isLocked, lockWords } from '#shared/domain/lock.ts';
import { isSideOf, offerFor } from '#shared/domain/market.ts';
import type { Cents } from '#shared/domain/money.ts';
import { type Price, passesMaxPayout, payout } from '#shared/domain/price.ts';
import type { Market, Side } from '#shared/domain/side.ts';
import { insufficientBalance, isStillOffered, payoutTooHigh, sameGame } from '#shared/domain/slip.ts';
import { allowsSport } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import { lineText } from '../games/present.ts';
import { type FoundGame, listQuotedGames, lockQuotedGames } from '../games/store.ts';
import { leagueNotFound, type Member, requireMember } from '../leagues/access.ts';
import { lockLeague } from '../leagues/store.ts';
import { availableOf, takeStake } from '../ledger/store.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { isRefusedUnder, keyReused, rememberRefusal } from './refusals-store.ts';
import { deleteTicket, findByKey, insertLegs, insertTicket, type NewLeg, type NewTicket, setPayout } from './store.ts';

/** What the member saw and wants: lines and prices are checked against the quote, never trusted. */
export type SentSlip = {
  stake: Cents;
  picks: readonly { gameId: string; market: Market; side: Side; price: Price; line: number | null }[];
};

type League = NonNullable<Awaited<ReturnType<typeof lockLeague>>>;

/**
 * Places one ticket, takes its stake, and returns its id; the same key and slip again returns the first one's id.
 *
 * The order is the point: the ticket first, so that a repeat is answered as a repeat even when everything is staked;
 * then the member's row, which holds all further bets of the member; only then the games, the clock and the prices.
 *
 * Two requests with one key get one answer, in whatever order they arrive: a repeat waits for a first one that has
 * inserted its ticket and not ended; and a refusal is stored under its key before it is thrown, so that a first one which
 * arrives after its repeat is refused with it. What is stored is every refusal below but 422, for ten minutes.
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
  const { stake, picks } = slip;
  const sentPrices = picks.map((pick) => pick.price);
  refusePayoutPast(stake, sentPrices);
  const { leagueId, userId } = member;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([stake, picks]))
    .digest('hex');
  const seen = payout(stake, sentPrices);
  const ticket = { leagueId, id: uuid(), userId, stake, payout: seen, requestHash };
  if (idempotencyKey === null)
    return withTx((tx) => place(tx, member, slip, { ...ticket, idempotencyKey: uuid() }, at));

  const keyed = { ...ticket, idempotencyKey };
  try {
    return await withTx((tx) => place(tx, member, slip, keyed, at));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 422) throw error;
    const answer = await withTx((tx) => answerOf(tx, keyed, error));
    if (answer instanceof Refusal) throw answer;
    return answer;
  }
}

async function place(tx: Db, member: Member, slip: SentSlip, ticket: NewTicket, at: Date | null): Promise<string> {
  const { leagueId, userId } = member;
  const { id, stake } = ticket;
  const gameIds = [...new Set(slip.picks.map((pick) => pick.gameId))];
  const league = await lockLeague(tx, leagueId);
  if (!league) throw leagueNotFound();
  if (!(await insertTicket(tx, ticket, at))) return repeated(tx, ticket);

  // Only now is a refusal of the key certain to be seen: while another request stores one, the insert above waits.
  if (!(await takeStake(tx, { leagueId, userId, ticketId: id, stake }, isRefusedUnder(ticket), at))) {
    await requireMember(tx, userId, leagueId); // who was removed since the call began has no funds to speak of
    picksOf(slip, await listQuotedGames(tx, gameIds)); // a slip that no funds would help
    const mode = slip.picks.length > 1 ? 'parlay' : 'individual';
    const funds = await availableOf(tx, leagueId, userId);
    throw new Refusal(409, 'insufficient-balance', insufficientBalance(mode, stake, funds).message);
  }
  const legs = takeLegs(picksOf(slip, await lockQuotedGames(tx, gameIds)), league, at);

  const prices = legs.map((leg) => leg.price);
  refusePayoutPast(stake, prices);
  const returns = payout(stake, prices);
  if (returns !== ticket.payout) await setPayout(tx, leagueId, id, returns);
  await insertLegs(tx, leagueId, id, legs);
  return id;
}

/**
 * The one answer of the ticket's key, after `refusal` undid its placing: the id of the ticket that another request
 * placed under it meanwhile, or the refusal that the key has from now on.
 *
 * The ticket is inserted once more for its key alone: the unique index makes every other request with the key wait
 * until the refusal is committed, which an advisory lock would do only if each placing paid for taking it.
 */
async function answerOf(tx: Db, ticket: NewTicket, refusal: Refusal): Promise<string | Refusal> {
  if (!(await lockLeague(tx, ticket.leagueId))) return refusal; // deleted with all its keys
  if (!(await insertTicket(tx, ticket, null))) return repeated(tx, ticket);
  const remembered = await rememberRefusal(tx, ticket, refusal);
  await deleteTicket(tx, ticket.leagueId, ticket.id);
  return remembered;
}

async function repeated(tx: Db, { leagueId, userId, idempotencyKey, requestHash }: NewTicket): Promise<string> {
  const first = await findByKey(tx, leagueId, userId, idempotencyKey);
  if (first?.requestHash !== requestHash) throw keyReused();
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

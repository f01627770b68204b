import { createHash } from 'node:crypto';
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
import { type Database, type Db, sqlState, uniqueViolation, withCommit } from '../db/connection.ts';
import { inOneSend } from '../db/one-send.ts';
import { recordUserChange } from '../events/store.ts';
import { lineText } from '../games/present.ts';
import { type JudgedGame, lockJudgedGames } from '../games/store.ts';
import { leagueNotFound, remarksOff, requireMember } from '../leagues/access.ts';
import { giveStakeBack, insertStakeEntry, lockBettor, takeStake } from '../ledger/store.ts';
import { newId } from '../lib/ids.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import {
  type BettingLeague,
  findAccount,
  findByKey,
  insertLegs,
  insertTicket,
  lockLeagueOfBet,
  type NewLeg,
  type NewTicket,
  type TicketRow,
} from './placing-store.ts';
import { announceRefusal, findRefusal, insertRefusal, keyReused } from './refusals-store.ts';
import type { ShownLeg } from './store.ts';

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
 * A placed ticket, with its legs as `listTicketLegs` would read them: the read cost as much as the writing. `legs` is
 * null for the ticket of a repeated key, which may have been settled since.
 */
export type Placed = { id: string; legs: ShownLeg[] | null };

/**
 * Places one ticket for a user who may be a member of the league, takes its stake and returns the ticket. A repeated key
 * with the same slip returns the first ticket.
 *
 * A bet is two messages to the database. The first locks the league, takes the stake, which locks out all other bets of
 * the member, and reads the games, their clock and prices under the locks of the games. Its statements are sent at once,
 * so each is written for the case that one before it has found nothing. The second writes the ticket and commits. Why:
 * docs/decisions/placing-a-bet.md.
 *
 * Two requests with one key get one answer, whichever arrives first (docs/decisions/idempotency-keys.md). A refusal is
 * stored under its key in the transaction that judged the bet, so that an original request that arrives after its repeat
 * gets the same refusal. A bet with a key must not run in a transaction that is open already: a repeat rolls it back. Every
 * refusal below except 422, and 404 for others than members, is stored for ten minutes.
 *
 * refuses  no member, or no longer (404), league over, sport not allowed, game locked, price moved, balance insufficient,
 *          or against the league's cap or its most legs, a note where the league has none (409), key used for another
 *          slip (422), same game twice or payout over the limit (400).
 */
export async function placeTicket(
  { db, withTx }: Database,
  { leagueId, userId }: { leagueId: string; userId: string },
  slip: SentSlip,
  idempotencyKey: string | null,
): Promise<Placed> {
  const { stake, picks, note = null } = slip;
  const requestHash = createHash('sha256')
    .update(JSON.stringify(note === null ? [stake, picks] : [stake, picks, note]))
    .digest('hex');
  const games = picks
    .map(({ gameId }) => gameId)
    .sort()
    .join(' ');
  const isKeyed = idempotencyKey !== null;
  const key = idempotencyKey ?? newId();
  const ticket = { leagueId, id: newId(), userId, stake, idempotencyKey: key, requestHash, games, note };
  const attempt = (isCovered: boolean) => withTx((tx) => place(tx, slip, ticket, { isKeyed, isCovered }));
  try {
    const answer = await attempt(true).catch((error: unknown) => {
      if (error instanceof NotCovered) return attempt(false);
      throw error;
    });
    if (answer instanceof Refusal) throw answer;
    return answer;
  } catch (error) {
    const isTaken = sqlState(error) === uniqueViolation; // a Citus does not say of which constraint
    const first = error instanceof Repeat ? error.first : isTaken && (await findByKey(db, ticket));
    if (!first) {
      if (isTaken) await requireMember(db, userId, leagueId); // 404 if the league was deleted after the insert failed
      throw error;
    }
    if (first.requestHash !== requestHash) throw keyReused();
    return { id: first.id, legs: null };
  }
}

/** A ticket that is not judged yet. */
type Unjudged = Omit<NewTicket, 'payout' | 'placedAt'>;

/**
 * Places a ticket, or returns the refusal that is stored under its key.
 *
 * isKeyed    whether the bettor's client has sent the key. A refused bet without one rolls back and leaves nothing.
 * isCovered  whether the first message takes the stake: the transaction rolls back with `NotCovered` if the balance is too
 *            low. Otherwise it only locks the member's row, and takes the stake with the ticket if the balance has grown.
 */
async function place(
  tx: Db,
  slip: SentSlip,
  ticket: Unjudged,
  { isKeyed, isCovered }: { isKeyed: boolean; isCovered: boolean },
): Promise<Placed | Refusal> {
  const { leagueId, id, userId, stake, note } = ticket;
  const staked = { leagueId, userId, ticketId: id, stake };
  const gameIds = [...new Set(slip.picks.map((pick) => pick.gameId))];
  const sent = inOneSend(() => ({
    member: lockLeagueOfBet(tx, leagueId, userId),
    account: findAccount(tx, userId),
    bettor: isCovered ? takeStake(tx, staked) : lockBettor(tx, leagueId, userId),
    ...lockJudgedGames(tx, gameIds),
  }));
  const member = await sent.member;
  const user = await sent.account;
  if (!(member && user)) throw leagueNotFound();
  const { league, startedAt, memberName } = member;
  const bettor = await sent.bettor;
  if (!bettor) throw isCovered ? new NotCovered() : leagueNotFound(); // removed since the request began
  await sent.areLocked;
  const games = await sent.games;
  const { refusalsUntil } = bettor;
  const stored = refusalsUntil && refusalsUntil > startedAt ? await findRefusal(tx, ticket) : null;
  if (stored) throw stored;

  let judged: Pick<NewTicket, 'payout' | 'placedAt'> & { legs: NewLeg[] };
  try {
    judged = judge(slip, league, bettor, games);
  } catch (error) {
    if (!(isKeyed && error instanceof Refusal)) throw error;
    return store(tx, ticket, error, isCovered);
  }

  const { legs, ...priced } = judged;
  withCommit(tx, () => ({
    ...(!isCovered && { stake: takeStake(tx, staked) }),
    ticket: insertTicket(tx, { ...ticket, ...priced }),
    entry: insertStakeEntry(tx, staked),
    legs: insertLegs(tx, leagueId, id, legs),
    change: recordUserChange(tx, userId), // of the user alone: others must not even notice that somebody has bet
  }));

  const shown = { leagueId, id, userId, stake, ...priced, grade: null, back: null, note, settledAt: null };
  return {
    id,
    legs: legs.map((leg, at) => ({
      leg: { ...leg, leagueId, ticketId: id, number: at + 1, grade: null },
      ticket: shown,
      legCount: legs.length,
      league: { id: leagueId, name: league.name },
      remarksOf: { areOn: league.remarks, ownerId: league.ownerId },
      memberName,
      user,
    })),
  };
}

/** Rolls back the transaction of a bet for which the balance is too low, or whose member was removed. */
class NotCovered extends Error {}

/** Rolls back the transaction of a bet that repeats the key of a ticket. */
class Repeat extends Error {
  constructor(readonly first: TicketRow) {
    super('the key of the bet has a ticket');
  }
}

/**
 * Stores a refusal under the key of its bet and gives the stake back. The repeat of a placed bet may be refused, too, as
 * its game has begun or its stake is spent: then the ticket is its answer. The locked row of the member makes every other
 * request with the key wait until this transaction has committed.
 */
async function store(tx: Db, ticket: Unjudged, refusal: Refusal, isStaked: boolean): Promise<Refusal> {
  const { leagueId, id, userId, stake } = ticket;
  const first = await findByKey(tx, ticket);
  if (first) throw new Repeat(first);
  withCommit(tx, () => ({
    ...(isStaked && { stake: giveStakeBack(tx, { leagueId, userId, ticketId: id, stake }) }),
    refusal: insertRefusal(tx, ticket, refusal),
    member: announceRefusal(tx, ticket),
  }));
  return refusal;
}

type Funds = Pick<Balance, 'available' | 'pending'>;

/**
 * The legs, the payout and the time of a bet that the league, the member's money and the games allow; refuses any other.
 * A slip that is wrong in itself is refused as such, whatever the balance.
 */
function judge(slip: SentSlip, league: BettingLeague, funds: Funds, games: readonly JudgedGame[]) {
  const { stake, picks, note = null } = slip;
  if (passesMaxPayout(stake, priceOf(picks))) throw badInput(payoutTooHigh.message);
  if (note !== null && !league.remarks) throw remarksOff();
  const picked = picksOf(slip, games);
  requireFunds(slip, league.maxInPlayPct, funds);
  const legs = takeLegs(picked, league);
  if (passesMaxPayout(stake, priceOf(legs))) throw badInput(payoutTooHigh.message);
  // The earliest: each game was open when it was read.
  const placedAt = new Date(Math.min(...picked.map(({ foundAt }) => foundAt.getTime())));
  return { legs, payout: payout(stake, priceOf(legs)), placedAt };
}

const priceOf = (legs: readonly { price: Price }[]) => legs.map(({ price }) => price);

/** Refuses a stake that the member may not place with these funds. The balance is judged before the cap. */
function requireFunds({ stake, picks }: SentSlip, maxInPlayPct: number, { available, pending }: Funds): void {
  if (stake > available) {
    const mode = picks.length > 1 ? 'parlay' : 'individual';
    throw new Refusal(409, 'insufficient-balance', insufficientBalance(mode, stake, available).message);
  }
  const most = headroom(maxInPlayPct, available, pending);
  if (maxInPlayPct < 100 && stake > most) throw new Refusal(409, 'over-cap', overCap(maxInPlayPct, most).message);
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
function takeLegs(picked: readonly Picked[], league: BettingLeague): NewLeg[] {
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
    offer ? [{ id: newId(), gameId: pick.gameId, ...offer, originalStart, homeTeamId, awayTeamId }] : [],
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

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
import { type Database, type Db, withCommit } from '../db/connection.ts';
import { inOneSend } from '../db/one-send.ts';
import { recordUserChange } from '../events/store.ts';
import { lineText } from '../games/present.ts';
import { type JudgedGame, lockJudgedGames } from '../games/store.ts';
import { leagueNotFound, remarksOff, requireMember } from '../leagues/access.ts';
import { type BareLeague, lockLeagueOfBet } from '../leagues/store.ts';
import { findFunds, giveStakeBack, insertStakeEntry, takingStake } from '../ledger/store.ts';
import { newId } from '../lib/ids.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import {
  deleteTicket,
  findByKey,
  insertLegs,
  insertTicket,
  type NewLeg,
  type NewTicket,
  setPayout,
} from './placing-store.ts';
import { findRefusal, insertRefusal, isRefused, keyReused } from './refusals-store.ts';
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
 * A bet is two messages to the database. The order of the statements matters (docs/decisions/placing-a-bet.md). The
 * ticket is inserted first, so that a repeat is answered as a repeat even when the whole balance is staked. The update of
 * the member's row follows; it locks out all other bets of the member. Games, clock and prices are read last, under the
 * locks of the games. These statements are sent at once and their rows judged afterwards, so each is written for the case
 * that one before it has changed nothing.
 *
 * Two requests with one key get one answer, whichever arrives first (docs/decisions/idempotency-keys.md). A repeat
 * waits for a running request that has inserted its ticket. A refusal is stored under its key in the transaction that
 * judged the bet, and the ticket is deleted there, so an original request that arrives after its repeat gets the same
 * refusal. Every refusal below except 422, and 404 for others than members, is stored for ten minutes.
 *
 * refuses  no member, or no longer (404), league over, sport not allowed, game locked, price moved, balance insufficient,
 *          or against the league's cap or its most legs, a note where the league has none (409), key used for another
 *          slip (422), same game twice or payout over the limit (400).
 */
export async function placeTicket(
  { withTx }: Database,
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
  const ticket = { leagueId, id: newId(), userId, stake, requestHash, games, note };
  if (idempotencyKey === null) return withTx((tx) => place(tx, slip, { ...ticket, idempotencyKey: newId() }, throwIt));

  const keyed = { ...ticket, idempotencyKey };
  const answer = await withTx((tx) =>
    place(tx, slip, keyed, (refusal, isStaked) => store(tx, keyed, refusal, isStaked)),
  );
  if (answer instanceof Refusal) throw answer;
  return answer;
}

/** A ticket whose payout is not known yet. */
type Unpriced = Omit<NewTicket, 'payout'>;

const takeStake = takingStake<'idempotencyKey'>(isRefused);

/** Places a ticket. `refuse` decides about a refusal of the judged bet; `isStaked`: whether its stake is taken. */
async function place<Refused>(
  tx: Db,
  slip: SentSlip,
  ticket: Unpriced,
  refuse: (refusal: Refusal, isStaked: boolean) => Promise<Refused>,
): Promise<Placed | Refused> {
  const { leagueId, id, userId, stake, note, idempotencyKey } = ticket;
  const prices = slip.picks.map(({ price }) => price);
  const isTooHigh = passesMaxPayout(stake, prices);
  const expected = isTooHigh ? stake : payout(stake, prices);
  const gameIds = [...new Set(slip.picks.map((pick) => pick.gameId))];
  const sent = inOneSend(() => ({
    member: lockLeagueOfBet(tx, leagueId, userId),
    placedAt: insertTicket(tx, { ...ticket, payout: expected }),
    isStaked: takeStake(tx, { leagueId, userId, ticketId: id, stake, idempotencyKey }),
    ...lockJudgedGames(tx, gameIds),
  }));
  const member = await sent.member;
  if (!member) throw leagueNotFound();
  const { league, memberName, user } = member;
  const placedAt = await sent.placedAt;
  if (!placedAt) return { id: await repeated(tx, ticket), legs: null };
  // The insert waits while another request stores a refusal of the key, so the statement of the stake sees that refusal.
  const isStaked = await sent.isStaked;
  await sent.areLocked;
  const games = await sent.games;

  let legs: NewLeg[];
  try {
    if (isTooHigh) throw badInput(payoutTooHigh.message);
    if (note !== null && !league.remarks) throw remarksOff();
    if (!isStaked) await requireMember(tx, userId, leagueId); // removed since the request began: 404, not a balance
    const picked = picksOf(slip, games); // an invalid slip is refused as invalid, whatever the balance
    if (!isStaked) throw refusedStake(slip, league.maxInPlayPct, await findFunds(tx, leagueId, userId));
    legs = takeLegs(picked, league);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error, isStaked);
    throw error;
  }

  const returns = payoutOf(stake, legs);
  if (returns !== expected) await setPayout(tx, leagueId, id, returns);
  withCommit(tx, () => ({
    entry: insertStakeEntry(tx, { leagueId, userId, ticketId: id, stake }),
    legs: insertLegs(tx, leagueId, id, legs),
    change: recordUserChange(tx, userId), // of the user alone: others must not even notice that somebody has bet
  }));

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
      memberName,
      user,
    })),
  };
}

/** Lets the transaction roll back: a bet without a key leaves nothing of a refusal. */
async function throwIt(refusal: Refusal): Promise<never> {
  throw refusal;
}

/**
 * Stores a refusal under the key of its bet and takes the bet back, or returns the refusal that another request has
 * stored meanwhile. The inserted ticket locks the key: the unique index makes every other request with it wait until
 * this transaction has committed. An advisory lock would do the same only if every placing took it, too.
 */
async function store(tx: Db, ticket: Unpriced, refusal: Refusal, isStaked: boolean): Promise<Refusal> {
  const { leagueId, id, userId, stake } = ticket;
  const before = isStaked ? null : await findRefusal(tx, ticket); // a stored refusal lets nobody take the stake
  withCommit(tx, () => ({
    ...(isStaked && { stake: giveStakeBack(tx, { leagueId, userId, ticketId: id, stake }) }),
    ticket: deleteTicket(tx, leagueId, id),
    ...(before === null && { refusal: insertRefusal(tx, ticket, refusal) }),
  }));
  return before ?? refusal;
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

/** The payout of a ticket that wins; refuses one over the limit. */
function payoutOf(stake: Cents, legs: readonly { price: Price }[]): Cents {
  const prices = legs.map(({ price }) => price);
  if (passesMaxPayout(stake, prices)) throw badInput(payoutTooHigh.message);
  return payout(stake, prices);
}

/*
 * Proves that money is right after any steps in any order: bets, polls, results, corrections, called-off games, removed
 * members and ended leagues. fast-check draws a list of steps. `play` takes each in the product, through its API and
 * its services on a real Postgres, and in a small model of one game and its tickets (`GameModel`, `settleModel`). After
 * each settlement all funds must be equal, and settling once more must change nothing. Each member's statement must end
 * with what is available, and continue the one from the middle of the steps.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember } from '#shared/api/groups.ts';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import { continuation } from '#shared/domain/statement.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { anyPick, scoresOfEveryGrade } from '../testing/arbitrary-bets.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aGame, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import {
  backOf,
  type Ending,
  fundsAfter,
  memberKey,
  type Outcome,
  outcomeOf,
  type PlacedLeg,
  type PlacedTicket,
} from '../testing/reference-model.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { settleGames } from './settle.ts';

const minute = 60_000;
const hour = 60 * minute;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const untouched = { available: 100_000, pending: 0 };

let world: World;
let players: [Player, ...Player[]];

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** A poll's report of a game: a final score, or its status. */
type Seen = { home: number; away: number } | 'scheduled' | 'live' | 'canceled';

// Indices of three players, two leagues and three games.
const who = fc.nat(2);
const where = fc.nat(1);
const which = fc.nat(2);
const score = fc.constantFrom(...scoresOfEveryGrade);
const picks = fc.uniqueArray(fc.record({ which, pick: anyPick }), {
  selector: (one) => one.which,
  minLength: 1,
  maxLength: 3,
});
const seen = fc.oneof(score, fc.constantFrom('scheduled' as const, 'live' as const, 'canceled' as const));

/** Stands for a stake of all whole Ching that the member has. */
const everything = 0;
const ending = fc.oneof(score, fc.constant('off' as const));

const bet = fc.record({
  does: fc.constant('bet' as const),
  who,
  where,
  picks,
  ching: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(everything)),
});
const finals = fc.uniqueArray(fc.record({ which, seen: score }), {
  selector: (one) => one.which,
  minLength: 1,
  maxLength: 3,
});
const step = fc.oneof(
  { weight: 4, arbitrary: bet },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('poll' as const), which, seen }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('finish' as const), finals }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.constantFrom(2, 20, 73) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('call off' as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('decide' as const), which, ending }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), who: fc.constantFrom(1, 2), where }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('end' as const), where }) },
);
/** First bets, so that there is something to settle, then any steps. */
const story = fc
  .tuple(
    fc.array(bet, { minLength: 3, maxLength: 7, size: 'max' }),
    fc.array(step, { minLength: 5, maxLength: 18, size: 'max' }),
  )
  .map(([bets, steps]) => [...bets, ...steps]);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A model of one game by the house rules, with its results so far. */
class GameModel {
  readonly #startsAt: number;
  readonly results: { at: number; by: 'feed' | 'admin'; ending: Ending }[] = [];
  #status: 'scheduled' | 'live' | 'canceled' | 'final' = 'scheduled';
  #score: Ending = 'off';
  #equalPolls = 0;
  #isLocked = false;
  #hasBegun = false;
  #polledAt = 0;
  /** A correction of the feed: its equal polls in a row, its first poll, and whether it can still become a result. */
  #dispute: { ending: Ending; rev: number; polls: number; since: number; isDrastic: boolean; isOver: boolean } | null =
    null;

  constructor(startsAt: Date) {
    this.#startsAt = startsAt.getTime();
  }

  get takesBets(): boolean {
    return this.#status === 'scheduled' && !this.#isLocked && this.results.length === 0;
  }

  /**
   * Whether a first result or a correction is being confirmed, by the database's clock. That clock is behind the time
   * of the steps, so that no correction has lapsed by it: only one of an admin's result cannot become a result any more.
   */
  get isInDoubt(): boolean {
    const isConfirming = this.results.length === 0 && this.#equalPolls > 0;
    const isDisputed = this.#dispute !== null && this.results[this.#dispute.rev - 1]?.by !== 'admin';
    return isConfirming || isDisputed;
  }

  poll(seen: Seen, at: number): void {
    if (this.results.length > 0) this.#weigh(seen, at);
    if (at >= this.#startsAt && this.results.length === 0) this.#polledAt = at;
    const status = typeof seen === 'object' ? 'final' : seen;
    const goesBack = this.#status === 'final' ? status !== 'final' : this.#status === 'live' && status === 'scheduled';
    if (goesBack) {
      if (this.#equalPolls < 2) this.#equalPolls = 0;
      return;
    }
    if (this.#hasBegun || at >= this.#startsAt) this.#isLocked = true;
    if (status === 'live' || status === 'final') this.#hasBegun = true;
    const ending = typeof seen === 'object' ? seen : 'off';
    const isEqual = status === this.#status && isSame(ending, this.#score);
    const decides = status === 'final' || status === 'canceled';
    this.#equalPolls = decides ? Math.min(2, isEqual ? this.#equalPolls + 1 : 1) : 0;
    [this.#status, this.#score] = [status, ending];
    if (this.#equalPolls === 2 && this.results.length === 0) this.results.push({ at, by: 'feed', ending });
  }

  #weigh(seen: Seen, at: number): void {
    const [first, last] = [this.results[0], this.results.at(-1)];
    if (!first || !last) return;
    const ending: Ending | null = typeof seen === 'object' ? seen : seen === 'canceled' ? 'off' : null;
    const before = this.#dispute;
    if (ending === null) {
      if (before && !before.isDrastic && !before.isOver) this.#dispute = null;
      return;
    }
    if (isSame(ending, last.ending)) {
      this.#dispute = null;
      return;
    }
    const rev = this.results.length;
    const isRepeated = before !== null && before.rev === rev && isSame(before.ending, ending);
    const isDrastic = this.results.some((result) => isDrasticAfter(result.ending, ending));
    const dispute = isRepeated ? before : { ending, rev, polls: 0, since: at, isDrastic, isOver: false };
    dispute.polls += 1;
    dispute.isOver ||= last.by === 'admin' || at - first.at > 72 * hour;
    this.#dispute = dispute;
    if (dispute.isOver || dispute.isDrastic || dispute.polls < 3 || at - dispute.since < 10 * minute) return;
    this.results.push({ at, by: 'feed', ending });
    this.#dispute = null;
  }

  decide(ending: Ending, at: number): void {
    this.results.push({ at, by: 'admin', ending });
    this.#dispute = null;
  }

  /** The result that bets are settled on at `now`. A feed's score counts only after the start. */
  inForce(now: number): { ending: Ending; rev: number } | null {
    const last = this.results.at(-1);
    if (!last || (last.by === 'feed' && last.ending !== 'off' && now < this.#startsAt)) return null;
    return { ending: last.ending, rev: this.results.length };
  }

  isOutOfTime(now: number): boolean {
    const limit = this.#startsAt + 48 * hour;
    return this.results.length === 0 && now > limit && this.#polledAt > limit && this.#equalPolls === 0;
  }
}

function isDrasticAfter(before: Ending, after: Ending): boolean {
  if (before === 'off') return false;
  return after === 'off' || (after.home < before.home && after.away < before.away);
}

function isSame(one: Ending, other: Ending): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type LegModel = PlacedLeg & { game: GameModel; outcome: Outcome | null; rev: number | null };
type TicketModel = { placed: PlacedTicket; league: LeagueModel; legs: LegModel[]; back: number | null };
type LeagueModel = { group: Group; hasEnded: boolean; isFinal: boolean; removed: Set<Player> };

/** Whether the league waits for this ticket before it can be final. */
function isAwaited({ back, legs }: TicketModel): boolean {
  return (
    back === null ||
    legs.some(({ game, outcome, rev }) => {
      if (outcome !== null && rev === null) return false; // void without a result, which never changes
      return game.isInDoubt || (outcome === null ? game.results.length > 0 : (rev ?? 0) < game.results.length);
    })
  );
}

function settleModel(tickets: readonly TicketModel[], now: number): void {
  for (const ticket of tickets) {
    for (const leg of ticket.legs) {
      const result = leg.game.inForce(now);
      const isOpen = leg.outcome === null;
      if (result && (isOpen || (!ticket.league.isFinal && leg.rev !== null && leg.rev < result.rev))) {
        leg.outcome = outcomeOf(leg, result.ending);
        leg.rev = result.rev;
      } else if (isOpen && leg.game.isOutOfTime(now)) {
        leg.outcome = 'push'; // void without a result, so no result changes it
      }
    }
    ticket.back = backOf(ticket.placed.stake, ticket.legs);
  }
}

/** Plays the steps with two leagues and three games, in the product and in the model. */
async function play(steps: readonly Step[]): Promise<void> {
  const { database } = world;
  let now = Date.now();
  const startsAt = new Date(now + hour);
  const games = Array.from({ length: 3 }, () => {
    const quote = withOdds(plainQuote, { spreadHome: -3, spreadAway: 3, totalPoints: 43 });
    return { feed: aGame({ sport: 'NBA', startsAt, quote }), model: new GameModel(startsAt) };
  });
  const poll = async (game: FeedGame) => {
    now += 1_000;
    await ingest(database, 'NBA', answerOf([game]), new Date(now));
  };
  for (const { feed } of games) await poll(feed);

  // New players for each run: the number of leagues that one player may own is limited.
  players = [await world.signUp(), await world.signUp(), await world.signUp()];
  const [owner, ...others] = players;
  const leagues: LeagueModel[] = [];
  for (let count = 0; count < 2; count += 1) {
    const group = await world.league(owner);
    for (const other of others) await world.join(other, group);
    leagues.push({ group, hasEnded: false, isFinal: false, removed: new Set() });
  }
  const tickets: TicketModel[] = [];

  const settle = () => settleGames(database, new Date(now), 0);
  async function expectFunds(): Promise<void> {
    const expected = fundsAfter(tickets);
    for (const { group } of leagues) {
      for (const { user } of players) {
        const funds = expected.get(memberKey(group.id, user.id)) ?? untouched;
        expect(await fundsOf(database.db, group.id, user.id)).toEqual(funds);
      }
    }
  }

  async function place(league: LeagueModel, player: Player, next: Extract<Step, { does: 'bet' }>): Promise<void> {
    const sent: ReturnType<typeof aLeg>[] = [];
    const legs: LegModel[] = [];
    for (const {
      which: at,
      pick: [market, side],
    } of next.picks) {
      const game = games[at];
      if (!game) throw new Error(`no game ${at}`);
      const leg = aLeg(game.feed, market, side);
      const line = leg.line === null ? null : Number(leg.line);
      sent.push(leg);
      legs.push({
        sport: 'NBA',
        gameId: leg.gameId,
        market,
        side,
        line,
        price: leg.odds,
        game: game.model,
        outcome: null,
        rev: null,
      });
    }
    const placedBy = { leagueId: league.group.id, userId: player.user.id };
    const { available } = fundsAfter(tickets).get(memberKey(placedBy.leagueId, placedBy.userId)) ?? untouched;
    const ching = next.ching === everything ? Math.max(1, Math.floor(available / 100)) : next.ching;
    const [single] = sent;
    const { status } =
      sent.length === 1 && single
        ? await player.call(placeBet, { body: { ...single, groupId: league.group.id, amount: String(ching) } })
        : await player.call(placeParlay, { body: aParlay(league.group, String(ching), sent) });

    const isTaken = ching * 100 <= available && !league.hasEnded && legs.every(({ game }) => game.takesBets);
    expect(status).toBe(league.removed.has(player) ? 404 : isTaken ? 201 : 409);
    if (isTaken && status === 201)
      tickets.push({ placed: { ...placedBy, stake: ching * 100, legs }, league, legs, back: null });
  }

  async function take(next: Step): Promise<void> {
    const league = 'where' in next ? leagues[next.where] : undefined;
    const player = 'who' in next ? players[next.who] : undefined;
    const game = 'which' in next ? games[next.which] : undefined;
    if (next.does === 'bet' && league && player) {
      await place(league, player, next);
    } else if (next.does === 'poll' && game) {
      await poll(shown(game.feed, next.seen));
      game.model.poll(next.seen, now);
    } else if (next.does === 'finish') {
      now = Math.max(now, startsAt.getTime());
      for (const one of [...next.finals, ...next.finals]) await take({ does: 'poll', ...one });
      now += 10 * minute;
      for (const one of next.finals) await take({ does: 'poll', ...one });
      await take({ does: 'settle' });
    } else if (next.does === 'call off') {
      now = Math.max(now, startsAt.getTime() + 49 * hour);
      await take({ does: 'poll', which: next.which, seen: 'scheduled' });
      await take({ does: 'settle' });
    } else if (next.does === 'settle') {
      await settle();
      settleModel(tickets, now);
      await expectFunds();
    } else if (next.does === 'wait') {
      now += next.hours * hour;
    } else if (next.does === 'decide' && game) {
      await decideGame(database, game.feed.id, next.ending, new Date(now));
      game.model.decide(next.ending, now);
    } else if (next.does === 'remove' && league && player) {
      const { status } = await owner.call(removeMember, { params: { id: league.group.id, userId: player.user.id } });
      expect(status).toBe(league.removed.has(player) ? 404 : 200);
      league.removed.add(player);
    } else if (next.does === 'end' && league) {
      await endLeague(database.db, league.group);
      league.hasEnded = true;
      await finalizeLeagues(database);
      for (const each of leagues) {
        const own = tickets.filter((ticket) => ticket.league === each);
        if (each.hasEnded && !own.some(isAwaited)) each.isFinal = true;
      }
    }
  }

  /** The statements of all members, present or removed, each with its funds. */
  async function statements(): Promise<{ file: string; balance: number; available: number }[]> {
    const found = [];
    for (const { group } of leagues) {
      for (const player of players) {
        const params = { id: group.id };
        const { available } = await fundsOf(database.db, group.id, player.user.id);
        const { balance } = (await player.call(leagueStatement, { params })).reply;
        const file = (await player.call(leagueStatementFile, { params })).reply;
        found.push({ file, balance, available });
      }
    }
    return found;
  }

  const middle = Math.floor(steps.length / 2);
  for (const next of steps.slice(0, middle)) await take(next);
  const older = await statements();
  for (const next of steps.slice(middle)) await take(next);
  await take({ does: 'settle' });
  for (const [at, { file, balance, available }] of (await statements()).entries()) {
    expect(balance).toBe(available);
    expect(older[at]?.balance).toBe(older[at]?.available);
    expect(continuation(older[at]?.file ?? '', file, sha256)).toMatchObject({ isContinued: true });
  }
  await expectLedgerBalances(database.db);
  const before = await ledgerCounts(database.db);
  expect(await settle()).toEqual({ games: 0, legs: 0, tickets: 0 });
  expect(await ledgerCounts(database.db)).toEqual(before);
  await expectFunds();
}

function shown(game: FeedGame, seen: Seen): FeedGame {
  if (typeof seen === 'object') return final(game, seen.home, seen.away);
  if (seen === 'live') return live(game, 7, 3);
  return seen === 'scheduled' ? game : { ...game, status: seen, statusWord: 'STATUS_CANCELED' };
}

test('after any steps in any order, all funds are those of an independent model, and settling again changes nothing', {
  timeout: 240_000,
}, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: 40,
    interruptAfterTimeLimit: 200_000, // limits shrinking too
    markInterruptAsFailure: true,
  });
});

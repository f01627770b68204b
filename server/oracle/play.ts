import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import { ledgerErrors } from '../bench/ledger-check.ts';
import { databaseNow } from '../db/clock.ts';
import { connect, type Database } from '../db/connection.ts';
import { type Feed, FeedFailure } from '../feed/feed.ts';
import { answerOf, type FeedAnswer, type FeedGame } from '../games/feed-answer.ts';
import { requireMember } from '../leagues/access.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { Refusal } from '../lib/refusal.ts';
import { setResult } from '../settlement/set-result.ts';
import { settleGames } from '../settlement/settle.ts';
import { randomFrom } from '../testing/bulk.ts';
import { cloneTemplate } from '../testing/cluster.ts';
import { verdictOf } from '../testing/reference-model.ts';
import { placeTicket, type SentSlip } from '../tickets/place.ts';
import { pullGames } from '../worker/jobs/pull-games.ts';
import { readBooks, sorted, words } from './booked.ts';
import { easternDate, easternInstant } from './eastern-time.ts';
import { gameOf } from './feed-games.ts';
import { makeLeagues } from './make-leagues.ts';
import { Game } from './reference-game.ts';
import { House, type Ticket } from './reference-leagues.ts';
import {
  advanceFixture,
  type Chance,
  chanceFrom,
  drawSchedule,
  type Entry,
  entriesOf,
  type Fixture,
  nextPoll,
  type Offers,
} from './schedule.ts';
import { type Clock, virtualClock } from './virtual-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const log = pino({ level: 'silent' });

export type Plan = { seed: number; games: number; leagues: number; members: number };
/** `differences` is the log of the run followed by what differs; empty if product and model agree. */
export type Report = { differences: string[]; polls: number; tickets: number; refused: number; final: number };

/**
 * Plays one random schedule of games against the product, on a new database, and against the reference model of the
 * house rules. Compares every ticket, balance and league after each step. The seed alone determines the run.
 */
export async function playSchedule(clusterUrl: string, plan: Plan): Promise<Report> {
  const clone = await cloneTemplate(clusterUrl);
  try {
    const clock = await virtualClock(clone.url);
    const database = connect(clone.url, log, { max: 4 });
    try {
      await database.machines.start();
      return await play(database, clock, plan);
    } finally {
      await database.end();
      await clock.end();
    }
  } finally {
    await clone.drop();
  }
}

async function play(database: Database, clock: Clock, plan: Plan): Promise<Report> {
  const chance = chanceFrom(randomFrom(plan.seed));
  // Any day of a year, so that some limits fall on Wednesdays and on changes to or from summer time.
  const from = Date.UTC(2026, 0, 1, 14) + chance.below(365) * day;
  const fixtures = drawSchedule(chance, from, plan.games);
  const house = new House(await makeLeagues(database, chance, from, plan));
  const games = new Map<string, Game>();
  const report: Report = { differences: [], polls: 0, tickets: 0, refused: 0, final: 0 };
  const story: string[] = [];
  const listedAt = new Map<string, number>();
  let now = from;

  const at = () => new Date(now).toISOString().slice(5, 16);
  const note = (words: string) => story.push(`${at()} ${words}`);
  const differ = (words: string) => {
    if (report.differences.length === 0) report.differences.push(...story);
    report.differences.push(`${at()} DIFFERENCE ${words}`);
  };

  const lastAt = Math.max(...fixtures.map(({ whistle }) => whistle)) + 11 * day;
  while (now < lastAt && report.differences.length === 0) {
    now = nextPoll(chance, fixtures, now);
    await clock.set(now);
    for (const fixture of fixtures) {
      for (const name of advanceFixture(chance, fixture, now)) note(`${nameOf(fixture)}: ${name}`);
    }
    await poll();
    if (chance.is(0.9)) {
      await settleGames(database, new Date(now), 45 * minute);
      house.settle(now);
    }
    if (chance.is(0.9)) {
      await finalizeLeagues(database);
      house.finalize(now);
    }
    await compare();
    for (let bets = chance.below(4); bets > 0; bets -= 1) await bet();
    if (chance.is(0.02)) await decide();
  }
  report.polls += 1;
  report.tickets = house.tickets.length;
  report.final = house.leagues.filter(({ frozen }) => frozen).length;
  const open = house.leagues.filter(({ frozen }) => !frozen).length;
  if (report.differences.length === 0 && open > 0) differ(`leagues that are not final at the end: ${open}`);
  return report;

  /** Polls every sport once; product and model get the same answers. */
  async function poll(): Promise<void> {
    const entries = fixtures.flatMap((fixture) => {
      const [fault, found] = entriesOf(chance, fixture, now);
      if (fault) note(`${nameOf(fixture)}: ${fault}`);
      return found;
    });
    const heard = new Set<string>();
    const isDown = chance.is(0.03);
    if (isDown) note('the feed is down');
    const answer = (sport: FeedGame['sport'], fromDate: number, days: number): FeedAnswer => {
      if (isDown) throw new FeedFailure('down');
      report.polls += 1;
      const span = { from: easternInstant(fromDate, '00:00'), to: easternInstant(fromDate + days * day, '00:00') };
      const isWithin = ({ startsAt }: Entry['snapshot']) => startsAt >= span.from && startsAt < span.to;
      const shown = entries.filter(({ snapshot }) => snapshot.sport === sport && isWithin(snapshot));
      if (shown.length > 0) listedAt.set(sport, now);
      // An empty list counts only while the sport has other games, and never for days on which a game has a result.
      const isOfResult = ({ id, snapshot }: Fixture) => {
        const game = snapshot.sport === sport ? games.get(id) : undefined;
        return game !== undefined && game.results.length > 0 && isWithin({ ...snapshot, startsAt: game.startsAt });
      };
      const isListing = now - (listedAt.get(sport) ?? 0) <= day;
      if (shown.length > 0 || (isListing && !fixtures.some(isOfResult))) hear(heard, sport, shown, isWithin);
      const complete = { from: new Date(span.from), to: new Date(span.to) };
      return answerOf(shown.map(gameOf), { complete });
    };
    const feed: Feed = {
      name: 'espn',
      speed: 1,
      slate: async (sport) => answer(sport, easternDate(now) - day, 30), // from yesterday on
      day: async (sport, date) => answer(sport, Date.parse(`${date}T00:00:00Z`), 1),
    };
    for (const sport of new Set(fixtures.map(({ snapshot }) => snapshot.sport))) {
      await pullGames({ database, feed, clock: () => databaseNow(database.db), log, pollMs: minute }, sport).run();
    }
  }

  /** Passes an answer to the model. Several equal reports of a game within one poll count once. */
  function hear(
    heard: Set<string>,
    sport: FeedGame['sport'],
    shown: readonly Entry[],
    isWithin: (snapshot: Entry['snapshot']) => boolean,
  ): void {
    const ids = new Set(shown.map(({ id }) => id));
    for (const { id, snapshot } of fixtures) {
      const game = games.get(id);
      const said = shown.filter((entry) => entry.id === id);
      const [first] = said;
      if (!first) {
        const isMissed = game && snapshot.sport === sport && !ids.has(id);
        if (isMissed && isWithin({ ...snapshot, startsAt: game.startsAt })) game.miss(now);
      } else if (!heard.has(id)) {
        heard.add(id);
        const isClear = said.every((entry) => JSON.stringify(entry.snapshot) === JSON.stringify(first.snapshot));
        if (!isClear) game?.contradict(now);
        else if (game) game.see(first.snapshot, now);
        else games.set(id, new Game(first.snapshot, now));
      }
    }
  }

  /** Places a random bet; the model predicts whether the product accepts it. */
  async function bet(): Promise<void> {
    const league = chance.pick(house.leagues);
    const userId = chance.pick(league.userIds);
    const near = fixtures.filter(({ snapshot }) => snapshot.startsAt > now - hour && snapshot.startsAt < now + 3 * day);
    const known = (near.length > 0 ? near : fixtures).filter(({ id }) => games.has(id));
    const chosen = new Set<Fixture>();
    for (let legs = chance.pick([1, 1, 2, 3]); legs > 0 && known.length > 0; legs -= 1) chosen.add(chance.pick(known));
    if (chosen.size === 0) return;
    const picks = [...chosen].map((fixture) => ({ fixture, ...pickOf(chance, fixture.offers) }));
    const stake = chance.pick([1, 7, 50, 133, 400, 1_000]) * 100;
    const slip: SentSlip = {
      stake: cents(stake),
      picks: picks.map(({ fixture, price, ...pick }) => ({ ...pick, gameId: fixture.id, price: price as Price })),
    };
    const legs = picks.flatMap(({ fixture, ...pick }) => {
      const game = games.get(fixture.id);
      return game ? [{ ...pick, game }] : [];
    });
    const isTaken = house.takes(
      league,
      userId,
      stake,
      legs.map(({ game }) => game),
      now,
    );
    const member = await requireMember(database.db, userId, league.id);
    const id = await placeTicket(database, member, slip, uuid()).then(
      (placed) => placed.id,
      (error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      },
    );
    const what = picks.map(({ fixture, market, side, line }) => `${nameOf(fixture)} ${market} ${side} ${line ?? ''}`);
    if ((typeof id === 'string') !== isTaken) {
      const answer = typeof id === 'string' ? 'taken' : `refused (${id.code})`;
      differ(`a bet on ${what.join(', ')} was ${answer}, the model has it ${isTaken ? 'taken' : 'refused'}`);
    }
    if (typeof id !== 'string') {
      report.refused += 1;
      return;
    }
    note(`ticket ${id.slice(-4)} on ${what.join(', ')}`);
    house.tickets.push({
      id,
      league,
      userId,
      stake,
      placedAt: now,
      legs: legs.map((leg) => {
        const { match, home, away, startsAt } = leg.game;
        return { ...leg, match, home, away, originalStart: startsAt, outcome: null, rev: null };
      }),
    });
  }

  /** Sets a random result of a random game as an admin. */
  async function decide(): Promise<void> {
    const fixture = chance.pick(fixtures);
    const game = games.get(fixture.id);
    if (!game) return;
    const isMlb = game.sport === 'MLB';
    const score = { home: chance.below(7), away: chance.below(7), halfInnings: isMlb ? 18 : null };
    const wanted = chance.is(0.3) ? 'off' : score;
    const outcome = wanted === 'off' ? ({ isVoid: true } as const) : { isVoid: false as const, ...wanted };
    const revs = game.results.length;
    const refusal = await setResult(
      database,
      { gameId: fixture.id, outcome, reason: 'the model says so', setById: null },
      revs,
    ).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      },
    );
    note(`${nameOf(fixture)}: an admin says ${JSON.stringify(wanted)}${refusal ? `, refused (${refusal.code})` : ''}`);
    if (game.decide(wanted, now) !== (refusal === null)) differ(`of an admin's word on ${nameOf(fixture)}`);
    else if (!refusal) house.settle(now, game);
    await compare();
  }

  async function compare(): Promise<void> {
    const booked = await readBooks(clock.owner);
    for (const ticket of house.tickets) {
      const expected = verdictOf(ticket.stake, ticket.legs);
      const expectedWords = `${words(expected)}: ${ticket.legs.map(({ outcome }) => outcome ?? 'open').join(', ')}`;
      const found = booked.tickets.get(ticket.id);
      if (found?.words !== expectedWords) {
        differ(`ticket ${nameOfTicket(ticket)} has ${found?.words} (${found?.rules}), the model ${expectedWords}`);
      }
    }
    for (const league of house.leagues) {
      const frozen = booked.frozen.get(league.id) ?? null;
      if (words(frozen) !== words(league.frozen && sorted(league.frozen))) {
        const has = frozen ? words(frozen) : 'not final';
        differ(
          `league ${league.id.slice(-4)} is ${has}, the model has ${league.frozen ? words(sorted(league.frozen)) : 'not final'}`,
        );
      }
      for (const userId of league.userIds) {
        const expected = words(house.fundsOf(league, userId));
        const found = booked.funds.get(`${league.id} ${userId}`);
        if (found !== expected)
          differ(`${userId.slice(-4)} in ${league.id.slice(-4)} has ${found}, the model ${expected}`);
      }
    }
    for (const broken of await ledgerErrors(clock.owner)) differ(`the books are broken: ${broken}`);
  }

  function nameOf({ id, snapshot }: Fixture): string {
    return `${snapshot.sport} ${id.slice(5)}`;
  }

  function nameOfTicket({ id, legs }: Ticket): string {
    const ofGame = (game: Game) => [...games].find(([, one]) => one === game)?.[0].slice(5);
    return `${id.slice(-4)} on ${legs.map(({ game, market, side }) => `${ofGame(game)} ${market} ${side}`).join(', ')}`;
  }
}

function pickOf(chance: Chance, offers: Offers) {
  const market = chance.pick((['spread', 'moneyline', 'total'] as const).filter((name) => offers[name].length > 0));
  const [side, line, price] = chance.pick<Offers[typeof market][number]>(offers[market]);
  return { market, side, line, price };
}

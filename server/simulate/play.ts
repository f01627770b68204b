import { pino } from 'pino';
import { connect } from '../db/connection.ts';
import { presetIds } from '../lib/preset-ids.ts';
import { easternDate } from '../oracle/eastern-time.ts';
import { chanceFrom } from '../oracle/schedule.ts';
import { randomFrom } from '../testing/bulk.ts';
import { cloneTemplate } from '../testing/cluster.ts';
import { changeAccount, checkSession, comeBack, openLetter, quit, signUp } from './account-acts.ts';
import { askForAddress, openAddressLetter } from './address-acts.ts';
import { oversee } from './admin-acts.ts';
import { bet, react } from './bet-acts.ts';
import { createBooks } from './books.ts';
import { changeCalendar, readCalendar } from './calendar-acts.ts';
import { runChat } from './chat-acts.ts';
import { simulatedClock } from './clock.ts';
import { cuttable } from './cuts.ts';
import { startDeliveries } from './deliveries.ts';
import { seasonFeed } from './feed.ts';
import { startJournal } from './journal.ts';
import { answerRequests, deleteLeague, found, join, manage, nextSeason, ownInLeague } from './league-acts.ts';
import { hearChanges, openPages } from './page-acts.ts';
import { createPages } from './pages.ts';
import { quietTables } from './quiet-tables.ts';
import { read } from './reading-acts.ts';
import { decideByHand } from './result-acts.ts';
import { BrokenLaw, type Counts, openSeason, type Season } from './season.ts';
import { seededIds } from './seeded-ids.ts';
import { patienceMs, startSite } from './site.ts';
import { startTrace } from './trace.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const log = pino({ level: 'silent' });
/**
 * The time limits of the connection, in milliseconds of real time: on a slow machine those of the product would end a
 * statement or a transaction of one season and not of the next. Chosen: so long that only a hang reaches them.
 */
const patientLimits = {
  connectionTimeoutMillis: patienceMs,
  idleTimeoutMillis: 0, // never
  statement_timeout: patienceMs,
  query_timeout: patienceMs + 1_000,
  idle_in_transaction_session_timeout: patienceMs,
};

/**
 * The size of a season: `games` is the number of games a week, `acts` that of requests or groups of them. `cutting` is
 * the probability that a step loses its connection to the database.
 */
export type Plan = { leagues: number; people: number; weeks: number; games: number; acts: number; cutting: number };

export type Report = Counts & {
  /** The broken law; null if all held. */
  broken: string | null;
  /** A digest of the trace. */
  digest: string;
  entries: number;
  letters: number;
  pushes: number;
  posts: number;
  /** Topics that open pages have received. */
  topics: number;
  finalLeagues: number;
};

/**
 * Plays a season: the whole product in this process, on a new database, at simulated times. The seed alone determines
 * what happens, and each step is checked.
 *
 * write   gets each line of the trace.
 * change  SQL that changes the database before the season, to see that its laws can break.
 */
export async function playSeason(
  clusterUrl: string,
  seed: number,
  plan: Plan,
  { write, change }: { write?(line: string): void; change?: string } = {},
): Promise<Report> {
  const chance = chanceFrom(randomFrom(seed));
  const from = new Date(Date.UTC(2026, 0, 6, 12) + chance.below(52) * 7 * day); // a Tuesday morning
  const trace = startTrace(write);
  const clone = await cloneTemplate(clusterUrl);
  const undo: (() => Promise<unknown>)[] = [clone.drop];
  try {
    const clock = await simulatedClock(clone.url, from);
    undo.push(clock.end);
    await quietTables(clock.owner);
    if (change !== undefined) await clock.owner.query(change);
    const readJournal = await startJournal(clock.owner);
    // One connection: all statements have one order, which follows from the seed.
    const database = connect(clone.url, log, { max: 1 });
    undo.push(database.end);
    Object.assign(database.pool.options, patientLimits); // the pool reads its options for each new connection
    const cuts = cuttable(database, clock.owner);
    clock.follow(database.pool);
    const restoreIds = presetIds(seededIds(chanceFrom(randomFrom(seed + 1)), clock.ms));
    undo.push(async () => restoreIds());
    await database.machines.start();
    const deliveries = await startDeliveries(seed);
    undo.push(deliveries.stop);
    const feed = seasonFeed(chanceFrom(randomFrom(seed + 2)), from.getTime(), plan);
    const { smtpUrl, pushOrigin } = deliveries;
    const chatOrigin = deliveries.chats.origin;
    const site = await startSite({ database, clock, feed, chance, smtpUrl, pushOrigin, chatOrigin });
    undo.push(site.stop);
    const books = createBooks(clock.owner);
    const { cutting } = plan;
    const pages = createPages(site);
    const parts = { chance, clock, books, feed, site, deliveries, pages, trace, cuts, readJournal, cutting };
    const season = openSeason(parts);
    const broken = await playAll(season, from.getTime(), plan).then(
      () => null,
      (error: unknown) => {
        if (error instanceof BrokenLaw) return error.message;
        throw error;
      },
    );
    return {
      ...season.counts,
      broken,
      digest: trace.digest(),
      entries: books.entries,
      letters: deliveries.letters,
      pushes: deliveries.pushes,
      posts: deliveries.chats.posts,
      topics: pages.topics,
      finalLeagues: books.finalLeagues(),
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function playAll(season: Season, from: number, plan: Plan): Promise<void> {
  const { chance, clock, pages } = season;
  const end = from + plan.weeks * 7 * day;
  await gather(season, plan);
  const actsOfRound = Math.ceil(plan.acts / (plan.weeks * roundsOfWeek));
  while (clock.ms() < end) {
    await clock.advance(untilNextRound(season));
    await openPages(season);
    await work(season);
    await hearChanges(season);
    for (let acts = chance.below(2 * actsOfRound + 1); acts > 0; acts -= 1) {
      await clock.advance(chance.between(1, 8) * 1_000);
      await drawAct(season, plan);
      if (chance.is(0.3)) await hearChanges(season);
    }
    await hearChanges(season);
  }
  await pages.closeAll();
  await finish(season);
}

/** Chosen: as many as the games of a week give, about. */
const roundsOfWeek = 40;
/** Chosen: within two weeks every game is decided or out of time. */
const restRounds = 18;

/** The first day: people sign up, found leagues and join them. */
async function gather(season: Season, { people, leagues, weeks }: Plan): Promise<void> {
  await work(season);
  for (let count = 0; count < people; count += 1) await signUp(season);
  for (let count = 0; count < leagues; count += 1) await found(season, weeks);
  for (let count = 0; count < people * 3; count += 1) await join(season);
}

/** Soon while games are played, else a leap. */
function untilNextRound({ chance, clock, feed: { fixtures } }: Season): number {
  const now = clock.ms();
  const isNear = fixtures.some(({ kickOff, whistle, isHalted, isGone }) => {
    const isPlayed = now > kickOff - hour && now < Math.min(whistle, kickOff + 4 * hour) + hour;
    return !isHalted && !isGone && (isPlayed || Math.abs(whistle - now) < hour);
  });
  if (isNear) return chance.pick([30, 50, 80]) * minute;
  const next = Math.min(...fixtures.map(({ kickOff }) => kickOff - hour).filter((at) => at > now));
  return Math.min(chance.pick([5, 9, 14]) * hour, next - now);
}

/** A round of the worker: its jobs one after another, with those left out that the seed says. */
async function work(season: Season): Promise<void> {
  const { chance, clock, counts, feed, site, trace } = season;
  for (const happened of feed.advance(clock.ms())) trace.add(`  ${happened}`);
  if (chance.is(0.02)) await site.restartWeb();
  if (chance.is(0.04)) site.restartWorker();
  for (const { name } of site.jobs) {
    if (chance.is(0.05)) continue;
    for (let isDone = false; !isDone; ) {
      const run = () => site.jobs.find((job) => job.name === name)?.run() ?? Promise.resolve(true);
      const { result, wasCut } = await season.step(name, run);
      counts.jobs += 1;
      trace.add(`  ${result ? 'done' : 'failed'}${wasCut ? ' after a cut' : ''}`);
      const mayFail = wasCut || (name.startsWith('pull ') && !feed.isWell());
      if (!result && !mayFail) throw new BrokenLaw(`${name} failed without a fault`);
      isDone = !wasCut;
      // It died half way, and another process does its work.
      if (wasCut) site.restartWorker();
    }
  }
}

const acts: { weight: number; act: (season: Season, plan: Plan) => Promise<void> }[] = [
  { weight: 45, act: bet },
  { weight: 22, act: read },
  { weight: 6, act: react },
  { weight: 5, act: join },
  { weight: 4, act: manage },
  { weight: 4, act: changeAccount },
  { weight: 3, act: ownInLeague },
  { weight: 3, act: answerRequests },
  { weight: 2, act: openLetter },
  { weight: 2, act: checkSession },
  { weight: 2, act: runChat },
  { weight: 2, act: oversee },
  { weight: 2, act: decideByHand },
  { weight: 2, act: askForAddress },
  { weight: 2, act: openAddressLetter },
  { weight: 1, act: changeCalendar },
  { weight: 2, act: readCalendar },
  { weight: 2, act: comeBack },
  { weight: 2, act: (season, { weeks }) => nextSeason(season, weeks) },
  { weight: 1, act: signUp },
  { weight: 0.3, act: (season, { weeks }) => found(season, weeks) },
  { weight: 0.2, act: quit },
  { weight: 0.1, act: deleteLeague },
];
const allWeights = acts.reduce((sum, { weight }) => sum + weight, 0);

async function drawAct(season: Season, plan: Plan): Promise<void> {
  let drawn = (season.chance.below(10_000) / 10_000) * allWeights;
  for (const { weight, act } of acts) {
    drawn -= weight;
    if (drawn < 0) return act(season, plan);
  }
}

/**
 * Calls off the games that the feed has lost, or lists on another day than the one for which the worker asks: a wrong
 * start was the last that it said of them. If it lists no other game of the sport, the worker leaves that to an admin.
 * Source: docs/house-rules.md#postponed-and-not-played.
 */
async function callOffLost({ books, feed: { fixtures }, site, step }: Season): Promise<void> {
  const open = books.openGames();
  for (const { id, isGone, snapshot } of fixtures) {
    const asked = easternDate(books.startOf(id) ?? snapshot.startsAt);
    const isLost = isGone || asked !== easternDate(snapshot.startsAt);
    if (!isLost || !open.has(id)) continue;
    const callOff = () => site.callOff(id).catch(() => null); // refused if a first try succeeded, with its answer lost
    while ((await step(`an admin calls off ${id}`, callOff)).wasCut);
  }
}

/** Lets all games be decided, and checks that nothing stays open that should not. */
async function finish(season: Season): Promise<void> {
  const { clock, books, leagues } = season;
  for (let rounds = 0; rounds < restRounds; rounds += 1) {
    await clock.advance(20 * hour); // less than a day, or a missing game would not count as missing
    await work(season);
    if (rounds === restRounds - 3) await callOffLost(season);
  }
  const unsettled = (await books.unsettledGames()).map((id) => `the last result of ${id} is never settled`);
  const broken = [...(await books.checkAll()), ...books.openTickets(), ...unsettled];
  const late = leagues.filter(({ id, endsAt }) => endsAt < clock.ms() - 7 * day && books.isFinal(id) === false);
  if (late.length > 0) broken.push(`not final: ${late.map(({ id }) => id).join()}`);
  if (broken.length > 0) throw new BrokenLaw(broken.join('\n  '));
}

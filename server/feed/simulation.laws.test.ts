/*
 * Proves that simulated games are like real ones. Thousands of games of each league are played to their end without a
 * clock. Their scores must have the means and deviations of real seasons, and the odds must be fair. At any moment each
 * sport must have games to watch and to bet on, and a game that is watched poll by poll never goes back.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gradeLeg, type Result } from '#shared/domain/grade.ts';
import { type Offer, offers } from '#shared/domain/market.ts';
import { sports } from '#shared/domain/sport.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { Chance } from './simulation/chance.ts';
import { createSimulation } from './simulation.ts';

/**
 * Statistics of real games: means and standard deviations of the total, and of the margin (home less away).
 *
 * NFL     nflverse, all 2,440 games of 2014 to 2022.
 * CFB     collegefootballdata.com, 503 games between FBS teams of 2024.
 * MLB     sportsbookreviewonline.com, 2018 (8.88, 4.53; 0.14, 4.49); the mean of 2024 is 8.8 (baseball-reference.com).
 * NBA     sportsbookreviewonline.com, 1,312 games of 2018-19; the mean total of 2023-24 and 2024-25 is 228
 *         (basketball-reference.com).
 * Hockey  sportsbookreviewonline.com, 2,713 games of 2017 to 2019; the mean total of 2024-25 is 6.1
 *         (hockey-reference.com).
 * EPL     football-data.co.uk, 1,031 games of 2021-22, 2022-23 and 2025-26: 23 to 27 of 100 drawn.
 * UCL     openfootball, 375 games of 2021 to 2024 after 90 minutes: 21 of 100 drawn.
 */
const known = [
  { slug: 'nfl', total: 45.8, totalDeviation: 13.9, margin: 1.8, marginDeviation: 14.3, drawn: [0.001, 0.012] },
  { slug: 'cfb', total: 53.7, totalDeviation: 16.8, margin: 3, marginDeviation: 20.2, drawn: [0, 0] },
  { slug: 'mlb', total: 8.8, totalDeviation: 4.5, margin: 0.1, marginDeviation: 4.5, drawn: [0, 0] },
  { slug: 'nba', total: 228, totalDeviation: 20.6, margin: 2.8, marginDeviation: 14.4, drawn: [0, 0] },
  { slug: 'nhl', total: 6.1, totalDeviation: 2.35, margin: 0.3, marginDeviation: 2.5, drawn: [0, 0] },
  { slug: 'epl', total: 2.8, totalDeviation: 1.68, margin: 0.3, marginDeviation: 1.87, drawn: [0.22, 0.26] },
  { slug: 'ucl', total: 3, totalDeviation: 1.8, margin: 0.31, marginDeviation: 2, drawn: [0.19, 0.25] },
] as const;

const speed = 60;
const seed = 11;
const epoch = new Date('2026-01-01T05:00:00Z');
const afterAll = new Date('2028-01-01T00:00:00Z');
const minute = 60_000;

function simulation() {
  return createSimulation({ seed, speed, epoch });
}

function counted(game: FeedGame): { home: number; away: number } {
  return { home: game.countedHome ?? Number.NaN, away: game.countedAway ?? Number.NaN };
}

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, deviation };
}

/** Expects a share of `count` to be at most 3.5 standard errors below `low` or above `high`. */
function expectShare(share: number, count: number, low: number, high: number): void {
  const error = (chance: number) => 3.5 * Math.sqrt((chance * (1 - chance)) / count);
  expect(share).toBeGreaterThan(low - error(Math.max(low, 0)));
  expect(share).toBeLessThan(high + error(Math.min(high, 1)));
}

function implied(price: number): number {
  return price < 0 ? -price / (100 - price) : 100 / (100 + price);
}

test.each(known)(
  'ten thousand games of $slug have the statistics of real ones',
  ({ slug, drawn: [fewest, most], ...real }) => {
    const played = simulation();
    const scores = Array.from({ length: 10_000 }, (_, number) => {
      const game = played.gameAt(`season:${slug}-${speed}-${seed}-${number}`, afterAll);
      if (game?.status !== 'final') throw new Error('a game without an end');
      return counted(game);
    });
    const total = spread(scores.map(({ home, away }) => home + away));
    const margin = spread(scores.map(({ home, away }) => home - away));
    expect(Math.abs(total.mean / real.total - 1)).toBeLessThan(0.03);
    expect(Math.abs(total.deviation / real.totalDeviation - 1)).toBeLessThan(0.08);
    expect(Math.abs(margin.mean - real.margin)).toBeLessThan(0.06 * real.marginDeviation);
    expect(Math.abs(margin.deviation / real.marginDeviation - 1)).toBeLessThan(0.08);
    const drawn = scores.filter(({ home, away }) => home === away).length / scores.length;
    expect(drawn).toBeGreaterThanOrEqual(fewest);
    expect(drawn).toBeLessThanOrEqual(most);
  },
);

/** Sides offered at a random time before the start, with their grades and the overround; without pushes. */
function graded(slug: string, games: number): { offer: Offer; isWon: boolean; overround: number }[] {
  const played = simulation();
  const chance = new Chance(`when ${slug}`);
  return Array.from({ length: games }, (_, number) => {
    const id = `season:${slug}-${speed}-${seed}-${number}`;
    const final = played.gameAt(id, afterAll);
    if (!final) throw new Error('no such game');
    const quoted = played.gameAt(id, new Date(final.startsAt.getTime() - chance.between(0, 12 * minute)));
    const { sport, halfInnings } = final;
    const result: Result = { sport, score: counted(final), halfInnings };
    const open = offers(sport, quoted?.quote ?? null);
    return open.flatMap((offer) => {
      const sides = open.filter(({ market }) => market === offer.market);
      const overround = sides.reduce((sum, { price }) => sum + implied(price), -1);
      const { grade } = gradeLeg(offer, result);
      return grade === 'won' || grade === 'lost' ? [{ offer, isWon: grade === 'won', overround }] : [];
    });
  }).flat();
}

test.each(known)('quotes on $slug are fair except for the overround', ({ slug }) => {
  const sides = graded(slug, 2_000);
  const shareWon = (some: typeof sides) => some.filter(({ isWon }) => isWon).length / some.length;
  expect(sides.filter(({ overround }) => !(overround > 0.03 && overround < 0.065))).toEqual([]);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const some = sides.filter(({ offer }) => Math.floor(implied(offer.price) * 10) === tenth);
    if (some.length < 100) continue;
    const chance = some.reduce((sum, { offer }) => sum + implied(offer.price), 0) / some.length;
    // Each side has about half of the overround, or a third of it.
    expectShare(shareWon(some), some.length, chance - 0.03, chance - 0.01);
  }
  for (const side of ['over', 'under'] as const) {
    const some = sides.filter(({ offer }) => offer.side === side);
    if (some.length > 0) expectShare(shareWon(some), some.length, 0.49, 0.51);
  }
  const covers = sides.filter(({ offer }) => offer.market === 'spread' && offer.side === 'home');
  if (['nfl', 'cfb', 'nba'].includes(slug)) expectShare(shareWon(covers), covers.length, 0.49, 0.51);
});

test('at any moment every sport has a game live, one starting within five minutes and several finished', {
  timeout: 60_000, // 6,000 slates, on a machine that may be busy
}, async () => {
  const played = simulation();
  const chance = new Chance('moments');
  for (let place = 0; place < 20; place += 1) {
    const from = epoch.getTime() + chance.between(0, 4 * 365 * 24 * 60 * minute);
    for (let i = 0; i < 50; i += 1) {
      const now = new Date(from + chance.between(i, i + 1) * (minute / 5));
      let soonestMs = Number.POSITIVE_INFINITY;
      for (const sport of sports) {
        const { games } = await played.slate(sport, now);
        const open = games.filter(({ status, startKnown, quote }) => status === 'scheduled' && startKnown && quote);
        const nextMs = Math.min(...open.map(({ startsAt }) => startsAt.getTime() - now.getTime()));
        expect(games.some(({ status }) => status === 'live')).toBe(true);
        expect(games.filter(({ status }) => status === 'final').length).toBeGreaterThanOrEqual(3);
        expect(nextMs).toBeLessThanOrEqual(5 * minute);
        soonestMs = Math.min(soonestMs, nextMs);
      }
      expect(soonestMs).toBeLessThanOrEqual(minute);
    }
  }
});

const ranks = { scheduled: 0, postponed: 1, canceled: 1, live: 2, suspended: 2, final: 3 };

/** The facts of a game that went back, except the new date of a postponed game of soccer. */
function stepsBack(before: FeedGame, now: FeedGame): string[] {
  const isRedated = now.sport === 'Soccer' && before.status === 'postponed' && now.startsAt > before.startsAt;
  const steps = {
    status: ranks[now.status] < ranks[before.status] && !isRedated,
    start: now.startsAt.getTime() !== before.startsAt.getTime() && !isRedated,
    announcement: before.startKnown && !now.startKnown,
    period: (now.period ?? 0) < (before.period ?? 0),
    innings: (now.halfInnings ?? 0) < (before.halfInnings ?? 0),
    homeScore: (now.homeScore ?? 0) < (before.homeScore ?? 0),
    awayScore: (now.awayScore ?? 0) < (before.awayScore ?? 0),
  };
  return Object.entries(steps).flatMap(([name, isBack]) => (isBack ? [name] : []));
}

test.each(known)('a game of $slug never goes back, except to be corrected once', ({ slug }) => {
  const played = simulation();
  const chance = new Chance(`watch ${slug}`);
  let watched = 0;
  for (let i = 0; i < 120; i += 1) {
    const id = `season:${slug}-${speed}-${seed}-${Math.floor(chance.between(0, 100_000))}${i % 3 === 0 ? 'x' : ''}`;
    const planned = played.gameAt(id, epoch);
    if (!planned) continue;
    watched += 1;
    const back: string[] = [];
    let before = planned;
    for (let at = -12 * minute; at < 36 * minute; at += minute / 12) {
      const now = played.gameAt(id, new Date(planned.startsAt.getTime() + at));
      if (!now) throw new Error('a game that is gone');
      const steps = stepsBack(before, now);
      const isCorrected = before.status === 'final' && now.status === 'final' && steps.length === 1;
      back.push(...steps.map((step) => (isCorrected && step.endsWith('Score') ? 'corrected' : step)));
      before = now;
    }
    expect(back.length > 0 ? back : ['corrected']).toEqual(['corrected']);
  }
  expect(watched).toBeGreaterThan(80);
});

test('some results are corrected within minutes, and then stay', () => {
  const played = simulation();
  const games = Array.from({ length: 400 }, (_, number) => `season:nhl-${speed}-${seed}-${number}`);
  const corrected = games.filter((id) => {
    const end = played.gameAt(id, afterAll);
    if (!end) throw new Error('no such game');
    for (let at = 2 * minute; at < 8 * minute; at += 5_000) {
      const now = played.gameAt(id, new Date(end.startsAt.getTime() + at));
      if (now?.status === 'final') return String(Object.values(counted(now))) !== String(Object.values(counted(end)));
    }
    return false;
  });
  expect(corrected.length).toBeGreaterThan(0);
  expect(corrected.length).toBeLessThan(20);
});

test('two processes have the same games', async () => {
  const now = '2026-07-30T18:30:10.000Z';
  const url = new URL('./simulation.ts', import.meta.url).href;
  const script = `
    const { createSimulation } = await import(${JSON.stringify(url)});
    const simulation = createSimulation({ seed: ${seed}, speed: ${speed} });
    const slates = [];
    for (const sport of ${JSON.stringify(sports)}) slates.push(await simulation.slate(sport, new Date('${now}')));
    process.stdout.write(JSON.stringify(slates));`;
  const there = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { maxBuffer: 16_000_000 },
  );
  const here = createSimulation({ seed, speed });
  await here.slate('NFL', new Date('2026-03-01T00:00:00Z')); // earlier calls make no difference
  const slates: unknown[] = [];
  for (const sport of sports) slates.push(await here.slate(sport, new Date(now)));
  expect(there.stdout).toBe(JSON.stringify(slates));
});

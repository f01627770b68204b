import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, easternDay } from '#shared/domain/eastern.ts';
import { flatQuote, offers } from '#shared/domain/market.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { createEspnFeed } from '../feed/espn.ts';
import { example, gameBetween } from '../feed/examples/example.ts';
import { FeedFailure } from '../feed/feed.ts';
import type { Timeouts } from '../feed/fetch-json.ts';
import { type Command, type Replay, startReplay } from './replay.ts';

const folder = fileURLToPath(new URL('../feed/examples', import.meta.url));
const noon = new Date('2027-01-16T17:00:20Z');
const now = () => noon;

let replay: Replay;
const feed = (timeouts?: Timeouts) => createEspnFeed({ baseUrl: replay.url, ...(timeouts && { timeouts }) });
const slate = (sport: Sport) => feed().slate(sport, now());
const idOf = (sport: Sport, teams: string) => {
  const game = replay.games().find((entry) => entry.sport === sport && `${entry.away} @ ${entry.home}` === teams);
  return game?.id ?? '';
};
/** Runs a command and returns one game as the ESPN feed reads it. */
const afterChange = async (sport: Sport, teams: string, change: Command) => {
  replay.changeGame(idOf(sport, teams), change);
  return gameBetween(await slate(sport), teams);
};

beforeEach(async () => {
  replay = await startReplay({ folder, now });
});
afterEach(() => replay.close());

describe('at the beginning', () => {
  test.each(sports)('every %s game is scheduled, soon, and open to bets on every market', async (sport) => {
    const { games, quarantined, unknownStatuses } = await slate(sport);
    expect({ quarantined, unknownStatuses }).toEqual({ quarantined: [], unknownStatuses: [] });
    expect(games).toHaveLength(replay.games().filter((game) => game.sport === sport).length);
    for (const game of games) {
      expect(game).toMatchObject({ status: 'scheduled', startKnown: true, homeScore: null, settleable: false });
      expect(game.startsAt.getTime() - noon.getTime()).toBeGreaterThanOrEqual(10 * 60_000);
      expect(game.startsAt.getTime() - noon.getTime()).toBeLessThan(2 * 3_600_000);
      expect(offers(sport, game.quote).length).toBeGreaterThan(1);
    }
  });

  test('a game keeps the odds of its recording', async () => {
    const { quote } = gameBetween(await slate('NFL'), 'PDX @ OMA');
    expect(flatQuote(quote)).toMatchObject({ spreadHome: -3.5, moneylineAway: 160, overOdds: -108 });
  });

  test('a game recorded without odds has all markets', async () => {
    const [football, soccer] = [await slate('NFL'), await slate('Soccer')];
    expect(offers('NFL', gameBetween(football, 'ALB @ MOB').quote)).toHaveLength(6);
    expect(offers('Soccer', gameBetween(soccer, 'GLD @ VIK').quote)).toHaveLength(3);
  });

  test('football is in one week of the season that it is, which the answer names', async () => {
    const { games, currentWeek } = await slate('NFL');
    expect(currentWeek).toEqual({ week: 12, season: 2026, seasonType: 'regular' });
    expect(new Set(games.map(({ week, season, seasonType }) => `${week} ${season} ${seasonType}`))).toEqual(
      new Set(['12 2026 regular']),
    );
  });

  test('a day has its own games, and another day none', async () => {
    const today = easternDay(noon);
    for (const sport of sports) {
      expect((await feed().day(sport, today, noon)).games).toHaveLength((await slate(sport)).games.length);
      expect((await feed().day(sport, addDays(today, 1), noon)).games).toEqual([]);
    }
  });
});

describe('a game that is changed', () => {
  test('live has its score and clock, and no odds', async () => {
    expect(
      await afterChange('NFL', 'PDX @ OMA', { stage: 'live', home: 14, away: 10, period: 3, clock: '4:11' }),
    ).toMatchObject({
      status: 'live',
      homeScore: 14,
      awayScore: 10,
      period: 3,
      clock: '4:11',
      quote: null,
    });
  });

  test.each<[Sport, string, Command, object]>([
    ['NFL', 'PDX @ OMA', { home: 24, away: 21 }, { clock: 'Final', countedHome: 24, countedAway: 21 }],
    ['NFL', 'PDX @ OMA', { home: 24, away: 24, period: 5 }, { clock: 'Final/OT' }],
    ['CFB', 'NEU @ CCS', { home: 41, away: 38, period: 6 }, { clock: 'Final/2OT' }],
    ['MLB', 'BUF @ CLT', { home: 5, away: 3 }, { clock: 'Final', halfInnings: 17 }],
    ['MLB', 'BUF @ CLT', { home: 3, away: 5 }, { clock: 'Final', halfInnings: 18 }],
    ['MLB', 'BUF @ CLT', { home: 3, away: 5, period: 10 }, { clock: 'Final/10', halfInnings: 20 }],
    ['NBA', 'STL @ SEA', { home: 101, away: 99 }, { clock: 'Final' }],
    ['Hockey', 'QUE @ HAM', { home: 3, away: 2, period: 5 }, { clock: 'Final/SO', countedHome: 3 }],
    ['Soccer', 'ASH @ BLY', { home: 2, away: 2 }, { clock: 'FT', countedHome: 2, countedAway: 2 }],
    ['Soccer', 'RVA @ SCM', { home: 3, away: 2, period: 4 }, { clock: 'AET', countedHome: 2, countedAway: 2 }],
    ['Soccer', 'RVA @ SCM', { home: 1, away: 1, period: 5 }, { clock: 'FT-Pens', countedHome: 1, countedAway: 1 }],
    [
      'Soccer',
      'RVA @ SCM',
      { home: 3, away: 1, period: 4, after90: { home: 2, away: 1 } },
      { homeScore: 3, countedHome: 2, countedAway: 1 },
    ],
  ])('to the end in %s (%s, %o) is final with exactly that score', async (sport, teams, change, expected) => {
    expect(await afterChange(sport, teams, { stage: 'final', ...change })).toMatchObject({
      status: 'final',
      settleable: true,
      homeScore: change.home,
      awayScore: change.away,
      ...expected,
    });
  });

  test.each(['postponed', 'canceled', 'suspended'] as const)('to be %s is that, and not settleable', async (stage) => {
    for (const [sport, teams] of [
      ['NFL', 'PDX @ OMA'],
      ['MLB', 'BUF @ CLT'],
      ['Soccer', 'ASH @ BLY'],
    ] as const) {
      expect(await afterChange(sport, teams, { stage })).toMatchObject({
        status: stage,
        settleable: false,
        quote: null,
      });
    }
  });

  test('to another start has it to the millisecond', async () => {
    const { startsAt } = await afterChange('NBA', 'STL @ SEA', { startsInSeconds: 2.5 });
    expect(startsAt.getTime() - noon.getTime()).toBe(2_500);
  });

  test('to other odds keeps those that are not named, and loses them all with null', async () => {
    const moved = await afterChange('NFL', 'PDX @ OMA', { odds: { moneylineHome: -220, totalPoints: null } });
    expect(flatQuote(moved.quote)).toMatchObject({
      moneylineHome: -220,
      moneylineAway: 160,
      spreadHome: -3.5,
      totalPoints: null,
    });
    expect((await afterChange('NFL', 'PDX @ OMA', { odds: null })).quote).toBeNull();
  });

  test('over the wire answers what it is now', async () => {
    const id = idOf('NFL', 'PDX @ OMA');
    const post = (path: string, body: unknown) =>
      fetch(`${replay.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const reply = await post(`/replay/games/${id}`, { stage: 'final', home: 7, away: 3 });
    expect(await reply.json()).toMatchObject({ id, stage: 'final', homeScore: 7, awayScore: 3 });
    expect(await (await fetch(`${replay.url}/replay/games`)).json()).toEqual(replay.games());
    expect((await post('/replay/games/0', { stage: 'live' })).status).toBe(404);
    expect((await post(`/replay/games/${id}`, { stage: 'over' })).status).toBe(400);
    expect((await post('/replay/faults', { mode: 'sulk' })).status).toBe(400);
    expect((await post('/replay/faults', { mode: '500', sport: 'NFL' })).status).toBe(200);
    await expect(slate('NFL')).rejects.toThrow(FeedFailure);
  });
});

describe('a fault', () => {
  test.each([
    ['hang', 'no answer in time'],
    ['500', 'answered 500'],
    ['html', 'answered no JSON'],
    ['truncated', 'answered broken JSON'],
  ] as const)('"%s" is a feed failure for its sport alone, until it is over', async (mode, reason) => {
    replay.misbehave({ mode, sport: 'NFL' });
    await expect(feed({ wholeMs: 300, silentMs: 300 }).slate('NFL', noon)).rejects.toThrow(
      new FeedFailure(`nfl: ${reason}`),
    );
    expect((await slate('NBA')).games).not.toEqual([]);
    replay.misbehave({ mode: 'none' });
    expect((await slate('NFL')).games).toHaveLength(10);
  });

  test('"empty" is an answer without games', async () => {
    replay.misbehave({ mode: 'empty', sport: 'MLB' });
    expect((await slate('MLB')).games).toEqual([]);
  });

  test('in one soccer competition leaves the other its games, and says so', async () => {
    replay.misbehave({ mode: '500', sport: 'uefa.champions' });
    const { games, quarantined } = await slate('Soccer');
    expect(new Set(games.map(({ competition }) => competition))).toEqual(new Set(['Premier League']));
    expect(quarantined).toEqual([{ eventId: null, reason: expect.stringContaining('answered 500') }]);
    replay.misbehave({ mode: '500', sport: 'Soccer' });
    await expect(slate('Soccer')).rejects.toThrow(FeedFailure);
  });
});

describe('a script', () => {
  test('changes its games by itself', async () => {
    const scripted = await startReplay({
      folder,
      script: [
        { afterSeconds: 0, pick: { sport: 'NBA', nth: 0 }, stage: 'live', home: 50, away: 48 },
        { afterSeconds: 0.05, id: idOf('NFL', 'PDX @ OMA'), stage: 'final', home: 24, away: 21 },
      ],
    });
    try {
      await expect
        .poll(
          () => scripted.games().flatMap(({ stage, homeScore }) => (stage === 'scheduled' ? [] : [[stage, homeScore]])),
          {
            timeout: 5_000,
          },
        )
        .toEqual([
          ['final', 24],
          ['live', 50],
        ]);
    } finally {
      await scripted.close();
    }
  });

  test('that names a game which is not there is refused', async () => {
    const script = [{ afterSeconds: 1, pick: { sport: 'NBA' as const, nth: 99 }, stage: 'live' as const }];
    await expect(startReplay({ folder, script })).rejects.toThrow('not there');
  });
});

test('college football without its groups is cut short, so that the adapter has to ask for them', async () => {
  const many = await mkdtemp(join(tmpdir(), 'replay-'));
  const payload = example('cfb');
  const [event] = payload.events;
  const copies = Array.from({ length: 40 }, (_, index) => ({ ...event, id: String(index + 1) }));
  await writeFile(join(many, 'cfb.json'), JSON.stringify({ ...payload, events: copies }));
  await writeFile(join(many, 'other.json'), JSON.stringify({ teams: [] }));
  const crowded = await startReplay({ folder: many, now });
  try {
    const path = `${crowded.url}/apis/site/v2/sports/football/college-football/scoreboard`;
    const { events } = (await (await fetch(path)).json()) as { events: unknown[] };
    expect(events).toHaveLength(25);
    expect((await createEspnFeed({ baseUrl: crowded.url }).slate('CFB', noon)).games).toHaveLength(40);
  } finally {
    await crowded.close();
    await rm(many, { recursive: true });
  }
});

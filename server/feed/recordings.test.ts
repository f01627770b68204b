import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { offers } from '#shared/domain/market.ts';
import type { GameStatus } from '#shared/domain/phase.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { startReplay } from '../replay/replay.ts';
import { createEspnFeed } from './espn.ts';
import { weekAt } from './espn-calendar.ts';
import { readScoreboard, type Scoreboard } from './espn-scoreboard.ts';
import { gameBetween } from './examples/example.ts';

/** Recorded answers. They carry no licence, so they are not in the repository (`docs/feeds.md#recordings`). */
const folder = fileURLToPath(new URL('../../../shared/feeds', import.meta.url));

type Recording = {
  sport: Sport;
  /** The number of events by ESPN's status, without the prefix STATUS_. */
  words: Record<string, number>;
  /** Scheduled games with an odds block. */
  quotes: number;
  /** Games with a ranked team. */
  ranked?: number;
  /** Events with a team that is not determined yet. */
  undetermined?: number;
};

/**
 * Events, statuses and odds blocks of each file, counted by hand (`docs/feeds.md#recordings`). Odds of live soccer are
 * no quotes (`docs/feeds.md#odds`).
 */
const recordings: Record<string, Recording> = {
  'nfl-2021wk03-pre-odds-gen1': { sport: 'NFL', words: { SCHEDULED: 16 }, quotes: 16 },
  'nfl-2022wk01-live-final-pre': { sport: 'NFL', words: { IN_PROGRESS: 8, SCHEDULED: 6, FINAL: 2 }, quotes: 6 },
  'nfl-2022wk11-live-byes': { sport: 'NFL', words: { IN_PROGRESS: 8, SCHEDULED: 5, FINAL: 1 }, quotes: 5 },
  'nfl-2023wk08-thursday-live': { sport: 'NFL', words: { SCHEDULED: 15, IN_PROGRESS: 1 }, quotes: 15 },
  'nfl-20241215-bydate-final': { sport: 'NFL', words: { FINAL: 13 }, quotes: 0 },
  'nfl-2024wk18-pre-odds-gen2': { sport: 'NFL', words: { SCHEDULED: 16 }, quotes: 16 },
  'nfl-2025-wildcard-final': { sport: 'NFL', words: { FINAL: 6 }, quotes: 0 },
  'nfl-2025wk12-pre-odds-espnbet': { sport: 'NFL', words: { SCHEDULED: 14 }, quotes: 14 },
  'nfl-2026wk01-pre-odds-draftkings': { sport: 'NFL', words: { SCHEDULED: 16 }, quotes: 16 },
  'cfb-20200926-final-postponed': { sport: 'CFB', words: { FINAL: 28, POSTPONED: 5 }, quotes: 0, ranked: 18 },
  'cfb-20210925-final-ot-ranked': { sport: 'CFB', words: { FINAL: 62 }, quotes: 0, ranked: 20 },
  'cfb-2022wk03-live-halftime-ranked': {
    sport: 'CFB',
    words: { IN_PROGRESS: 12, SCHEDULED: 7, HALFTIME: 5, FINAL: 1 },
    quotes: 7,
    ranked: 6,
  },
  'cfb-20231202-stale-scheduled': { sport: 'CFB', words: {}, quotes: 0, undetermined: 9 },
  'cfb-2024wk06-live-pre-odds-gen2-ranked': {
    sport: 'CFB',
    words: { SCHEDULED: 47, IN_PROGRESS: 2 },
    quotes: 47,
    ranked: 17,
  },
  'cfb-2025wk01-final-ranked-part1': { sport: 'CFB', words: { FINAL: 64 }, quotes: 0, ranked: 16 },
  'cfb-2025wk01-sec-pre-odds': { sport: 'CFB', words: { SCHEDULED: 16 }, quotes: 11 },
  'cfb-2026wk01-pre-odds-draftkings-OFF': { sport: 'CFB', words: { SCHEDULED: 99 }, quotes: 51 },
  'mlb-20220917-live-final-pre-odds-multiprovider': {
    sport: 'MLB',
    words: { SCHEDULED: 11, FINAL: 3, IN_PROGRESS: 3 },
    quotes: 11,
  },
  'mlb-20250605-pre-odds-gen2': { sport: 'MLB', words: { SCHEDULED: 13 }, quotes: 10 },
  'mlb-20260717-live-pre-odds-draftkings': { sport: 'MLB', words: { SCHEDULED: 14, IN_PROGRESS: 1 }, quotes: 14 },
  'mlb-20260721-1-pre': { sport: 'MLB', words: { SCHEDULED: 15 }, quotes: 15 },
  'mlb-20260721-2-pre-postponed': { sport: 'MLB', words: { SCHEDULED: 14, POSTPONED: 1 }, quotes: 14 },
  'mlb-20260721-3-live-raindelay-postponed': {
    sport: 'MLB',
    words: { SCHEDULED: 7, IN_PROGRESS: 5, POSTPONED: 2, RAIN_DELAY: 1 },
    quotes: 7,
  },
  'mlb-20260721-4-final-postponed-extras': { sport: 'MLB', words: { FINAL: 13, POSTPONED: 2 }, quotes: 0 },
  'nba-20240130-final': { sport: 'NBA', words: { FINAL: 12 }, quotes: 0 },
  'nba-20241201-final': { sport: 'NBA', words: { FINAL: 10 }, quotes: 0 },
  'nba-20241215-final': { sport: 'NBA', words: { FINAL: 7 }, quotes: 0 },
  'nba-20250606-finals-pre-odds-gen2': { sport: 'NBA', words: { SCHEDULED: 1 }, quotes: 1 },
  'nba-20260301-pre-odds-draftkings': { sport: 'NBA', words: { SCHEDULED: 11 }, quotes: 11 },
  'nba-20260502-live-q4': { sport: 'NBA', words: { IN_PROGRESS: 1 }, quotes: 0 },
  'wnba-20250604-halftime-final': { sport: 'NBA', words: { FINAL: 2, HALFTIME: 1 }, quotes: 0 },
  'nhl-20220925-ot-live-pre-part1': { sport: 'Hockey', words: { IN_PROGRESS: 4, FINAL: 1, SCHEDULED: 1 }, quotes: 0 },
  'nhl-20240602-final': { sport: 'Hockey', words: { FINAL: 1 }, quotes: 0 },
  'nhl-20250529-final': { sport: 'Hockey', words: { FINAL: 1 }, quotes: 0 },
  'nhl-20250604-1-pre-odds-gen2': { sport: 'Hockey', words: { SCHEDULED: 1 }, quotes: 1 },
  'nhl-20250604-2-live-p3': { sport: 'Hockey', words: { IN_PROGRESS: 1 }, quotes: 0 },
  'nhl-20260919-preseason-pre-noodds': { sport: 'Hockey', words: { SCHEDULED: 7 }, quotes: 0 },
  'bra1-20260716-pre-odds-null': { sport: 'Soccer', words: { SCHEDULED: 5 }, quotes: 3 },
  'eng1-20250525-final': { sport: 'Soccer', words: { FULL_TIME: 10 }, quotes: 0 },
  'eng1-20260425-20260524-range-final-pre-postponed-odds': {
    sport: 'Soccer',
    words: { SCHEDULED: 39, FULL_TIME: 5, POSTPONED: 3 },
    quotes: 21,
  },
  'fifaworld-20260710-final': { sport: 'Soccer', words: { FULL_TIME: 1 }, quotes: 0 },
  'fifaworld-20260711-secondhalf-aet': { sport: 'Soccer', words: { FINAL_AET: 1, SECOND_HALF: 1 }, quotes: 0 },
  'fifaworld-20260719-halftime-final-pen-aet': {
    sport: 'Soccer',
    words: { FINAL_PEN: 2, FINAL_AET: 2, FULL_TIME: 1, HALFTIME: 1 },
    quotes: 0,
  },
};

/** Other answers of ESPN, for which the adapter never asks. */
const otherAnswers = new Set([
  'mlb-summary-401472463-header-pickcenter', // one game's summary: no list of events
  'nhl-teamschedule-tor-2025playoffs-final-ot', // a team's season: scores are objects there, statuses are elsewhere
]);

const meanings: Record<string, GameStatus> = {
  SCHEDULED: 'scheduled',
  IN_PROGRESS: 'live',
  HALFTIME: 'live',
  SECOND_HALF: 'live',
  RAIN_DELAY: 'live',
  FINAL: 'final',
  FULL_TIME: 'final',
  FINAL_AET: 'final',
  FINAL_PEN: 'final',
  POSTPONED: 'postponed',
};

function readRecording(name: string, change?: (key: string, value: unknown) => unknown): Scoreboard {
  const sport = recordings[name]?.sport ?? 'NFL';
  const payload: unknown = JSON.parse(readFileSync(`${folder}/espn-${name}.json`, 'utf8'), change);
  return readScoreboard(sport, sport === 'Soccer' ? 'Premier League' : null, payload);
}

if (!existsSync(folder)) {
  process.stdout.write(`No recordings at ${folder}: the adapter is tested on the project's own examples alone.\n`);
  test('the recordings are missing, so only the project’s examples are read', () => {
    expect(existsSync(folder)).toBe(false);
  });
} else {
  describe('the recordings', () => {
    test('are all in the table, but for those that are no scoreboards', () => {
      const files = readdirSync(folder).flatMap((file) => /^espn-(.*)\.json$/.exec(file)?.[1] ?? []);
      expect(files.sort()).toEqual([...Object.keys(recordings), ...otherAnswers].sort());
    });

    test.each(Object.entries(recordings))('of %s are read as they were counted', (name, recorded) => {
      const { games, quarantined, unknownStatuses } = readRecording(name);
      const words: Record<string, number> = {};
      for (const { statusWord } of games) {
        const word = statusWord.replace('STATUS_', '');
        words[word] = (words[word] ?? 0) + 1;
      }
      expect({
        words,
        quotes: games.filter(({ quote }) => quote).length,
        ranked: games.filter(({ home, away }) => home.rank !== null || away.rank !== null).length,
        quarantined: quarantined.map(({ reason }) => reason),
        unknownStatuses,
      }).toEqual({
        words: recorded.words,
        quotes: recorded.quotes,
        ranked: recorded.ranked ?? 0,
        quarantined: Array.from({ length: recorded.undetermined ?? 0 }, () => 'a team is to be determined'),
        unknownStatuses: [],
      });
    });

    test.each(Object.keys(recordings))('of %s mean what their words say, and only finals may be settled', (name) => {
      for (const game of readRecording(name).games) {
        const status = meanings[game.statusWord.replace('STATUS_', '')];
        expect(game.status).toBe(status);
        expect(game.settleable).toBe(status === 'final');
        expect(game.countedHome !== null && game.countedAway !== null).toBe(status === 'final' || status === 'live');
        expect(game.homeScore !== null && game.awayScore !== null).toBe(status === 'final' || status === 'live');
        expect(game.home.id).not.toBe(game.away.id);
        expect(game.halfInnings === null).toBe(game.sport !== 'MLB');
      }
    });

    test.each([
      ['fifaworld-20260719-halftime-final-pen-aet', 'SEN @ BEL', [3, 2], [2, 2]],
      ['fifaworld-20260719-halftime-final-pen-aet', 'CPV @ ARG', [3, 2], [1, 1]],
      ['fifaworld-20260719-halftime-final-pen-aet', 'PAR @ GER', [1, 1], [1, 1]],
      ['fifaworld-20260719-halftime-final-pen-aet', 'EGY @ AUS', [1, 1], [1, 1]],
      ['fifaworld-20260719-halftime-final-pen-aet', 'CAN @ RSA', [0, 1], [0, 1]],
      ['fifaworld-20260711-secondhalf-aet', 'ENG @ NOR', [1, 2], [1, 1]],
      ['mlb-20260721-4-final-postponed-extras', 'ATH @ ARI', [6, 5], [6, 5]],
    ] as const)('of %s have %s at %j, which counts as %j', (name, teams, score, counted) => {
      const game = gameBetween(readRecording(name), teams);
      expect([game.homeScore, game.awayScore]).toEqual(score);
      expect([game.countedHome, game.countedAway]).toEqual(counted);
    });

    test('of baseball have 17 half-innings where the home team needed no last one, and 20 after ten innings', () => {
      const answer = readRecording('mlb-20260721-4-final-postponed-extras');
      expect(gameBetween(answer, 'MIN @ CLE')).toMatchObject({ clock: 'Final', halfInnings: 17 });
      expect(gameBetween(answer, 'TB @ TOR')).toMatchObject({ clock: 'Final', halfInnings: 18 });
      expect(gameBetween(answer, 'ATH @ ARI')).toMatchObject({ clock: 'Final/10', halfInnings: 20 });
    });

    test('of overtime are told apart by their detail alone, and settle', () => {
      const details = (name: string) =>
        readRecording(name).games.flatMap(({ clock, settleable }) =>
          clock?.startsWith('Final/') ? [[clock, settleable]] : [],
        );
      expect(details('cfb-20210925-final-ot-ranked').sort()).toEqual([
        ['Final/2OT', true],
        ['Final/OT', true],
        ['Final/OT', true],
        ['Final/OT', true],
      ]);
      expect(details('nhl-20220925-ot-live-pre-part1')).toEqual([['Final/OT', true]]);
    });

    test.each([
      ['nfl-2026wk01-pre-odds-draftkings', '2026-07-24T12:00Z', 1, 'preseason', 2026],
      ['nfl-2026wk01-pre-odds-draftkings', '2026-09-13T17:00Z', 1, 'regular', 2026],
      ['nfl-2026wk01-pre-odds-draftkings', '2026-12-25T18:00Z', 16, 'regular', 2026],
      ['nfl-2026wk01-pre-odds-draftkings', '2027-02-07T20:00Z', 5, 'postseason', 2026],
      ['nfl-2025-wildcard-final', '2026-02-08T23:30Z', 5, 'postseason', 2025],
      ['cfb-2026wk01-pre-odds-draftkings-OFF', '2026-07-24T12:00Z', 1, 'regular', 2026],
      ['cfb-2026wk01-pre-odds-draftkings-OFF', '2026-09-07T23:30Z', 1, 'regular', 2026],
      ['cfb-2026wk01-pre-odds-draftkings-OFF', '2027-01-02T01:00Z', 1, 'postseason', 2026],
      ['cfb-2025wk01-sec-pre-odds', '2026-01-05T01:00Z', 1, 'postseason', 2025],
      ['cfb-20200926-final-postponed', '2020-12-16T20:00Z', 16, 'regular', 2020],
    ] as const)(
      'of %s have a calendar by which %s is in week %i of the %s of %i',
      (name, at, week, seasonType, season) => {
        expect(weekAt(readRecording(name).calendar, new Date(at))).toEqual({ week, season, seasonType });
      },
    );

    test.each([
      ['nfl-2025-wildcard-final', '2026-03-01T12:00Z'],
      ['cfb-2025wk01-sec-pre-odds', '2026-03-01T12:00Z'],
      ['cfb-20200926-final-postponed', '2021-03-01T12:00Z'],
    ])('of %s have a calendar by which the season is over at %s', (name, at) => {
      expect(weekAt(readRecording(name).calendar, new Date(at))).toBeNull();
    });

    test('of today have all their markets, but for those that the book has closed', () => {
      const markets = (name: string) =>
        readRecording(name).games.flatMap(({ sport, quote }) => (quote ? [offers(sport, quote).length] : []));
      for (const name of [
        'nfl-2026wk01-pre-odds-draftkings',
        'mlb-20260721-1-pre',
        'nba-20260301-pre-odds-draftkings',
      ]) {
        expect(new Set(markets(name))).toEqual(new Set([6]));
      }
      expect(markets('cfb-2026wk01-pre-odds-draftkings-OFF').filter((count) => count === 4)).toHaveLength(7);
      expect(new Set(markets('bra1-20260716-pre-odds-null'))).toEqual(new Set([3]));
    });

    test.each([
      'nfl-2024wk18-pre-odds-gen2',
      'cfb-2024wk06-live-pre-odds-gen2-ranked',
      'mlb-20250605-pre-odds-gen2',
      'nba-20250606-finals-pre-odds-gen2',
      'nhl-20250604-1-pre-odds-gen2',
    ])('of %s offer every total, also by `alternateDisplayValue` alone', (name) => {
      const withoutAmerican = (key: string, value: unknown) => (key === 'american' ? undefined : value);
      const quotesOf = ({ games }: Scoreboard) => games.flatMap(({ quote }) => (quote ? [quote] : []));
      const quotes = quotesOf(readRecording(name));
      expect(quotesOf(readRecording(name, withoutAmerican))).toEqual(quotes);
      expect(quotes.map((quote) => offers('NFL', quote).filter(({ market }) => market === 'total').length)).toEqual(
        quotes.map(() => 2),
      );
    });

    test('are served by the replay as games that can be backed', async () => {
      const replay = await startReplay({ folder });
      const feed = createEspnFeed({ baseUrl: replay.url });
      try {
        for (const sport of sports) {
          const { games, quarantined, currentWeek } = await feed.slate(sport, new Date());
          expect(games.length).toBeGreaterThan(0);
          expect(quarantined).toEqual([]);
          expect(games.every((game) => game.status === 'scheduled' && offers(sport, game.quote).length > 0)).toBe(true);
          expect(currentWeek === null).toBe(sport !== 'NFL' && sport !== 'CFB');
        }
      } finally {
        await replay.close();
      }
    });
  });
}

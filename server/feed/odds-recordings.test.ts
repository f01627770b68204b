import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { offers } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { readScoreboard } from './espn-scoreboard.ts';
import { matchOdds, type NamedGame } from './match-odds.ts';
import { readOddsEvents } from './odds-events.ts';
import { createOddsApi, readQuotes } from './the-odds-api.ts';

/** Recorded answers. They carry no licence, so they are not in the repository (`docs/feeds.md#recordings`). */
const folder = fileURLToPath(new URL('../../../shared/feeds', import.meta.url));

type Recording = {
  /** Events by the provider's key of their league. */
  leagues: Record<string, number>;
  books: number;
  markets: Record<string, number>;
};

/** Events, books and markets of each file, counted by hand (`docs/feeds.md#recordings`). */
const recordings: Record<string, Recording> = {
  'cfb-us-bowls-20221227': {
    leagues: { americanfootball_ncaaf: 24 },
    books: 20,
    markets: { h2h: 355, spreads: 403, totals: 352 },
  },
  'epl-us-draw-20221227': {
    leagues: { soccer_epl: 22 },
    books: 18,
    markets: { h2h: 329, spreads: 84, totals: 179, h2h_lay: 22 },
  },
  'mlb-inplay-multiregion-20220917': {
    leagues: { baseball_mlb: 25 },
    books: 33,
    markets: { h2h: 436, spreads: 295, totals: 275, h2h_lay: 11 },
  },
  'nba-us-20221227': {
    leagues: { basketball_nba: 14 },
    books: 21,
    markets: { h2h: 213, spreads: 210, totals: 196, h2h_lay: 10 },
  },
  'nfl-2026season-withheaders': {
    leagues: { americanfootball_nfl: 75 },
    books: 9,
    markets: { h2h: 211, spreads: 259, totals: 260 },
  },
  'nfl-us-h2h-spreads-totals-20221227': {
    leagues: { americanfootball_nfl: 16 },
    books: 21,
    markets: { h2h: 318, spreads: 303, totals: 288, h2h_lay: 16 },
  },
  'nhl-us-20221227': {
    leagues: { icehockey_nhl: 16 },
    books: 20,
    markets: { h2h: 299, spreads: 217, totals: 236, h2h_lay: 16 },
  },
  'upcoming-h2h-20240326': {
    leagues: {
      baseball_ncaa: 6,
      icehockey_nhl: 12,
      basketball_nba: 4,
      basketball_ncaab: 2,
      cricket_ipl: 1,
      icehockey_sweden_allsvenskan: 1,
      icehockey_sweden_hockey_league: 2,
    },
    books: 14,
    markets: { h2h: 190 },
  },
};

/** Recordings that are no odds in American notation. */
const otherAnswers = [
  'error-bodies', // refusals
  'nhl-decimal-20250515', // in decimals
  'wnba-scores-daysfrom3', // scores
];

/**
 * The quotes of a file at the time of its last update. `begun` counts the events that have begun; `offered` maps a
 * number of offered sides to the number of other events that offer so many.
 */
const quoted: [file: string, sport: Sport, league: string, begun: number, offered: Record<string, number>][] = [
  ['cfb-us-bowls-20221227', 'CFB', 'americanfootball_ncaaf', 1, { 6: 23 }],
  ['epl-us-draw-20221227', 'Soccer', 'soccer_epl', 1, { 3: 21 }],
  ['mlb-inplay-multiregion-20220917', 'MLB', 'baseball_mlb', 9, { 2: 1, 6: 15 }],
  ['nba-us-20221227', 'NBA', 'basketball_nba', 0, { 4: 1, 6: 13 }],
  ['nfl-2026season-withheaders', 'NFL', 'americanfootball_nfl', 0, { 6: 75 }],
  ['nfl-us-h2h-spreads-totals-20221227', 'NFL', 'americanfootball_nfl', 0, { 6: 16 }],
  ['nhl-us-20221227', 'Hockey', 'icehockey_nhl', 0, { 6: 16 }],
  ['upcoming-h2h-20240326', 'Hockey', 'icehockey_nhl', 9, { 2: 3 }],
  ['upcoming-h2h-20240326', 'NBA', 'basketball_nba', 3, { 2: 1 }],
];

function payloadOf(file: string): unknown {
  const recorded = JSON.parse(readFileSync(`${folder}/oddsapi-${file}.json`, 'utf8'));
  return 'games' in recorded ? recorded.games : recorded;
}

/** The last update of any book: when the answer was recorded, or shortly before. */
function recordedAt(payload: unknown): Date {
  const updates = [...JSON.stringify(payload).matchAll(/"last_update":"([^"]+)"/g)].flatMap(([, at]) => at ?? []);
  return new Date(updates.sort().at(-1) ?? 0);
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function gamesOf(sport: Sport, file: string): NamedGame[] {
  const payload: unknown = JSON.parse(readFileSync(`${folder}/espn-${file}.json`, 'utf8'));
  return readScoreboard(sport, null, payload).games.map(({ home, away, ...game }) => ({
    ...game,
    homeCity: home.city,
    homeName: home.name,
    awayCity: away.city,
    awayName: away.name,
  }));
}

if (!existsSync(folder)) {
  process.stdout.write(`No recordings at ${folder}: The Odds API is tested on the project's own examples alone.\n`);
  test('the recordings are missing, so only the project’s examples are read', () => {
    expect(existsSync(folder)).toBe(false);
  });
} else {
  describe('the recordings of The Odds API', () => {
    test('are all in the table, but for those of another kind', () => {
      const files = readdirSync(folder).flatMap((file) => /^oddsapi-(.*)\.json$/.exec(file)?.[1] ?? []);
      expect(files.sort()).toEqual([...Object.keys(recordings), ...otherAnswers].sort());
    });

    test.each(Object.entries(recordings))('of %s are read as they were counted', (file, recorded) => {
      const { events, quarantined } = readOddsEvents(payloadOf(file));
      const books = events.flatMap((event) => event.books);
      expect(quarantined).toEqual([]);
      expect({
        leagues: countBy(events.map(({ league }) => league)),
        books: new Set(books.map(({ key }) => key)).size,
        markets: countBy(books.flatMap(({ markets }) => markets.map(({ key }) => key))),
      }).toEqual(recorded);
    });

    test.each(quoted)('of %s quote %s in %s, less %d that have begun', (file, sport, league, begun, offered) => {
      const payload = payloadOf(file);
      const now = recordedAt(payload);
      const { events, quarantined } = readQuotes(sport, { key: league, competition: null }, payload, now);
      const ofLeague = recordings[file]?.leagues[league] ?? 0;
      expect(countBy(events.map(({ quote }) => String(offers(sport, quote).length)))).toEqual(offered);
      expect(events).toHaveLength(ofLeague - begun);
      expect(events.every(({ startsAt }) => startsAt > now)).toBe(true);
      const others = Object.values(recordings[file]?.leagues ?? {}).reduce((sum, count) => sum + count) - ofLeague;
      expect(quarantined.filter(({ reason }) => reason.startsWith('of another league'))).toHaveLength(others);
      expect(quarantined).toHaveLength(others);
    });

    test('in decimals are refused whole', () => {
      expect(() => readOddsEvents(payloadOf('nhl-decimal-20250515'))).toThrow('answered decimal odds');
    });

    test('of scores are no odds: every event is quarantined', () => {
      const { events, quarantined } = readOddsEvents(payloadOf('wnba-scores-daysfrom3'));
      expect(events).toEqual([]);
      expect(quarantined).toHaveLength(4);
    });

    test('of refusals are understood', async () => {
      const bodies: { http: number; body: unknown }[] = JSON.parse(
        readFileSync(`${folder}/oddsapi-error-bodies.json`, 'utf8'),
      );
      const reasons = bodies.map(async ({ http, body }) => {
        const odds = createOddsApi({
          apiKey: 'key',
          baseUrl: 'https://odds.example',
          log: pino({ level: 'silent' }),
          fetch: async () => Response.json(body, { status: http }),
        });
        return odds.quotes('NFL', new Date()).catch(({ message }: Error) => message);
      });
      expect(await Promise.all(reasons)).toEqual([
        'americanfootball_nfl: answered 401 OUT_OF_USAGE_CREDITS',
        'americanfootball_nfl: answered 422 MISSING_REGION',
      ]);
    });

    test('with headers have the state of the account', async () => {
      const { headers, games } = JSON.parse(readFileSync(`${folder}/oddsapi-nfl-2026season-withheaders.json`, 'utf8'));
      const odds = createOddsApi({
        apiKey: 'key',
        baseUrl: 'https://odds.example',
        log: pino({ level: 'silent' }),
        fetch: async () => Response.json(games, { headers }),
      });
      const answer = await odds.quotes('NFL', new Date('2026-06-29T05:22:47Z'));
      expect(answer).toMatchObject({ kind: 'answered', quota: { remaining: 487, used: 13, last: 3 } });
    });

    test('are joined with ESPN’s first week of 2026: sixteen of sixteen games', () => {
      const games = gamesOf('NFL', 'nfl-2026wk01-pre-odds-draftkings');
      const payload = payloadOf('nfl-2026season-withheaders');
      const league = { key: 'americanfootball_nfl', competition: null };
      const { events } = readQuotes('NFL', league, payload, recordedAt(payload));
      const { matched, unmatched } = matchOdds(events, games);
      expect(new Set(matched.map(({ gameId }) => gameId))).toEqual(new Set(games.map(({ id }) => id)));
      expect(matched).toHaveLength(16);
      expect(unmatched).toHaveLength(75 - 16);
      expect(unmatched.every(({ reason }) => /no such game|no game starts near it|swapped/.test(reason))).toBe(true);
    });

    test('are joined with ESPN’s evening of baseball, its doubleheaders with the right game', () => {
      const games = gamesOf('MLB', 'mlb-20220917-live-final-pre-odds-multiprovider');
      const evening = new Date('2022-09-18T12:00:00Z');
      const league = { key: 'baseball_mlb', competition: null };
      const { events } = readQuotes('MLB', league, payloadOf('mlb-inplay-multiregion-20220917'), new Date(0));
      const tonight = events.filter(({ startsAt }) => startsAt < evening);
      const { matched, unmatched } = matchOdds(tonight, games);
      expect(unmatched).toEqual([]);
      expect(matched).toHaveLength(11);
      const starts = (home: string) =>
        matched.flatMap(({ gameId }) => games.filter(({ id, homeName }) => id === gameId && homeName === home));
      expect(starts('Guardians').map(({ startsAt }) => startsAt)).toEqual([new Date('2022-09-17T23:10:00Z')]);
      expect(starts('Cardinals').map(({ startsAt }) => startsAt)).toEqual([new Date('2022-09-17T23:15:00Z')]);
    });
  });
}

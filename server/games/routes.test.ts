import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { slateCalls } from '#shared/api/games.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { recordSportChange } from '../events/store.ts';
import { ingest } from '../feed/ingest.ts';
import { aGame, final, live, soccerQuote } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';
import { answerOf, type FeedGame } from './feed-answer.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  // As the owner of the tables: the app's role must not delete from the quotes' history.
  await world.database.pool.query('begin; set local role none; truncate games, weeks cascade; commit');
  for (const sport of sports) await recordSportChange(world.database.db, sport);
  world.clock.now = new Date('2026-11-22T17:00:00Z');
});

const idsOf = async (endpoint: Endpoint, params?: Record<string, string>) => {
  const response = await world.visitor().raw('GET', pathWith(endpoint.path, params));
  const games = endpoint.reply.parse(await response.json()) as { id: string }[];
  return games.map((game) => game.id);
};

function pathWith(path: string, { week = '', season }: { week?: string; season?: string } = {}): string {
  return path.replace(':week', week).replace('{/:season}', season ? `/${season}` : '');
}

async function listed(...wanted: Partial<FeedGame>[]): Promise<FeedGame[]> {
  const games = wanted.map((game) => aGame(game));
  await world.poll(...games);
  return games;
}

const calendar = (sport: Sport, week: number, seasonType: 'regular' | 'postseason', season = 2026) =>
  ingest(world.database, sport, answerOf([], { currentWeek: { week, season, seasonType } }), world.clock.now);

describe('a game on the wire', () => {
  test('has every field of docs/api.md, absent ones as null', async () => {
    await listed({ id: 'espn:401', startsAt: new Date('2026-11-22T18:00:00Z') });
    const response = await world.visitor().raw('GET', '/api/games/week/12/2026');
    expect(await response.json()).toEqual([
      {
        id: 'espn:401',
        sport: 'NFL',
        competition: null,
        status: 'scheduled',
        gameTime: '2026-11-22T18:00:00.000Z',
        timeKnown: true,
        week: 12,
        season: 2026,
        quarter: null,
        timeRemaining: null,
        awayTeam: 'Kansas City Chiefs',
        homeTeam: 'Buffalo Bills',
        awayTeamAbbr: 'KC',
        homeTeamAbbr: 'BUF',
        awayTeamCity: 'Kansas City',
        homeTeamCity: 'Buffalo',
        awayTeamName: 'Chiefs',
        homeTeamName: 'Bills',
        awayTeamColor: '#203040',
        homeTeamColor: '#203040',
        awayTeamAlternateColor: '#f0b040',
        homeTeamAlternateColor: '#f0b040',
        awayScore: null,
        homeScore: null,
        countedAway: null,
        countedHome: null,
        halfInnings: null,
        awayTeamRank: null,
        homeTeamRank: null,
        bettingLocked: false,
        spreadHome: '-3.5',
        spreadAway: '3.5',
        spreadHomeOdds: -110,
        spreadAwayOdds: -110,
        moneylineHome: -180,
        moneylineAway: 152,
        moneylineDraw: null,
        totalPoints: '47.5',
        overOdds: -110,
        underOdds: -110,
        quoteSource: 'feed',
        oddsCloseAt: null,
        manual: null,
      },
    ]);
  });

  test('shows score, period and clock while it is played', async () => {
    const [game] = await listed({});
    if (game) await world.poll(live(game, 7, 10));
    const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
    expect(reply[0]).toMatchObject({
      status: 'live',
      homeScore: 7,
      awayScore: 10,
      quarter: '1st',
      timeRemaining: '8:42',
    });
  });

  test('has the score that bets are graded on beside that of extra time, and the half-innings played', async () => {
    const [soccer] = await listed({ sport: 'Soccer', startsAt: new Date('2026-11-22T18:00:00Z') });
    if (soccer) await world.poll({ ...live(soccer, 2, 1), period: 3, countedHome: 1, countedAway: 1 });
    const [baseball] = await listed({ sport: 'MLB', startsAt: new Date('2026-11-22T18:00:00Z') });
    if (baseball) await world.poll(final(baseball, 4, 1, { halfInnings: 11, period: 6 }));
    const inExtraTime = await world.visitor().call(slateCalls.Soccer.games);
    expect(inExtraTime.reply[0]).toMatchObject({ homeScore: 2, awayScore: 1, countedHome: 1, countedAway: 1 });
    const calledEarly = await world.visitor().call(slateCalls.MLB.games);
    expect(calledEarly.reply[0]).toMatchObject({ countedHome: 4, countedAway: 1, halfInnings: 11 });
  });

  test.each([
    ['NFL', 4, '4th'],
    ['NFL', 5, 'OT'],
    ['NBA', 6, '2OT'],
    ['Hockey', 3, '3rd'],
    ['Hockey', 4, 'OT'],
    ['MLB', 11, '11th'],
    ['MLB', 12, '12th'],
    ['MLB', 21, '21st'],
    ['Soccer', 1, '1st half'],
    ['Soccer', 2, '2nd half'],
    ['Soccer', 3, 'Extra time'],
    ['Soccer', 5, 'Penalties'],
  ] as const)('names the period of %s, %i, as %s', async (sport, period, name) => {
    const game = aGame({ sport, startsAt: world.clock.now, week: 12 });
    await world.poll({ ...live(game), period });
    const { path } = slateCalls[sport].games;
    const response = await world.visitor().raw('GET', pathWith(path, { week: '12', season: '2026' }));
    expect(await response.json()).toMatchObject([{ quarter: name }]);
  });

  test('of soccer has a competition and a price for the draw', async () => {
    await listed({ sport: 'Soccer', startsAt: world.clock.now });
    const { reply } = await world.visitor().call(slateCalls.Soccer.games);
    expect(reply[0]).toMatchObject({ competition: 'Premier League', moneylineDraw: soccerQuote.moneyline?.draw });
  });

  test('has the feed’s text unchanged: escaping markup is left to the page', async () => {
    const home = { ...aGame().home, name: '<img src=x onerror=alert(1)>' };
    await listed({ home });
    const response = await world.visitor().raw('GET', '/api/games/week/12/2026');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.json()).toMatchObject([{ homeTeamName: home.name }]);
  });
});

describe('bettingLocked', () => {
  const startsAt = new Date('2026-11-22T18:00:00Z');
  const isLocked = async () => {
    const { reply } = await world.visitor().call(slateCalls.NFL.games, { params: { week: '12', season: '2026' } });
    return reply[0]?.bettingLocked;
  };

  test('turns true at the start by the clock alone', async () => {
    await listed({ startsAt });
    world.clock.now = new Date(startsAt.getTime() - 1);
    expect(await isLocked()).toBe(false);
    world.clock.now = startsAt;
    expect(await isLocked()).toBe(true);
  });

  test.each([
    ['whose time is to be announced', { startKnown: false }],
    ['that is postponed', { status: 'postponed' as const }],
    ['that has begun early', { status: 'live' as const }],
  ])('is true before the start for a game %s', async (_name, more) => {
    await listed({ startsAt, ...more });
    expect(await isLocked()).toBe(true);
  });
});

describe('the week of NFL and CFB', () => {
  test('lists the games of that week and season of the sport alone', async () => {
    const [wanted] = await listed({ week: 12 }, { week: 13 }, { week: 12, season: 2025 }, { sport: 'CFB', week: 12 });
    expect(await idsOf(slateCalls.NFL.games, { week: '12', season: '2026' })).toEqual([wanted?.id]);
  });

  test('lists by start', async () => {
    const hour = (count: number) => new Date(world.clock.now.getTime() + count * 3_600_000);
    const [c, a, b] = await listed({ startsAt: hour(3) }, { startsAt: hour(1) }, { startsAt: hour(2) });
    expect(await idsOf(slateCalls.NFL.games, { week: '12', season: '2026' })).toEqual([a?.id, b?.id, c?.id]);
  });

  test('is of the season 2025 when no season is asked for', async () => {
    const [wanted] = await listed({ sport: 'CFB', week: 3, season: 2025 }, { sport: 'CFB', week: 3, season: 2026 });
    expect(await idsOf(slateCalls.CFB.games, { week: '3' })).toEqual([wanted?.id]);
  });

  test('is of the regular season unless it is the current one', async () => {
    const [regular, playoff] = await listed({ week: 1 }, { week: 1, seasonType: 'postseason' });
    expect(await idsOf(slateCalls.NFL.games, { week: '1', season: '2026' })).toEqual([regular?.id]);
    await calendar('NFL', 1, 'postseason');
    expect(await idsOf(slateCalls.NFL.games, { week: '1', season: '2026' })).toEqual([playoff?.id]);
  });

  test('lists the week that the nearest game gave when the calendar is silent', async () => {
    const [playoff] = await listed({ week: 1, seasonType: 'postseason', startsAt: new Date('2026-11-23T18:00:00Z') });
    const { reply } = await world.visitor().call(slateCalls.NFL.currentWeek);
    expect(reply).toEqual({ week: 1, season: 2026 });
    expect(await idsOf(slateCalls.NFL.games, { week: '1', season: '2026' })).toEqual([playoff?.id]);
  });

  test.each(['/api/games/week/x/2026', '/api/games/week/-1', '/api/games/week/1/26', '/api/games/week/..%2F../2026'])(
    'refuses %s',
    async (path) => {
      const response = await world.visitor().raw('GET', path);
      expect([response.status, (await response.json()).code]).toEqual([400, 'bad-input']);
    },
  );
});

describe('the current week', () => {
  test('is the calendar’s', async () => {
    await listed({ week: 14, startsAt: new Date('2026-11-23T18:00:00Z') });
    await calendar('NFL', 12, 'regular');
    expect((await world.visitor().call(slateCalls.NFL.currentWeek)).reply).toEqual({ week: 12, season: 2026 });
  });

  test('else that of the next scheduled game', async () => {
    await listed(
      { week: 11, startsAt: new Date('2026-11-20T18:00:00Z') },
      { week: 13, startsAt: new Date('2026-11-29T18:00:00Z') },
      { week: 12, startsAt: new Date('2026-11-24T18:00:00Z') },
      { week: 12, startsAt: new Date('2026-11-23T18:00:00Z'), status: 'canceled' },
    );
    expect((await world.visitor().call(slateCalls.NFL.currentWeek)).reply).toEqual({ week: 12, season: 2026 });
  });

  test('is the next game’s when the calendar has not named one for more than a week, else still the calendar’s', async () => {
    await calendar('NFL', 5, 'postseason', 2025);
    const asOf = async (days: number) => {
      world.clock.now = new Date(Date.parse('2026-11-22T17:00:00Z') + days * 24 * 3_600_000);
      return (await world.visitor().call(slateCalls.NFL.currentWeek)).reply;
    };
    expect(await asOf(9)).toEqual({ week: 5, season: 2025 });
    await listed({ week: 1, seasonType: 'preseason', startsAt: new Date('2027-08-05T00:00:00Z') });
    expect(await asOf(7)).toEqual({ week: 5, season: 2025 });
    expect(await asOf(9)).toEqual({ week: 1, season: 2026 });
  });

  test('else the first of 2025', async () => {
    expect((await world.visitor().call(slateCalls.NFL.currentWeek)).reply).toEqual({ week: 1, season: 2025 });
  });

  test('is each sport’s own', async () => {
    await calendar('CFB', 13, 'regular');
    expect((await world.visitor().call(slateCalls.CFB.currentWeek)).reply).toEqual({ week: 13, season: 2026 });
    expect((await world.visitor().call(slateCalls.NFL.currentWeek)).reply).toEqual({ week: 1, season: 2025 });
  });
});

describe.each(['MLB', 'NBA', 'Hockey'] as const)('the day of %s', (sport) => {
  const endpoint = slateCalls[sport].games;
  const on = (startsAt: string): Partial<FeedGame> => ({ sport, startsAt: new Date(startsAt) });

  test('holds the games of the Eastern day, not of the UTC one', async () => {
    world.clock.now = new Date('2026-11-22T02:00:00Z'); // 21 November, 9 PM
    const [, first, last] = await listed(
      on('2026-11-21T04:59:59Z'),
      on('2026-11-21T05:00:00Z'),
      on('2026-11-22T04:59:59Z'),
      on('2026-11-22T05:00:00Z'),
    );
    expect(await idsOf(endpoint)).toEqual([first?.id, last?.id]);
  });

  test('has 25 hours when daylight saving ends', async () => {
    world.clock.now = new Date('2026-11-01T12:00:00Z');
    const [, first, last] = await listed(
      on('2026-11-01T03:59:00Z'),
      on('2026-11-01T04:00:00Z'),
      on('2026-11-02T04:59:00Z'),
      on('2026-11-02T05:00:00Z'),
    );
    expect(await idsOf(endpoint)).toEqual([first?.id, last?.id]);
  });

  test('has 23 hours when daylight saving begins', async () => {
    world.clock.now = new Date('2027-03-14T20:00:00Z');
    const [, first, last] = await listed(
      on('2027-03-14T04:59:00Z'),
      on('2027-03-14T05:00:00Z'),
      on('2027-03-15T03:59:00Z'),
      on('2027-03-15T04:00:00Z'),
    );
    expect(await idsOf(endpoint)).toEqual([first?.id, last?.id]);
  });

  test('keeps yesterday’s game until it is over', async () => {
    const game = aGame(on('2026-11-22T03:30:00Z'));
    await world.poll(live(game, 1, 1));
    expect(await idsOf(endpoint)).toEqual([game.id]);
    await world.poll(final(game, 2, 1));
    expect(await idsOf(endpoint)).toEqual([]);
  });
});

test('soccer holds today and the seven days after it, across the end of daylight saving', async () => {
  world.clock.now = new Date('2026-10-28T15:00:00Z');
  const on = (startsAt: string): Partial<FeedGame> => ({ sport: 'Soccer', startsAt: new Date(startsAt) });
  const [, first, last] = await listed(
    on('2026-10-28T03:59:00Z'),
    on('2026-10-28T04:00:00Z'),
    on('2026-11-05T04:59:00Z'),
    on('2026-11-05T05:00:00Z'),
  );
  expect(await idsOf(slateCalls.Soccer.games)).toEqual([first?.id, last?.id]);
});

describe('a list', () => {
  test('needs no session and is empty when there is nothing', async () => {
    const paths = ['mlb', 'soccer', 'nba', 'nhl', 'week/12/2026', 'cfb/week/12/2026'];
    for (const path of paths) {
      const response = await world.visitor().raw('GET', `/api/games/${path}`);
      expect([response.status, await response.json()]).toEqual([200, []]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  test('answers 304 to its current tag, and 200 once a score has changed', async () => {
    const [game] = await listed({});
    const visitor = world.visitor();
    const first = await visitor.raw('GET', '/api/games/week/12/2026');
    const etag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^W?\/?".+"$/)]);

    // Given a conditional header alone, fetch sends `cache-control: no-cache`, so this sets another value.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await visitor.raw('GET', '/api/games/week/12/2026', { headers })).status).toBe(304);
    if (game) await world.poll(live(game, 3, 0));
    const fresh = await visitor.raw('GET', '/api/games/week/12/2026', { headers });
    expect([fresh.status, fresh.headers.get('etag') === etag]).toEqual([200, false]);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { easternDay } from '#shared/domain/eastern.ts';
import { findGame } from '../games/store.ts';
import { type FaultyFeed, startFaultyFeed } from '../testing/faulty-feed.ts';
import { testWorld, type World } from '../testing/world.ts';

/**
 * Faults in what a feed says about a game, through the whole server; `faults.test.ts` has the faults of whole answers.
 * Source: docs/feeds.md#faults.
 */
let world: World;
let feed: FaultyFeed;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  feed = await startFaultyFeed(world);
});
afterEach(() => feed.close());
afterAll(() => world.drop());

async function rowCounts(): Promise<unknown> {
  const { rows } = await world.database.pool.query(
    'select (select count(*) from games) as games, (select count(*) from quotes) as quotes',
  );
  return rows[0];
}

describe('an event that comes several times, or has a twin', () => {
  test('an event that comes three times is one game', async () => {
    const before = await rowCounts();
    feed.alter((payload) => payload.events.push(feed.eventIn(payload), feed.eventIn(payload)));
    await feed.expectNoChange();
    expect(await rowCounts()).toEqual(before);
  });

  test('an event that comes three times with three scores changes nothing and is quarantined, however often', async () => {
    await feed.bet();
    feed.changeGame({ stage: 'final', home: 24, away: 20 });
    feed.alter((payload) => {
      for (const score of ['3', '50']) {
        const twin = structuredClone(feed.eventIn(payload));
        Object.assign(twin.competitions[0].competitors[0] ?? {}, { score });
        payload.events.unshift(twin);
      }
    });
    await feed.expectNoChange();
    await feed.poll('NFL', 2);
    expect(await feed.lastPull()).toMatchObject({
      quarantined: [{ eventId: feed.eventId(), reason: expect.stringContaining('more than once') }],
    });
    await world.finish();
    const funds = () => feed.funds();
    expect(await funds()).toEqual({ available: 99_000, pending: 1_000 });
    feed.recover();
    await feed.poll('NFL', 2);
    await world.finish();
    expect(await funds()).toEqual({ available: 100_909, pending: 0 });
  });

  test('two games of the same teams on one day are two games, each with its own score', async () => {
    feed.changeGame({ stage: 'live', home: 7, away: 3 });
    feed.alter((payload) => {
      const nightcap = structuredClone(feed.eventIn(payload));
      nightcap.id = '777';
      Object.assign(nightcap.competitions[0].competitors[0] ?? {}, { score: '99' });
      payload.events.push(nightcap);
    });
    await feed.poll();
    expect(await feed.slate()).toHaveLength(11);
    expect(await feed.shown()).toMatchObject({ homeScore: 7, awayScore: 3 });
    expect(await findGame(world.database.db, 'espn:777')).toMatchObject({ homeScore: 99, awayScore: 3 });
  });
});

describe('a game that goes back, or has an absurd score', () => {
  test('a live game never goes back to scheduled', async () => {
    feed.changeGame({ stage: 'live', home: 7, away: 3 });
    await feed.poll();
    feed.changeGame({ stage: 'scheduled' });
    await feed.poll('NFL', 3);
    expect(await feed.shown()).toMatchObject({ status: 'live', homeScore: 7, bettingLocked: true });
    expect(await feed.bet()).toEqual([409, 'locked']);
  });

  test('a final game never goes back, and what it settled stays settled', async () => {
    await feed.bet();
    feed.changeGame({ stage: 'final', home: 24, away: 20 });
    await feed.poll('NFL', 2);
    await world.finish();
    const settled = await feed.funds();
    expect(settled).toEqual({ available: 100_909, pending: 0 });
    for (const stage of ['live', 'scheduled', 'postponed', 'canceled'] as const) {
      feed.changeGame({ stage });
      await feed.poll('NFL', 3);
      await world.finish();
      expect(await feed.stored()).toMatchObject({ status: 'final', homeScore: 24, awayScore: 20 });
      expect(await feed.funds()).toEqual(settled);
    }
  });

  test.each(['', null, '-1', '1e9', '1000000000', '301', '7.5', 7, 'seven'])(
    'a score of %j is quarantined, and the last one stays',
    async (score) => {
      feed.changeGame({ stage: 'live', home: 7, away: 3 });
      await feed.poll();
      feed.alter((payload) => Object.assign(feed.sidesIn(payload)[0] ?? {}, { score }));
      await feed.expectNoChange();
      expect(await feed.lastPull()).toMatchObject({
        quarantined: [{ eventId: feed.eventId(), reason: expect.stringContaining('score') }],
      });
      expect(await feed.shown()).toMatchObject({ homeScore: 7, awayScore: 3 });
    },
  );

  test('a final without a score is not settled', async () => {
    await feed.bet();
    feed.changeGame({ stage: 'final', home: 24, away: 20 });
    feed.alter((payload) => Object.assign(feed.sidesIn(payload)[0] ?? {}, { score: '' }));
    await feed.poll('NFL', 3);
    await world.finish();
    expect(await feed.funds()).toEqual({
      available: 99_000,
      pending: 1_000,
    });
  });
});

describe('teams in the other order', () => {
  test('teams in the other order are the same teams, with the same lines and scores', async () => {
    feed.changeGame({ stage: 'live', home: 7, away: 3 });
    await feed.poll();
    feed.alter(({ events }) => {
      for (const { competitions } of events) competitions[0].competitors.reverse();
    });
    await feed.expectNoChange();
    expect(await feed.shown()).toMatchObject({ homeTeamAbbr: 'OMA', homeScore: 7, awayScore: 3 });
  });
});

describe('other teams, and odds that are missing, closed or wrong', () => {
  test('other teams under the id of a game close betting, and are another match once a second poll has them', async () => {
    await feed.bet();
    feed.alter((payload) => {
      for (const { team } of feed.sidesIn(payload)) Object.assign(team, { id: `9${team.id}`, abbreviation: 'NEW' });
    });
    await feed.poll();
    expect(await feed.shown()).toMatchObject({ homeTeamAbbr: 'OMA', awayTeamAbbr: 'PDX', bettingLocked: true });
    expect(await feed.bet()).toEqual([409, 'locked']);
    expect(await feed.lastPull()).toMatchObject({
      quarantined: [{ eventId: feed.eventId(), reason: expect.stringContaining('another match (NEW @ NEW)') }],
    });
    await feed.poll();
    await world.finish();
    expect(await feed.shown()).toMatchObject({ homeTeamAbbr: 'NEW', awayTeamAbbr: 'NEW', bettingLocked: false });
    expect(await feed.funds()).toEqual({ available: 100_000, pending: 0 });
    expect(await feed.bet()).toEqual([201]);
  });

  test.each([[undefined], [[]], [[null]]])(
    'odds that are %j leave the stored quote, which is still taken',
    async (odds) => {
      feed.alter((payload) => Object.assign(feed.eventIn(payload).competitions[0], { odds }));
      await feed.expectNoChange();
      expect(await feed.bet()).toEqual([201]);
    },
  );

  test.each([
    ['closed', 'OFF', 'OFF'],
    ['zero', '0', '0'],
    ['below 100', '+50', '-99'],
    ['numbers in words', 'ten', 'eleven'],
    ['half there', '-110', undefined],
  ] as const)('a moneyline that is %s takes no bets, and the other markets do', async (_name, home, away) => {
    const before = await feed.correctGame();
    feed.alterOdds({ moneyline: { home: { close: { odds: home } }, away: { close: { odds: away } } } });
    await feed.poll();
    expect(await feed.shown()).toMatchObject({ moneylineHome: null, moneylineAway: null, spreadHome: -3.5 });
    expect(await feed.bet('moneyline', 'home', before)).toEqual([409, 'price-moved']);
    expect(await feed.bet('spread', 'home', before)).toEqual([201]);
  });

  test('an even price is +100', async () => {
    feed.alterOdds({ moneyline: { home: { close: { odds: 'EVEN' } }, away: { close: { odds: '-120' } } } });
    await feed.poll();
    expect(await feed.shown()).toMatchObject({ moneylineHome: 100, moneylineAway: -120 });
  });

  test('spreads that do not mirror each other are no market', async () => {
    const before = await feed.correctGame();
    const side = (line: string) => ({ close: { line, odds: '-110' } });
    feed.alterOdds({ spread: undefined, pointSpread: { home: side('-3.5'), away: side('-3.5') } });
    await feed.poll();
    expect(await feed.shown()).toMatchObject({
      spreadHome: null,
      spreadAway: null,
      moneylineHome: before.quote?.moneyline?.home,
    });
    expect(await feed.bet('spread', 'home', before)).toEqual([409, 'price-moved']);
  });
});

describe('a start that is missing, a placeholder or moved', () => {
  test('a start that is missing sets the event aside, and the known one stays', async () => {
    feed.alter((payload) => Object.assign(feed.eventIn(payload), { date: null }));
    await feed.expectNoChange();
    expect(await feed.lastPull()).toMatchObject({ quarantined: [{ eventId: feed.eventId() }] });
  });

  test('a start that is to be announced takes no bets until it is known', async () => {
    feed.alter((payload) => Object.assign(feed.eventIn(payload).competitions[0], { timeValid: false }));
    await feed.poll();
    expect([(await feed.shown())?.timeKnown, await feed.bet()]).toEqual([false, [409, 'locked']]);
    feed.recover();
    await feed.poll();
    expect(await feed.bet()).toEqual([201]);
  });

  test('a start that moves before it came closes betting, and holds once a second poll has it', async () => {
    feed.changeGame({ startsInSeconds: 7_200 });
    await feed.poll();
    expect(await feed.bet()).toEqual([201]);
    feed.changeGame({ startsInSeconds: -5 });
    await feed.poll();
    expect(await feed.bet()).toEqual([409, 'locked']);
    feed.changeGame({ startsInSeconds: 7_200 });
    await feed.poll();
    expect(await feed.bet()).toEqual([201]);
    feed.changeGame({ startsInSeconds: -5 });
    await feed.poll('NFL', 2);
    feed.changeGame({ startsInSeconds: 7_200 });
    await feed.poll('NFL', 3);
    expect(await feed.bet()).toEqual([409, 'locked']);
  });

  test('a start in the hour that comes twice is one of two instants of the same Eastern day', async () => {
    for (const [date, id] of [
      ['2026-11-01T05:30Z', '501'],
      ['2026-11-01T06:30Z', '601'],
    ]) {
      feed.alter((payload) => Object.assign(feed.eventIn(payload), { id, date }));
      await feed.poll();
      const game = await findGame(world.database.db, `espn:${id}`);
      expect(game?.startsAt).toEqual(new Date(date ?? ''));
      expect(game && easternDay(game.startsAt)).toBe('2026-11-01');
    }
  });
});

import { describe, expect, test } from 'vitest';
import type { Group } from '#shared/api/groups.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aGame, final } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { as, eastern, plus, timedActs, untouched } from '../testing/timed-polls.ts';
import type { Player, World } from '../testing/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const calledOff = 'void: not-played-in-time';

let world: World;
let player: Player;
let league: Group;
const { poll, pollTwice, settle, pollAndSettle, aListedGame, bet, legs, funds } = timedActs(() => ({
  world,
  player,
  league,
}));

leagueBeforeEach(
  (made) => {
    ({ world, player, league } = made);
  },
  { settings: { endDate: '2060-01-01T00:00:00Z' } },
);

describe('a game that is not final by the limit of its sport is void, and not before', () => {
  test.each([
    ['NFL', 'on Sunday', '2040-11-18 13:00', '2040-11-21 23:59'],
    ['NFL', 'on Monday night', '2040-11-19 20:15', '2040-11-21 23:59'],
    ['NFL', 'on Tuesday', '2040-11-20 20:00', '2040-11-28 23:59'],
    ['NFL', 'on Wednesday', '2040-11-21 20:00', '2040-11-28 23:59'],
    ['NFL', 'on Thursday', '2040-11-22 12:30', '2040-11-28 23:59'],
    ['NFL', 'late on Saturday, which is Sunday in UTC', '2040-11-17 20:15', '2040-11-21 23:59'],
    ['CFB', 'on Saturday', '2040-11-17 12:00', '2040-11-21 23:59'],
    ['CFB', 'on Saturday, before the clocks go back', '2040-11-03 22:30', '2040-11-07 23:59'],
    ['NBA', 'in the evening', '2040-11-18 19:30', '2040-11-20 19:30'],
    ['NBA', 'before the clocks go back: 48 hours, not two days', '2040-11-03 19:30', '2040-11-05 18:30'],
    ['Hockey', 'in the evening', '2040-11-18 19:00', '2040-11-20 19:00'],
    ['MLB', 'in the afternoon', '2040-07-10 13:05', '2040-07-11 06:00'],
    ['MLB', 'late on the west coast', '2040-07-10 22:10', '2040-07-11 06:00'],
    ['Soccer', 'at noon', '2040-11-18 12:30', '2040-11-20 12:30'],
  ] as const)('%s %s', async (sport, _when, start, limit) => {
    const [startsAt, until] = [eastern(start), eastern(limit)];
    const game = await aListedGame(sport, startsAt);
    expect(await bet(game)).toBe(201);
    await pollAndSettle(plus(startsAt, hour), as(game, 'postponed'));
    await pollAndSettle(plus(until, -1), as(game, 'postponed'));
    await pollAndSettle(until, as(game, 'postponed'));
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(until, 1), as(game, 'postponed'));
    expect(await legs()).toEqual([calledOff]);
    expect(await funds()).toEqual(untouched);
  });

  test.each([
    ['was never begun', as(aGame(), 'scheduled')],
    ['is still under way', as(aGame(), 'live')],
    ['is suspended', as(aGame(), 'suspended')],
    ['ended early, which only an admin may settle', final(aGame(), 24, 20, { settleable: false, period: 3 })],
    ['ended without a score that counts', final(aGame(), 24, 20, { countedHome: null })],
  ])(
    'also when it %s',
    async (_what, { id: _id, sport: _sport, startsAt: _startsAt, home: _home, away: _away, ...seen }) => {
      const startsAt = eastern('2040-11-18 19:30');
      const until = plus(startsAt, 48 * hour);
      const listed = await aListedGame('Hockey', startsAt);
      const game = { ...listed, ...seen };
      await bet(listed);
      await pollTwice(plus(startsAt, 2 * hour), game);
      await pollAndSettle(until, game);
      expect(await legs()).toEqual(['open']);
      await pollAndSettle(plus(until, minute), game);
      expect(await legs()).toEqual([calledOff]);
      expect(await funds()).toEqual(untouched);
    },
  );

  test('and stays void when it is played after all', async () => {
    const startsAt = eastern('2040-11-18 19:30');
    const game = await aListedGame('NBA', startsAt);
    await bet(game);
    await pollAndSettle(plus(startsAt, 49 * hour), as(game, 'live'));
    await pollTwice(plus(startsAt, 51 * hour), final(game, 110, 90));
    await settle(plus(startsAt, 52 * hour));
    expect(await legs()).toEqual([calledOff]);
    expect(await funds()).toEqual(untouched);
  });
});

describe('baseball', () => {
  const startsAt = eastern('2040-07-10 19:05');

  test.each([
    ['at its own start', startsAt],
    ['as of the day of its resumption', eastern('2040-07-12 14:05')],
  ])('that was suspended and is finished within 48 hours, %s, stands', async (_name, resumedAt) => {
    const game = await aListedGame('MLB', startsAt);
    await bet(game);
    await pollAndSettle(plus(startsAt, 2 * hour), as(game, 'live'));
    await pollAndSettle(plus(startsAt, 3 * hour), as(game, 'suspended'));
    const resumed = { ...game, startsAt: resumedAt };
    await pollAndSettle(plus(startsAt, 40 * hour), as(resumed, 'suspended'));
    await pollTwice(plus(startsAt, 47 * hour), final(resumed, 5, 2));
    await settle(plus(startsAt, 47 * hour));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('that was suspended is void once 48 hours have passed', async () => {
    const game = await aListedGame('MLB', startsAt);
    await bet(game);
    await pollAndSettle(plus(startsAt, 2 * hour), as(game, 'suspended'));
    await pollAndSettle(plus(startsAt, 48 * hour), as(game, 'suspended'));
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(startsAt, 48 * hour + 1), as(game, 'suspended'));
    expect(await legs()).toEqual([calledOff]);
  });

  test('that is delayed before its first pitch and then postponed is void at 06:00 of the next day', async () => {
    const game = await aListedGame('MLB', startsAt);
    await bet(game);
    await poll(plus(startsAt, 10 * minute), as(game, 'live', { awaitsFirstPlay: true }));
    expect(await bet(game)).toBe(409);
    await poll(plus(startsAt, 2 * hour), as(game, 'postponed'));
    await pollAndSettle(eastern('2040-07-11 06:00'), as(game, 'postponed'));
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(eastern('2040-07-11 06:01'), as(game, 'postponed'));
    expect(await legs()).toEqual([calledOff]);
    expect(await funds()).toEqual(untouched);
  });

  test('that is delayed before its first pitch and then begun may be finished within 48 hours', async () => {
    const game = await aListedGame('MLB', startsAt);
    await bet(game);
    await poll(plus(startsAt, 10 * minute), as(game, 'live', { awaitsFirstPlay: true }));
    await poll(plus(startsAt, hour), as(game, 'live'));
    await pollAndSettle(eastern('2040-07-11 09:00'), as(game, 'suspended'));
    await pollTwice(plus(startsAt, 40 * hour), final(game, 5, 2));
    await settle(plus(startsAt, 40 * hour));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('that was suspended, and dated to its resumption before a worker saw it under way, stands', async () => {
    const game = await aListedGame('MLB', startsAt);
    await bet(game);
    await poll(plus(startsAt, -hour), game);
    const resumed = { ...game, startsAt: eastern('2040-07-11 14:05') };
    await pollAndSettle(eastern('2040-07-11 09:00'), as(resumed, 'suspended'));
    await pollAndSettle(eastern('2040-07-11 14:10'), as(resumed, 'live'));
    await pollTwice(eastern('2040-07-11 16:00'), final(resumed, 5, 2));
    await settle(eastern('2040-07-11 16:00'));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('that is begun only after 06:00 of the next day is void, also for a worker that saw nothing of it before', async () => {
    const game = await aListedGame('MLB', startsAt);
    await bet(game);
    const made = { ...game, startsAt: eastern('2040-07-11 13:05') };
    await poll(plus(startsAt, -hour), game);
    await pollAndSettle(eastern('2040-07-11 14:00'), as(made, 'live'));
    await pollTwice(eastern('2040-07-11 16:00'), final(made, 5, 2));
    await settle(eastern('2040-07-11 16:00'));
    expect(await legs()).toEqual([calledOff]);
    expect(await funds()).toEqual(untouched);
  });

  test('of a doubleheader is two games, each judged by itself', async () => {
    const first = await aListedGame('MLB', eastern('2040-07-10 13:05'));
    const { home, away } = first;
    const second = await aListedGame('MLB', startsAt, { home, away });
    await bet(first);
    await bet(second);
    await pollTwice(eastern('2040-07-10 16:30'), final(first, 2, 5));
    await pollAndSettle(eastern('2040-07-10 21:00'), as(second, 'postponed'));
    expect(await legs()).toEqual(['lost: moneyline', 'open']);
    await pollAndSettle(eastern('2040-07-11 06:01'), as(second, 'postponed'));
    expect(await legs()).toEqual(['lost: moneyline', calledOff]);
    expect(await funds()).toEqual({ available: 90_000, pending: 0 });
  });
});

describe('soccer that is moved', () => {
  const startsAt = eastern('2040-11-17 10:00');

  /** Postponed on the day, then given another date, in two equal polls. */
  async function moved(game: FeedGame, to: Date): Promise<FeedGame> {
    const next = { ...game, startsAt: to };
    await pollAndSettle(plus(startsAt, hour), as(game, 'postponed'));
    await pollTwice(plus(startsAt, 20 * hour), next);
    await settle(plus(startsAt, 20 * hour));
    return next;
  }

  test('by less than 48 hours keeps its bets', async () => {
    const game = await aListedGame('Soccer', startsAt);
    await bet(game);
    const next = await moved(game, plus(startsAt, 28 * hour));
    await pollTwice(plus(startsAt, 30 * hour), final(next, 1, 0));
    await settle(plus(startsAt, 30 * hour));
    expect(await legs()).toEqual(['won: three-way']);
  });

  test.each([47, 48])('by %i hours has time to be played on its new date', async (hours) => {
    const game = await aListedGame('Soccer', startsAt);
    await bet(game);
    const next = await moved(game, plus(startsAt, hours * hour));
    await pollAndSettle(plus(next.startsAt, 5 * minute), next); // kick-off is late
    await pollAndSettle(plus(next.startsAt, 90 * minute), as(next, 'live'));
    expect(await legs()).toEqual(['open']);
    await pollTwice(plus(next.startsAt, 2 * hour), final(next, 1, 0));
    await settle(plus(next.startsAt, 2 * hour));
    expect(await legs()).toEqual(['won: three-way']);
  });

  test('by 48 hours and not played to its end within six more is void', async () => {
    const game = await aListedGame('Soccer', startsAt);
    await bet(game);
    const next = await moved(game, plus(startsAt, 48 * hour));
    await pollAndSettle(plus(next.startsAt, hour), as(next, 'suspended'));
    await pollAndSettle(plus(next.startsAt, 6 * hour), as(next, 'suspended'));
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(next.startsAt, 6 * hour + 1), as(next, 'suspended'));
    expect(await legs()).toEqual([calledOff]);
  });

  test.each([
    ['is delayed before its kick-off, then postponed', { awaitsFirstPlay: true }],
    ['is postponed at once', null],
  ])('and %s takes bets again once its new day and time are known', async (_how, delay) => {
    const game = await aListedGame('Soccer', startsAt);
    if (delay) await poll(plus(startsAt, 5 * minute), as(game, 'live', delay));
    await poll(plus(startsAt, hour), as(game, 'postponed'));
    const day = { ...game, startsAt: eastern('2040-12-01 00:00'), startKnown: false };
    await pollTwice(plus(startsAt, 20 * hour), day);
    expect(await bet(day)).toBe(409);
    const next = { ...game, startsAt: eastern('2040-12-01 15:00') };
    await poll(plus(startsAt, 40 * hour), next);
    expect(await bet(next)).toBe(409);
    await poll(plus(startsAt, 41 * hour), next);
    expect(await bet(next)).toBe(201);
    await pollTwice(plus(next.startsAt, 2 * hour), final(next, 1, 0));
    await settle(plus(next.startsAt, 2 * hour));
    expect(await legs()).toEqual(['won: three-way']);
  });

  test('by more loses its bets at the limit, and those on its new date stand', async () => {
    const game = await aListedGame('Soccer', startsAt);
    await bet(game);
    const next = await moved(game, plus(startsAt, 240 * hour));
    expect(await bet(next, 'moneyline', 'away')).toBe(201);
    await settle(plus(startsAt, 48 * hour));
    expect(await legs()).toEqual(['open', 'open']);
    await settle(plus(startsAt, 48 * hour + 1));
    expect(await legs()).toEqual([calledOff, 'open']);
    await pollTwice(plus(next.startsAt, 2 * hour), final(next, 1, 2));
    await settle(plus(next.startsAt, 2 * hour));
    expect(await legs()).toEqual([calledOff, 'won: three-way']);
    expect(await funds()).toEqual({ available: 100_000 + 21_000, pending: 0 });
  });

  test('by more loses its bets at the limit, also before a second poll has seen the new date', async () => {
    const game = await aListedGame('Soccer', startsAt);
    await bet(game);
    await poll(plus(startsAt, hour), as(game, 'postponed'));
    await poll(plus(startsAt, 2 * hour), { ...game, startsAt: plus(startsAt, 240 * hour) });
    await settle(plus(startsAt, 48 * hour));
    expect(await legs()).toEqual(['open']);
    await settle(plus(startsAt, 48 * hour + 1));
    expect(await legs()).toEqual([calledOff]);
  });

  test('by more is void on the old date also for a worker that slept until it was played', async () => {
    const game = await aListedGame('Soccer', startsAt);
    await bet(game);
    const next = await moved(game, plus(startsAt, 240 * hour));
    await bet(next);
    await pollTwice(plus(next.startsAt, 3 * hour), final(next, 1, 0));
    await settle(plus(next.startsAt, 3 * hour));
    expect(await legs()).toEqual([calledOff, 'won: three-way']);
  });
});

describe('a start that is moved before it has passed', () => {
  const startsAt = eastern('2040-11-18 13:00');

  test('to later the same day keeps the bets, old and new', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    const later = { ...game, startsAt: eastern('2040-11-18 16:25') };
    await pollAndSettle(plus(startsAt, -2 * hour), later);
    expect(await bet(later, 'spread', 'away')).toBe(201);
    await pollTwice(eastern('2040-11-18 19:40'), final(later, 24, 10));
    await settle(eastern('2040-11-18 19:40'));
    expect(await legs()).toEqual(['won: moneyline', 'lost: spread']);
  });

  test('to a day within the limit keeps the bets', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    const later = { ...game, startsAt: eastern('2040-11-20 19:00') };
    await pollAndSettle(plus(startsAt, -20 * hour), later);
    await pollTwice(eastern('2040-11-20 22:30'), final(later, 24, 10));
    await settle(eastern('2040-11-20 22:30'));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('to a day past the limit is void at the limit, counted from the start at placing', async () => {
    const game = await aListedGame('NBA', startsAt);
    await bet(game);
    const later = { ...game, startsAt: plus(startsAt, 120 * hour) };
    await pollAndSettle(plus(startsAt, -2 * hour), later);
    expect(await bet(later, 'spread')).toBe(201);
    await pollAndSettle(plus(startsAt, 48 * hour), later);
    expect(await legs()).toEqual(['open', 'open']);
    await pollAndSettle(plus(startsAt, 48 * hour + minute), later);
    expect(await legs()).toEqual([calledOff, 'open']);
    await pollTwice(plus(later.startsAt, 3 * hour), final(later, 110, 90));
    await settle(plus(later.startsAt, 3 * hour));
    expect(await legs()).toEqual([calledOff, 'won: spread']);
  });

  test('to earlier keeps what was placed before it, and voids what was placed at it or after', async () => {
    const game = await aListedGame('NFL', startsAt);
    await bet(game);
    await bet(game, 'spread');
    const { rows } = await world.database.pool.query<{ placed_at: Date }>(
      'select placed_at from tickets where league_id = $1 order by placed_at',
      [league.id],
    );
    const started = { ...game, startsAt: rows[1]?.placed_at ?? startsAt };
    // A start that moves earlier needs a second poll.
    await poll(plus(started.startsAt, 3 * hour - minute), final(started, 24, 10));
    await pollTwice(plus(started.startsAt, 3 * hour), final(started, 24, 10));
    await settle(plus(started.startsAt, 3 * hour));
    expect(await legs()).toEqual(['won: moneyline', 'void: started-before-placing']);
    expect(await funds()).toEqual({ available: 100_000 + 5_556, pending: 0 });
  });
});

describe('a worker that slept over the limit', () => {
  const startsAt = eastern('2040-11-18 19:30');
  const morning = plus(startsAt, 60 * hour);

  test('asks before it voids, and settles what was played', async () => {
    const game = await aListedGame('NBA', startsAt);
    await bet(game);
    await poll(plus(startsAt, hour), as(game, 'live'));
    await settle(morning);
    await poll(morning, final(game, 110, 90));
    await settle(morning);
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(plus(morning, minute), final(game, 110, 90));
    expect(await legs()).toEqual(['won: moneyline']);
  });

  test('voids what it then finds unfinished', async () => {
    const game = await aListedGame('NBA', startsAt);
    await bet(game);
    await poll(plus(startsAt, hour), as(game, 'suspended'));
    await settle(morning);
    expect(await legs()).toEqual(['open']);
    await pollAndSettle(morning, as(game, 'suspended'));
    expect(await legs()).toEqual([calledOff]);
  });

  test('waits on while the feed no longer has the game', async () => {
    const game = await aListedGame('NBA', startsAt);
    await bet(game);
    const other = await aListedGame('NBA', startsAt);
    await pollAndSettle(morning, other);
    await settle(plus(morning, 1_000 * hour));
    expect(await legs()).toEqual(['open']);
  });
});

test('a result whose second poll comes just after the limit counts', async () => {
  const startsAt = eastern('2040-11-18 19:00');
  const until = plus(startsAt, 48 * hour);
  const game = await aListedGame('Hockey', startsAt);
  await bet(game);
  await pollAndSettle(plus(until, -10_000), final(game, 3, 2));
  await pollAndSettle(plus(until, 20_000), final(game, 3, 2));
  expect(await legs()).toEqual(['won: moneyline']);
});

test('a game whose kick-off is to be announced takes no bets, and takes them once it is', async () => {
  const placeholder = eastern('2040-11-17 00:00');
  const game = await aListedGame('CFB', placeholder, { startKnown: false });
  expect(await bet(game)).toBe(409);
  const startsAt = eastern('2040-11-17 15:30');
  const announced = { ...game, startsAt, startKnown: true };
  await poll(plus(new Date(), minute), announced);
  expect(await bet(announced)).toBe(201);
  await pollAndSettle(eastern('2040-11-21 23:59'), as(announced, 'postponed'));
  expect(await legs()).toEqual(['open']);
  await pollTwice(eastern('2040-11-21 23:59'), final(announced, 24, 10));
  expect(await legs()).toEqual(['open']);
});

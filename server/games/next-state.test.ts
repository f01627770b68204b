import { describe, expect, test } from 'vitest';
import { aGame, final, live } from '../testing/games.ts';
import type { FeedGame } from './feed-answer.ts';
import { nextState } from './next-state.ts';
import type { GameRow } from './store.ts';

const start = new Date('2026-11-22T18:00:00Z');
const minute = 60_000;
const game = aGame({ startsAt: start });
const at = (minutes: number) => new Date(start.getTime() + minutes * minute);

/** The row after polls half a minute apart, the first of them `from` minutes after the start. */
function rowAfter(polls: readonly FeedGame[], from = 0): GameRow {
  let row: GameRow | null = null;
  polls.forEach((seen, number) => {
    row = nextState(row, seen, at(from + number / 2)) ?? row;
  });
  if (!row) throw new Error('no poll');
  return row;
}

describe('one poll', () => {
  test('makes the row of a new game', () => {
    expect(rowAfter([game], -60)).toMatchObject({
      id: game.id,
      status: 'scheduled',
      homeAbbr: 'BUF',
      awayAbbr: 'KC',
      bettingLocked: false,
      startedAt: null,
      equalPolls: 0,
      changedAt: at(-60),
    });
  });

  test('that says the same changes nothing', () => {
    expect(nextState(rowAfter([game], -60), { ...game }, at(-59))).toBeNull();
  });

  test('stores when a game was first seen to have begun, and no later poll changes that', () => {
    expect(rowAfter([game, live(game), live(game, 7), final(game, 7, 0)]).startedAt).toEqual(at(0.5));
  });
});

describe('a result', () => {
  test('is confirmed by the second equal poll and counted no further', () => {
    const polls = [final(game, 24, 21), final(game, 24, 21), final(game, 24, 21)];
    expect([1, 2, 3].map((count) => rowAfter(polls.slice(0, count)).equalPolls)).toEqual([1, 2, 2]);
  });

  test('of a live game counts nothing', () => {
    expect(rowAfter([live(game, 7, 0), live(game, 7, 0)]).equalPolls).toBe(0);
  });

  test.each([
    ['another score', final(game, 24, 22)],
    ['other innings', final(game, 24, 21, { halfInnings: 18 })],
    ['home and away swapped', { ...final(game, 24, 21), home: game.away, away: game.home }],
  ])('is counted anew after %s', (_name, seen) => {
    expect(rowAfter([final(game, 24, 21), final(game, 24, 21), seen]).equalPolls).toBe(1);
  });

  test.each([
    ['that may not be settled', { settleable: false }],
    ['without a score to grade on', { countedHome: null }],
  ])('%s is never confirmed', (_name, more) => {
    const seen = final(game, 24, 21, more);
    expect(rowAfter([seen, seen, seen]).equalPolls).toBe(0);
  });

  test('is not confirmed by two polls with a contradiction between them', () => {
    const polls = [final(game, 24, 21), live(game, 24, 21), final(game, 24, 21)];
    expect(rowAfter(polls)).toMatchObject({ status: 'final', equalPolls: 1 });
    expect(rowAfter([...polls, final(game, 24, 21)]).equalPolls).toBe(2);
  });

  test('that is confirmed stays so whatever else a poll says', () => {
    const polls = [final(game, 24, 21), final(game, 24, 21)];
    for (const seen of [game, live(game, 3, 0), { ...game, status: 'canceled' as const }]) {
      expect(nextState(rowAfter(polls), seen, at(200))).toBeNull();
    }
  });
});

describe('a game that goes back', () => {
  test.each([
    ['from live to scheduled', [live(game, 7, 3), game], { status: 'live', homeScore: 7, awayScore: 3 }],
    ['from final to live', [final(game, 7, 3), live(game, 3, 3)], { status: 'final', homeScore: 7, awayScore: 3 }],
    ['from final to scheduled', [final(game, 7, 3), game], { status: 'final', homeScore: 7, awayScore: 3 }],
    ['from final to postponed', [final(game, 7, 3), { ...game, status: 'postponed' as const }], { status: 'final' }],
    [
      'from suspended to scheduled',
      [{ ...live(game, 1, 0), status: 'suspended' as const }, game],
      { status: 'suspended', homeScore: 1 },
    ],
  ])('%s stays where it was', (_name, polls, expected) => {
    expect(rowAfter(polls)).toMatchObject(expected);
  });

  test.each([
    ['a final score', final(game, 7, 3), 2],
    ['a final that may not be settled', final(game, 7, 3, { settleable: false }), 1],
  ])('from %s is played on after the polls that it takes to say so', (_name, ended, polls) => {
    const playedOn = Array<FeedGame>(polls).fill(live(game, 7, 10));
    expect(rowAfter([ended, ...playedOn.slice(1)])).toMatchObject({ status: 'final', awayScore: 3 });
    expect(rowAfter([ended, ...playedOn])).toMatchObject({ status: 'live', awayScore: 10, bettingLocked: true });
    expect(rowAfter([ended, ...playedOn, final(game, 7, 10)])).toMatchObject({ status: 'final', equalPolls: 1 });
  });

  test('from a result never is, however many polls say so', () => {
    const result: GameRow = { ...rowAfter([final(game, 7, 3), final(game, 7, 3)]), resultRev: 1 };
    const once = nextState(result, live(game, 7, 10), at(10)) ?? result;
    expect(nextState(once, live(game, 7, 10), at(11)) ?? once).toMatchObject({ status: 'final', awayScore: 3 });
  });

  test('with its sides swapped keeps each score with its team', () => {
    const swapped = { ...game, home: game.away, away: game.home };
    expect(rowAfter([final(game, 24, 21), swapped])).toMatchObject({ homeAbbr: 'BUF', homeScore: 24, awayAbbr: 'KC' });
  });

  test('goes on when it is resumed', () => {
    const suspended = { ...live(game, 1, 0), status: 'suspended' as const };
    expect(rowAfter([suspended, live(game, 2, 0)])).toMatchObject({ status: 'live', homeScore: 2 });
  });

  test('keeps the start that it had when it is resumed on another day', () => {
    const suspended = { ...live(game, 1, 0), status: 'suspended' as const };
    const resumed = { ...live(game, 2, 0), startsAt: at(19 * 60) };
    expect(rowAfter([suspended, { ...suspended, startsAt: at(19 * 60) }, resumed])).toMatchObject({ startsAt: start });
    const earlier = { ...live(game), startsAt: at(-20) };
    expect(rowAfter([live(game), earlier])).toMatchObject({ startsAt: start });
    expect(rowAfter([live(game), earlier, earlier])).toMatchObject({ startsAt: at(-20) });
  });
});

describe('home and away', () => {
  test('move with their names, ids and scores when the feed swaps them', () => {
    const swapped = { ...live(game, 3, 7), home: game.away, away: game.home };
    expect(rowAfter([live(game, 7, 3), swapped])).toMatchObject({
      homeAbbr: 'KC',
      homeTeamId: game.away.id,
      homeScore: 3,
      awayAbbr: 'BUF',
      awayScore: 7,
    });
  });
});

describe('the lock', () => {
  const moved = (minutes: number): FeedGame => ({ ...game, startsAt: at(minutes) });

  test('is not there before the start, however late the start is moved', () => {
    expect(rowAfter([game, moved(120), moved(24 * 60)], -60)).toMatchObject({
      bettingLocked: false,
      startsAt: at(1440),
    });
  });

  test('stays once the start has passed, though the feed moves it', () => {
    expect(rowAfter([game, moved(120)], 0)).toMatchObject({ bettingLocked: true, status: 'scheduled' });
  });

  test('stays when the start passes between the beginning of a poll and its answer', () => {
    const row = nextState(null, game, at(-2));
    expect(nextState(row, moved(30), at(-1), { now: at(0) })).toMatchObject({ bettingLocked: true, changedAt: at(-1) });
    expect(nextState(row, moved(30), at(-1), { now: at(-0.5) })).toMatchObject({ bettingLocked: false });
  });

  test('stays on a game that has begun before its time and is called off and scheduled again', () => {
    const postponed = { ...game, status: 'postponed' as const };
    expect(rowAfter([live(game), postponed, moved(48 * 60), moved(48 * 60)], -30).bettingLocked).toBe(true);
  });

  test('is not set by a start that is only a placeholder', () => {
    const announced = { ...moved(120), startKnown: true };
    expect(rowAfter([{ ...game, startKnown: false }, announced], 1)).toMatchObject({ bettingLocked: false });
  });
});

describe('a postponed soccer game', () => {
  const match = aGame({ sport: 'Soccer', startsAt: start });
  const postponed: FeedGame = { ...match, status: 'postponed', startsAt: at(3 * 24 * 60) };
  const again = (minutes: number): FeedGame => ({ ...match, startsAt: at(minutes) });
  const threeDays = 3 * 24 * 60;

  test('keeps its day until it is scheduled again', () => {
    expect(rowAfter([match, postponed])).toMatchObject({ status: 'postponed', startsAt: start });
  });

  test('opens again after two equal polls with a later day', () => {
    const polls = [match, postponed, again(threeDays), again(threeDays), again(threeDays)];
    const locks = [3, 4, 5].map((count) => rowAfter(polls.slice(0, count), 1).bettingLocked);
    expect(locks).toEqual([true, false, false]);
    expect(rowAfter(polls)).toMatchObject({ startsAt: at(threeDays), status: 'scheduled', equalPolls: 0 });
  });

  test('waits for two equal days when the day moves once more', () => {
    const polls = [match, postponed, again(threeDays), again(threeDays + 60), again(threeDays + 60)];
    expect([4, 5].map((count) => rowAfter(polls.slice(0, count), 1).bettingLocked)).toEqual([true, false]);
  });

  test('stays locked when it is moved within its day', () => {
    expect(rowAfter([match, postponed, again(120), again(120), again(120)], 1).bettingLocked).toBe(true);
  });

  test('opens, when it is played faster, once it is moved by more than half a day of the season', () => {
    const lockedAfter = (minutes: number) => {
      const polls = [match, postponed, again(minutes), again(minutes)];
      return rowAfter(
        polls.map((seen) => ({ ...seen, id: 'season:epl-60-1-7' })),
        1,
      ).bettingLocked;
    };
    expect([12, 13, 24].map(lockedAfter)).toEqual([true, false, false]);
  });

  test('stays locked when it had begun', () => {
    const polls = [live(match), postponed, again(threeDays), again(threeDays)];
    expect(rowAfter(polls, 1).bettingLocked).toBe(true);
  });

  test('differs in this from every other sport', () => {
    const gone: FeedGame = { ...game, status: 'postponed' };
    const back: FeedGame = { ...game, startsAt: at(threeDays) };
    expect(rowAfter([game, gone, back, back, back], 1).bettingLocked).toBe(true);
  });
});

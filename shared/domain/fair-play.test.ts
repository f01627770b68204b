import { describe, expect, test } from 'vitest';
import { aPrice, ching } from '#shared/testing/examples.ts';
import {
  championsOf,
  headroom,
  isActiveWeek,
  isCountedWeek,
  isEligible,
  lateGrant,
  mayBeRescued,
  missingStakes,
  type PlacedTicket,
  sidesTaken,
  spareWeeks,
} from './fair-play.ts';

describe('the cap on open stakes', () => {
  test('leaves a quarter of the balance less what is open, in whole Ching', () => {
    expect(headroom(25, ching(1_000), ching(0))).toBe(ching(250));
    expect(headroom(25, ching(862), ching(138))).toBe(ching(112));
    expect(headroom(25, ching(1_003.99), ching(0))).toBe(ching(250));
  });

  test('leaves 10 Ching of a small balance, and nothing once they are open', () => {
    expect(headroom(25, ching(12), ching(0))).toBe(ching(10));
    expect(headroom(25, ching(12), ching(4))).toBe(ching(6));
    expect(headroom(25, ching(12), ching(11))).toBe(ching(0));
  });

  test('leaves nothing, and not less, after a loss shrank the balance below the open stakes', () => {
    expect(headroom(25, ching(100), ching(200))).toBe(ching(0));
  });

  test('leaves all that is available in a league without one', () => {
    expect(headroom(100, ching(640), ching(360))).toBe(ching(640));
  });
});

describe('the weeks that may still be missed', () => {
  const active = { isCounted: true, missing: ching(0) };
  const missed = { isCounted: true, missing: ching(40) };
  const uncounted = { isCounted: false, missing: ching(40) };

  test('are those beyond the needed share, with all weeks to come taken as counted', () => {
    expect(spareWeeks(75, [active], 11)).toBe(3); // 9 of 12
    expect(spareWeeks(75, [missed, missed, active], 9)).toBe(1);
    expect(spareWeeks(75, [uncounted, active], 10)).toBe(3); // 8 of 11
  });

  test('take the running week as one that may still become active', () => {
    expect(spareWeeks(75, [missed], 11)).toBe(3);
    expect(spareWeeks(75, [missed, missed, missed, missed, active], 7)).toBe(-1);
  });

  test('are what was missed less what was allowed, once the league has ended', () => {
    expect(spareWeeks(75, [active, active, active, missed], null)).toBe(0);
    expect(spareWeeks(75, [active, missed, missed, missed], null)).toBe(-2);
    expect(spareWeeks(75, [uncounted], null)).toBe(0);
  });
});

describe('an active week', () => {
  const on = (match: string, side: 'home' | 'away' = 'home', price = -110) =>
    ({ match, market: 'spread', side, price: aPrice(price) }) as const;
  const ticket = (stake: number, ...legs: PlacedTicket['legs']): PlacedTicket => ({ stake: ching(stake), legs });

  test('needs a tenth of the balance at its start, at least 1 and at most 100 Ching', () => {
    const isActive = (stake: number, atStart: number) => isActiveWeek([ticket(stake, on('a'))], ching(atStart));
    expect([isActive(50, 500), isActive(49, 500)]).toEqual([true, false]);
    expect([isActive(100, 5_000), isActive(99, 5_000)]).toEqual([true, false]);
    expect([isActive(1, 4), isActive(1, -90)]).toEqual([true, true]);
    expect(isActiveWeek([], ching(0))).toBe(false);
  });

  test('lacks whole Ching, so that a bet of as many makes it active', () => {
    expect(missingStakes([ticket(40, on('a'))], ching(1_000))).toBe(ching(60));
    expect(missingStakes([], ching(555.55))).toBe(ching(56)); // a tenth is 55.55
    expect(missingStakes([ticket(56, on('a'))], ching(555.55))).toBe(0);
  });

  test('does not count a ticket that one of another week opposes', () => {
    const [monday, wednesday] = [ticket(100, on('a')), ticket(100, on('a', 'away'))];
    const taken = sidesTaken([monday, wednesday]);
    expect(missingStakes([monday], ching(1_000), taken)).toBe(ching(100));
    expect(missingStakes([wednesday], ching(1_000), taken)).toBe(ching(100));
    expect(missingStakes([ticket(100, on('b'))], ching(1_000), taken)).toBe(0);
  });

  test('adds up its tickets', () => {
    expect(isActiveWeek([ticket(60, on('a')), ticket(40, on('b'))], ching(1_000))).toBe(true);
  });

  test('does not count prices shorter than -300, of all legs together', () => {
    expect(isActiveWeek([ticket(100, on('a', 'home', -300))], ching(1_000))).toBe(true);
    expect(isActiveWeek([ticket(100, on('a', 'home', -301))], ching(1_000))).toBe(false);
    expect(isActiveWeek([ticket(100, on('a', 'home', -400), on('b', 'home', -400))], ching(1_000))).toBe(true);
  });

  test('counts neither of two tickets on opposite sides, also when one is a parlay', () => {
    const both = [ticket(100, on('a')), ticket(100, on('b'), on('a', 'away'))];
    expect(isActiveWeek(both, ching(1_000))).toBe(false);
    expect(isActiveWeek([...both, ticket(100, on('b'))], ching(1_000))).toBe(true);
  });

  test('counts two tickets on one side, and tickets on two markets of a game', () => {
    const total = { match: 'a', market: 'total', side: 'under', price: aPrice(-110) } as const;
    expect(isActiveWeek([ticket(50, on('a')), ticket(50, on('a'))], ching(1_000))).toBe(true);
    expect(isActiveWeek([ticket(50, on('a')), ticket(50, total)], ching(1_000))).toBe(true);
  });
});

describe('a counted week', () => {
  const week = { startsAt: new Date('2026-09-01T10:00Z'), endsAt: new Date('2026-09-08T10:00Z') };
  const sunday = new Date('2026-09-06T17:00Z');
  const early = new Date('2026-08-20T00:00Z');

  test('has a game that starts in it, before its end', () => {
    expect(isCountedWeek(week, [sunday], { joinedAt: early, endsAt: null })).toBe(true);
    expect(isCountedWeek(week, [week.startsAt], { joinedAt: early, endsAt: null })).toBe(true);
    expect(isCountedWeek(week, [week.endsAt], { joinedAt: early, endsAt: null })).toBe(false);
    expect(isCountedWeek(week, [], { joinedAt: early, endsAt: null })).toBe(false);
  });

  test('has one after the member joined, and before the league ends', () => {
    const monday = new Date('2026-09-07T12:00Z');
    expect(isCountedWeek(week, [sunday], { joinedAt: monday, endsAt: null })).toBe(false);
    expect(isCountedWeek(week, [sunday], { joinedAt: early, endsAt: sunday })).toBe(false);
    expect(isCountedWeek(week, [sunday], { joinedAt: early, endsAt: monday })).toBe(true);
  });
});

describe('the title', () => {
  const claim = (activeWeeks: number, countedWeeks: number) =>
    ({ activeWeeks, countedWeeks, isGuest: false, isRescued: false }) as const;

  test('needs three quarters of the counted weeks, rounded down, and at least one', () => {
    expect([isEligible(75, claim(12, 17)), isEligible(75, claim(11, 17))]).toEqual([true, false]);
    expect([isEligible(75, claim(1, 1)), isEligible(75, claim(0, 1))]).toEqual([true, false]);
  });

  test('needs nothing where no week counted, nor in a league that asks for none', () => {
    expect(isEligible(75, claim(0, 0))).toBe(true);
    expect(isEligible(null, claim(0, 17))).toBe(true);
  });

  test('is given up by guests and with the rescue, whatever the weeks', () => {
    expect(isEligible(null, { ...claim(17, 17), isGuest: true })).toBe(false);
    expect(isEligible(null, { ...claim(17, 17), isRescued: true })).toBe(false);
  });

  test('goes to the best of the eligible, to several with equal totals, or to nobody', () => {
    const member = (name: string, total: number, eligible: boolean) => ({
      name,
      total: ching(total),
      isEligible: eligible,
    });
    const names = (...members: ReturnType<typeof member>[]) => championsOf(members).map(({ name }) => name);
    expect(names(member('Ann', 1_500, false), member('Bob', 900, true), member('Cleo', 800, true))).toEqual(['Bob']);
    expect(names(member('Ann', 900, true), member('Bob', 900, true))).toEqual(['Ann', 'Bob']);
    expect(names(member('Ann', 1_500, false))).toEqual([]);
  });
});

describe('a late joiner', () => {
  test('gets the median of the others in whole Ching, between 250 and 1,000', () => {
    expect(lateGrant('median', [ching(300), ching(700.99), ching(2_000)])).toBe(ching(700));
    expect(lateGrant('median', [ching(300), ching(400.5), ching(701), ching(2_000)])).toBe(ching(550));
    expect(lateGrant('median', [ching(10), ching(20)])).toBe(ching(250));
    expect(lateGrant('median', [ching(4_000)])).toBe(ching(1_000));
    expect(lateGrant('median', [])).toBe(ching(1_000));
  });

  test('gets 1,000 Ching where the league says so, and as a guest', () => {
    expect(lateGrant('full', [ching(300)])).toBe(ching(1_000));
    expect(lateGrant('guest', [ching(300)])).toBe(ching(1_000));
  });
});

test('the rescue is there once, below 50 Ching, in leagues that have it', () => {
  expect(mayBeRescued(ching(250), ching(49.99), false)).toBe(true);
  expect(mayBeRescued(ching(250), ching(50), false)).toBe(false);
  expect(mayBeRescued(ching(250), ching(-90), false)).toBe(true);
  expect(mayBeRescued(ching(250), ching(0), true)).toBe(false);
  expect(mayBeRescued(null, ching(0), false)).toBe(false);
});

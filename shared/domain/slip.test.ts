import { describe, expect, test } from 'vitest';
import { aLeague, aPick, aPrice, ching } from '#shared/testing/examples.ts';
import {
  addToAmount,
  disallowed,
  emptySlip,
  insufficientBalance,
  isSamePick,
  isStillOffered,
  leaguesFor,
  leaguesProblem,
  maxLegs,
  minParlayLegs,
  type Pick,
  parlayTooShort,
  remove,
  reprice,
  type Slip,
  sameGame,
  setAmount,
  setMode,
  setParlayAmount,
  slipProblem,
  toggle,
  totalStake,
} from './slip.ts';

const chiefs = aPick('KC');
const bills = aPick('BUF', { label: 'Bills ML' });
const lions = aPick('DET', { label: 'Lions ML' });

/** A slip with these picks and amounts, in Individual mode. */
function aSlip(...rows: readonly (readonly [Pick, string])[]): Slip {
  return { ...emptySlip, entries: rows.map(([pick, amount]) => ({ pick, amount })) };
}

/** The slip after a tap that is not refused. */
function tapped(slip: Slip, pick: Pick): Slip {
  const after = toggle(slip, pick);
  if ('title' in after) throw new Error(after.message);
  return after;
}

const amounts = (slip: Slip) => slip.entries.map(({ amount }) => amount);
const picks = (slip: Slip) => slip.entries.map(({ pick }) => pick);
const thirtyAndTwenty = aSlip([chiefs, '30'], [bills, '20']);

describe('a tap on an odds button', () => {
  test('puts the pick on the slip, without an amount', () => {
    expect(tapped(emptySlip, chiefs)).toEqual({
      mode: 'individual',
      entries: [{ pick: chiefs, amount: '' }],
      parlayAmount: '',
      note: '',
      carried: null,
    });
  });

  test('takes the pick off again', () => {
    expect(picks(tapped(thirtyAndTwenty, chiefs))).toEqual([bills]);
  });

  test('takes a pick off also when its line and price have moved since', () => {
    const spread = aPick('KC', { market: 'spread', line: -3.5 });
    const moved = { ...spread, line: -4, price: aPrice(-115) };
    expect(isSamePick(spread, moved)).toBe(true);
    expect(tapped(aSlip([spread, '10']), moved).entries).toEqual([]);
  });

  test('on the other side of a market replaces the first, in its place and with its amount', () => {
    const chargers = { ...chiefs, side: 'away', label: 'Chargers ML' } as const;
    const after = tapped(thirtyAndTwenty, chargers);
    expect(picks(after)).toEqual([chargers, bills]);
    expect(amounts(after)).toEqual(['30', '20']);
  });

  test('on another market of the same game adds a second single', () => {
    const total = aPick('KC', { market: 'total', side: 'over', line: 47.5 });
    expect(picks(tapped(thirtyAndTwenty, total))).toEqual([chiefs, bills, total]);
  });

  test('on another market of the same game is refused in a parlay, and the refusal names the game', () => {
    const total = aPick('KC', { market: 'total', side: 'over', line: 47.5 });
    const problem = toggle(setMode(thirtyAndTwenty, 'parlay'), total);
    expect(problem).toEqual(sameGame('LAC @ KC'));
    expect(problem).toMatchObject({ message: expect.stringContaining('LAC @ KC') });
  });

  test('on the other side of a market replaces the first in a parlay, too', () => {
    const chargers = { ...chiefs, side: 'away' } as const;
    const after = tapped(setMode(thirtyAndTwenty, 'parlay'), chargers);
    expect(picks(after)).toEqual([chargers, bills]);
    expect(after).toMatchObject({ mode: 'parlay', parlayAmount: '50' });
  });

  test('replaces the first also where the parlay has two markets of the game from before', () => {
    const total = aPick('KC', { market: 'total', side: 'over', line: 47.5 });
    const parlay = setMode(aSlip([chiefs, '10'], [total, '10']), 'parlay');
    const chargers = { ...chiefs, side: 'away' } as const;
    expect(picks(tapped(parlay, chargers))).toEqual([chargers, total]);
  });

  test('is refused on a parlay of twelve', () => {
    const twelve = setMode(aSlip(...Array.from({ length: 12 }, (_, at) => [aPick(`g${at}`), '1'] as const)), 'parlay');
    expect(toggle(twelve, aPick('thirteenth'))).toEqual({
      title: 'Parlay Requirements',
      message: 'A parlay takes at most 12 bets',
    });
  });
});

describe('the mode', () => {
  test('is Individual on an empty slip, and a parlay takes 2 to 12 legs', () => {
    expect(emptySlip.mode).toBe('individual');
    expect([minParlayLegs, maxLegs]).toEqual([2, 12]);
  });

  test('stays Individual below two picks', () => {
    const one = aSlip([chiefs, '30']);
    expect(setMode(one, 'parlay')).toEqual(one);
    expect(setMode(emptySlip, 'parlay')).toEqual(emptySlip);
  });

  test('goes to parlay with the sum of the individual amounts', () => {
    expect(setMode(thirtyAndTwenty, 'parlay')).toMatchObject({ mode: 'parlay', parlayAmount: '50' });
    expect(setMode(aSlip([chiefs, '30'], [bills, '']), 'parlay').parlayAmount).toBe('30');
    expect(setMode(aSlip([chiefs, ''], [bills, '']), 'parlay').parlayAmount).toBe('');
  });

  test('goes back with the earlier amounts when nothing was touched', () => {
    expect(setMode(setMode(thirtyAndTwenty, 'parlay'), 'individual')).toEqual(thirtyAndTwenty);
  });

  test('goes back with the earlier amounts when only a price was renewed', () => {
    const repriced = reprice(setMode(thirtyAndTwenty, 'parlay'), chiefs, { line: null, price: aPrice(-120) });
    expect(amounts(setMode(repriced, 'individual'))).toEqual(['30', '20']);
  });

  test.each([
    ['50', ['25', '25']],
    ['51', ['26', '25']],
    ['1', ['1', '']],
    ['9999999', ['5000000', '4999999']],
    ['', ['', '']],
  ])('goes back with an even split when the parlay amount became %j', (amount, expected) => {
    const touched = setParlayAmount(setMode(thirtyAndTwenty, 'parlay'), amount);
    expect(amounts(setMode(touched, 'individual'))).toEqual(expected);
  });

  test.each(['10000000', '9'.repeat(30), '1.5', 'ten'])(
    'goes back with empty fields when the parlay amount became %j, which is refused',
    (amount) => {
      const touched = setParlayAmount(setMode(thirtyAndTwenty, 'parlay'), amount);
      expect(amounts(setMode(touched, 'individual'))).toEqual(['', '']);
      expect(amounts(remove(touched, bills))).toEqual(['']);
    },
  );

  test.each([
    ['6000000', '6000000', '12000000'],
    ['1.5', '20', ''],
  ])('goes back with the amounts of the picks when %j and %j have no sum that a parlay can stake', (one, two, sum) => {
    const parlay = setMode(aSlip([chiefs, one], [bills, two]), 'parlay');
    expect([parlay.parlayAmount, totalStake(parlay)]).toEqual([sum, 0]);
    expect(amounts(setMode(tapped(parlay, lions), 'individual'))).toEqual([one, two, '']);
    expect(amounts(setMode(tapped(parlay, { ...chiefs, side: 'away' }), 'individual'))).toEqual([one, two]);
    expect(amounts(remove(parlay, bills))).toEqual([one]);
  });

  test('goes back with an even split when a pick was added or replaced', () => {
    const parlay = setMode(thirtyAndTwenty, 'parlay');
    expect(amounts(setMode(tapped(parlay, lions), 'individual'))).toEqual(['17', '17', '16']);
    const replaced = tapped(parlay, { ...chiefs, side: 'away' });
    expect(amounts(setMode(replaced, 'individual'))).toEqual(['25', '25']);
  });

  test('goes back with the earlier amounts when a pick was added and taken off again', () => {
    const parlay = setMode(thirtyAndTwenty, 'parlay');
    expect(setMode(tapped(tapped(parlay, lions), lions), 'individual')).toEqual(thirtyAndTwenty);
    const other = tapped(parlay, { ...chiefs, side: 'away' });
    expect(amounts(setMode(tapped(other, chiefs), 'individual'))).toEqual(['30', '20']);
  });

  test('stays parlay at two picks, and is Individual again below', () => {
    const three = setMode(aSlip([chiefs, '30'], [bills, '20'], [lions, '10']), 'parlay');
    const two = remove(three, lions);
    expect(two).toMatchObject({ mode: 'parlay', parlayAmount: '60' });
    const one = remove(two, bills);
    expect(one).toEqual(aSlip([chiefs, '60']));
    expect(remove(one, chiefs)).toEqual(emptySlip);
  });
});

describe('an amount', () => {
  test.each([
    ['100', 100],
    ['007', 7],
    ['1,000', 1_000],
    [' 7', 7],
    ['٧', 7],
  ])('stays as it was typed, and %j stakes %i', (text, whole) => {
    const slip = setAmount(thirtyAndTwenty, chiefs, text);
    expect([amounts(slip), totalStake(slip)]).toEqual([[text, '20'], ching(whole + 20)]);
    const parlay = setParlayAmount(setMode(thirtyAndTwenty, 'parlay'), text);
    expect([parlay.parlayAmount, totalStake(parlay)]).toEqual([text, ching(whole)]);
  });

  const notWhole = 'Only whole Ching can be bet: a whole number, such as 100.';
  test.each([
    ['1.5', notWhole],
    ['-1', notWhole],
    ['+5', notWhole],
    ['1e3', notWhole],
    ['ten', notWhole],
    ['10000000', 'At most 9,999,999 Ching can be bet.'],
  ])('%j stakes nothing and blocks placing', (text, message) => {
    const slip = setAmount(thirtyAndTwenty, chiefs, text);
    expect([amounts(slip), totalStake(slip)]).toEqual([[text, '20'], ching(20)]);
    expect(slipProblem(slip, ching(1_000))).toEqual({ title: 'Invalid Bet Amounts', message });
    const carried = setMode(slip, 'parlay');
    expect([carried.parlayAmount, amounts(setMode(carried, 'individual'))]).toEqual(['', [text, '20']]);
    const parlay = setParlayAmount(setMode(thirtyAndTwenty, 'parlay'), text);
    expect([parlay.parlayAmount, totalStake(parlay)]).toEqual([text, ching(0)]);
    expect(slipProblem(parlay, ching(1_000))?.title).toBe('Missing Parlay Amount');
  });

  test.each([
    ['', 10, 1_000, '10'],
    ['90', 25, 1_000, '115'],
    ['1,000', 10, 2_000, '1010'],
    ['1.5', 10, 1_000, '1.5'],
    ['990', 25, 1_000, '1000'],
    ['', 25, 20.91, '20'],
    ['', 25, 0.91, ''],
    ['', 25, -9.09, ''],
    ['9999990', 100, 500_000_000, '9999999'],
  ])('%j and a quick %i of %d available are %j', (amount, add, available, expected) => {
    expect(addToAmount(amount, add, ching(available))).toBe(expected);
  });
});

test('a slip stakes its singles together, or its parlay once', () => {
  expect(totalStake(thirtyAndTwenty)).toBe(ching(50));
  expect(totalStake(aSlip([chiefs, '30'], [bills, '']))).toBe(ching(30));
  expect(totalStake(setParlayAmount(setMode(thirtyAndTwenty, 'parlay'), '75'))).toBe(ching(75));
  expect(totalStake(emptySlip)).toBe(0);
});

describe('a slip is refused, with the words of its notification,', () => {
  const parlay = setMode(thirtyAndTwenty, 'parlay');

  test('without an amount for every single', () => {
    const problem = { title: 'Missing Bet Amounts', message: 'Please enter amounts for all selected bets' };
    expect(slipProblem(aSlip([chiefs, '30'], [bills, '']), ching(1_000))).toEqual(problem);
    expect(slipProblem(aSlip([chiefs, '0']), ching(1_000))).toEqual(problem);
    expect(slipProblem(emptySlip, ching(1_000))).toEqual(problem);
  });

  test('as a parlay of fewer than two', () => {
    const problem = { title: 'Parlay Requirements', message: 'Parlay requires at least 2 bets' };
    expect(slipProblem({ ...aSlip([chiefs, '']), mode: 'parlay', parlayAmount: '10' }, ching(1_000))).toEqual(problem);
    expect(parlayTooShort).toEqual(problem);
  });

  test('as a parlay without an amount', () => {
    expect(slipProblem(setParlayAmount(parlay, ''), ching(1_000))).toEqual({
      title: 'Missing Parlay Amount',
      message: 'Please enter a valid parlay amount',
    });
  });

  test('as singles beyond the available balance', () => {
    expect(slipProblem(aSlip([chiefs, '600'], [bills, '600']), ching(1_090.91))).toEqual({
      title: 'Insufficient Balance',
      message: 'Total bet amount (1,200 Ching) exceeds your available balance (1,090 Ching) in this league',
    });
  });

  test('as a parlay beyond the available balance', () => {
    expect(slipProblem(setParlayAmount(parlay, '1200'), ching(1_090.91))).toEqual({
      title: 'Insufficient Balance',
      message: 'Parlay amount (1,200 Ching) exceeds your available balance (1,090 Ching) in this league',
    });
    expect(insufficientBalance('parlay', ching(51), ching(-9.09)).message).toBe(
      'Parlay amount (51 Ching) exceeds your available balance (-10 Ching) in this league',
    );
  });

  test('as a parlay with two legs of one game, which it names', () => {
    const total = aPick('KC', { market: 'total', side: 'over', line: 47.5 });
    const twice = setMode(aSlip([chiefs, '10'], [bills, '10'], [total, '10']), 'parlay');
    expect(slipProblem(twice, ching(1_000))).toEqual(sameGame('LAC @ KC'));
    expect(slipProblem(remove(twice, bills), ching(1_000))).toEqual(sameGame('LAC @ KC'));
    expect(slipProblem(setMode(twice, 'individual'), ching(1_000))).toBeNull();
  });

  test('as a parlay of more than twelve', () => {
    const rows = Array.from({ length: 13 }, (_, at) => [aPick(`g${at}`), '1'] as const);
    expect(slipProblem(setMode(aSlip(...rows), 'parlay'), ching(1_000))).toEqual({
      title: 'Parlay Requirements',
      message: 'A parlay takes at most 12 bets',
    });
    expect(slipProblem(aSlip(...rows), ching(1_000))).toBeNull();
    expect(slipProblem(setMode(aSlip(...rows.slice(1)), 'parlay'), ching(1_000))).toBeNull();
  });

  test('as a ticket that returns more than any may', () => {
    const long = [chiefs, bills].map((pick) => ({ ...pick, price: aPrice(20_000) }));
    const [one, two] = long;
    if (!one || !two) throw new Error('two picks');
    const rich = ching(20_000_000);
    const problem = { title: 'Payout Limit', message: 'A bet may return at most 1,000,000,000 Ching' };
    expect(slipProblem(aSlip([one, '9999999']), rich)).toEqual(problem);
    expect(slipProblem(setMode(aSlip([one, '15000'], [two, '15000']), 'parlay'), rich)).toEqual(problem);
    expect(slipProblem(aSlip([one, '15000'], [two, '15000']), rich)).toBeNull();
  });

  test('and otherwise not, down to the last hundredth', () => {
    expect(slipProblem(thirtyAndTwenty, ching(50))).toBeNull();
    expect(slipProblem(parlay, ching(50))).toBeNull();
    expect(slipProblem(parlay, ching(49.99))).not.toBeNull();
  });
});

test('an accepted price replaces the one that was seen, and nothing else', () => {
  const spread = aPick('KC', { market: 'spread', line: -3.5 });
  const after = reprice(aSlip([spread, '30'], [bills, '20']), spread, { line: -4, price: aPrice(-105) });
  expect(after).toEqual(aSlip([{ ...spread, line: -4, price: aPrice(-105) }, '30'], [bills, '20']));
});

test('a pick is still offered at its line and at its price or a better one', () => {
  const spread = aPick('KC', { market: 'spread', line: -3.5 });
  expect(isStillOffered(spread, { line: -3.5, price: aPrice(-110) })).toBe(true);
  expect(isStillOffered(spread, { line: -3.5, price: aPrice(100) })).toBe(true);
  expect(isStillOffered(spread, { line: -3.5, price: aPrice(-111) })).toBe(false);
  expect(isStillOffered(spread, { line: -3, price: aPrice(100) })).toBe(false);
  expect(isStillOffered(spread, null)).toBe(false);
});

describe('leagues', () => {
  const all = aLeague();
  const baseball = aLeague({ id: 'league-2', allowedSports: 'MLB' });
  const football = aLeague({ id: 'league-3', allowedSports: 'NFL' });
  const yankees = aPick('NYY', { sport: 'MLB' });

  test('are offered by the sport of the first pick', () => {
    expect(leaguesFor(aSlip([chiefs, ''], [yankees, '']), [all, baseball, football])).toEqual([all, football]);
    expect(leaguesFor(aSlip([yankees, ''], [chiefs, '']), [all, baseball, football])).toEqual([all, baseball]);
    expect(leaguesFor(emptySlip, [all, baseball])).toEqual([all, baseball]);
  });

  test('are missing for one of two reasons, each with its words', () => {
    const slip = aSlip([chiefs, '']);
    expect(leaguesProblem(slip, [])).toBe('You need to join a league to place bets');
    expect(leaguesProblem(slip, [baseball])).toBe(
      'No leagues allow NFL bets. Contact league commissioners to update sport restrictions.',
    );
    expect(leaguesProblem(aSlip([aPick('NYR', { sport: 'Hockey' }), '']), [baseball])).toBe(
      'No leagues allow Hockey bets. Contact league commissioners to update sport restrictions.',
    );
    expect(leaguesProblem(slip, [baseball, all])).toBeNull();
  });

  test('mark the picks that they do not allow', () => {
    const mixed = aSlip([chiefs, ''], [yankees, ''], [bills, '']);
    expect(disallowed(mixed, all)).toEqual([]);
    expect(disallowed(mixed, football)).toEqual([yankees]);
    expect(disallowed(mixed, baseball)).toEqual([chiefs, bills]);
  });
});

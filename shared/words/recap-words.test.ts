import { describe, expect, test } from 'vitest';
import type { Recap } from '#shared/api/weeks.ts';
import { type Cents, fromWhole } from '#shared/domain/money.ts';
import { aPrice } from '#shared/testing/examples.ts';
import { aRecap, aRecapRow, people } from '#shared/testing/recap.ts';
import { recapText } from './recap-text.ts';
import { factsOf, footnoteWords, headline, listed, plain, recordWords, subline } from './recap-words.ts';

const person = (name: string) => ({ userId: name, name });

const pick: NonNullable<Recap['bestHit']>['picks'][number] = {
  betType: 'total',
  betSide: 'over',
  line: 44.5,
  odds: aPrice(-110),
  status: 'lost',
  game: {
    sport: 'NFL',
    homeTeamName: 'Dolphins',
    homeTeamCity: 'Miami',
    homeTeamAbbr: 'MIA',
    awayTeamName: 'Jets',
    awayTeamCity: 'New York',
    awayTeamAbbr: 'NYJ',
  },
};

describe('the headline', () => {
  test.each([
    [['Priya'], 'Priya wins the week'],
    [['Ann', 'Bob'], 'Ann and Bob share the week'],
    [['Ann', 'Bob', 'Cleo'], 'Ann, Bob and Cleo share the week'],
    [['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'], 'Ann, Bob and 3 others share the week'],
    [[], 'The house won week 12'],
  ])('of %j is "%s"', (names, words) => {
    expect(plain(headline({ number: 12, winners: people(...names) }))).toBe(words);
  });

  test('isolates a name that is written from right to left', () => {
    expect(plain(listed(people('חברים')))).toBe('\u2068חברים\u2069');
  });
});

describe('the sentence under the figure', () => {
  test('says the way of a winner through the ranks', () => {
    expect(plain(subline(aRecap()))).toBe('From 7th to 3rd, 4 of 5 bets won.');
  });

  test('of a winner who is new, or stays where they were', () => {
    const of = (rankBefore: number | null) =>
      plain(subline(aRecap({ rows: [aRecapRow('Priya', { wins: 1, rank: 2, rankBefore })] })));
    expect([of(null), of(2)]).toEqual(['New, and already 2nd, 1 of 1 bet won.', 'Still 2nd, 1 of 1 bet won.']);
  });

  test('calls nobody new in the first week, when everybody is', () => {
    const rows = [aRecapRow('Priya', { wins: 1, rank: 2, rankBefore: null })];
    expect(plain(subline(aRecap({ number: 1, rows })))).toBe('Ended it 2nd, 1 of 1 bet won.');
  });

  test('of a week of the house passes over nets above zero that could not win it', () => {
    const rows = [
      aRecapRow('Who Left', { net: fromWhole(90), wins: 1, rank: null }),
      aRecapRow('Of a Correction', { net: fromWhole(80) }),
      aRecapRow('Nina', { net: fromWhole(-8), losses: 1 }),
    ];
    expect(plain(subline(aRecap({ winners: [], rows })))).toBe(
      'Nobody who could win it ended above zero. Nina lost least: -8.',
    );
  });

  test('of a week of the house names who lost least among those who bet', () => {
    const rows = [
      aRecapRow('Luca'),
      aRecapRow('Nina', { net: fromWhole(-8), losses: 1 }),
      aRecapRow('Dev', { net: fromWhole(-9), losses: 1 }),
    ];
    expect(plain(subline(aRecap({ winners: [], rows })))).toBe('Nobody ended above zero. Nina lost least: -8.');
  });
});

describe('the facts', () => {
  test('are sentences with a name and a number, one of each kind', () => {
    const ofSam = { ...person('Sam'), stake: fromWhole(20), picks: [pick, pick] };
    const facts = factsOf(
      aRecap({
        tookTheLead: { ...person('Theo'), from: person('Maya'), by: fromWhole(24) },
        bestHit: { ...ofSam, back: fromWhole(231), odds: aPrice(1_055) },
        nearestMiss: { ...ofSam, potentialPayout: fromWhole(388), missed: 1, margin: 0.5 },
        biggestSingle: { ...person('Theo'), stake: fromWhole(150), back: fromWhole(286), status: 'won', picks: [pick] },
        longestStreak: { people: people('Sam'), wins: 4 },
      }),
    );
    expect(facts.map(({ label, who, does }) => `${label}: ${plain([...who, ...does])}`)).toEqual([
      'Took the lead: Theo passed Maya and leads by 24.',
      'Best hit: Sam hit a parlay of 2 at +1055: 20 came back as 231.',
      'Nearest miss: Sam had 1 of 2 legs. Total Over 44.5 lost by half a point, and 388 were gone.',
      'Biggest single: Theo put 150 on Total Over 44.5 and won 136.',
      'Longest streak: Sam won 4 in a row.',
    ]);
  });

  test('leave out what nobody earned, and do not tell one single twice', () => {
    const single = { ...person('Ann'), stake: fromWhole(10), back: fromWhole(19), picks: [pick] };
    const facts = factsOf(
      aRecap({ bestHit: { ...single, odds: aPrice(-110) }, biggestSingle: { ...single, status: 'won' } }),
    );
    expect(facts.map(({ kind }) => kind)).toEqual(['hit']);
  });
});

test('a member without a settled bet has no record', () => {
  expect(
    [aRecapRow('Luca'), aRecapRow('Ann', { wins: 2, losses: 1 }), aRecapRow('Bob', { pushes: 1 })].map(recordWords),
  ).toEqual(['no bets', '2-1', '0-0-1']);
});

test('a footnote says which game was corrected, and where that counts', () => {
  const footnote = { other: 7, games: ['LAR @ SF'], at: '2026-10-16T12:00:00.000Z', more: 2 };
  const nets = [{ ...person('Dev'), net: fromWhole(18) as Cents }];
  expect(plain(footnoteWords({ kind: 'counts-later', people: nets, ...footnote }))).toBe(
    'Corrected on Oct 16: LAR @ SF. It counts in week 7: Dev +18, 2 more.',
  );
});

test('the text for a chat has the story, the table by rank, and the link, without boxes or emoji', () => {
  expect(recapText('Sunday League', aRecap(), 'https://ching.example/league/1?view=weeks&week=12').split('\n')).toEqual(
    [
      'Sunday League, week 12, Nov 17 to Nov 24',
      'Priya wins the week: +214 Ching',
      'From 7th to 3rd, 4 of 5 bets won.',
      '',
      '2 Maya 1,298 (down 1)',
      '3 Priya 1,109 (up 4)',
      '7 Luca 871 (up 1)',
      '',
      'https://ching.example/league/1?view=weeks&week=12',
    ],
  );
});

test('the text for a chat has the footnotes, as the page does', () => {
  const nets = [{ ...person('Dev'), net: fromWhole(18) as Cents }];
  const note = { kind: 'counts-later' as const, other: 13, games: ['LAR @ SF'], people: nets, more: 0 };
  const text = recapText('Sunday League', aRecap({ footnotes: [{ ...note, at: '2026-11-26T12:00:00.000Z' }] }), 'link');
  expect(text).toContain('\n\nCorrected on Nov 26: LAR @ SF. It counts in week 13: Dev +18.\n\nlink');
});

import { describe, expect, test } from 'vitest';
import { type ManualOdds, saveManualOdds } from '#shared/api/admin.ts';
import type { Price } from '#shared/domain/price.ts';
import { aGameView, noOdds } from '#shared/testing/wire.ts';
import {
  clearedOdds,
  draftText,
  isBlank,
  negative,
  type OddsDraft,
  seenOn,
  sentOdds,
  startingDraft,
} from './odds-draft.ts';

const manual: ManualOdds = {
  ...noOdds,
  gameId: aGameView.id,
  spreadHome: 0,
  spreadAway: 0,
  spreadHomeOdds: -105 as Price,
  spreadAwayOdds: -115 as Price,
  setBy: 'Ada',
  notes: 'Quarterback out',
  updatedAt: '2026-11-22T10:00:00.000Z',
};

const seen = seenOn(aGameView, manual);

/** The endpoint's schema applied to the request of a form. */
const read = (draft: OddsDraft) => saveManualOdds.body.safeParse({ odds: [sentOdds('espn:1', draft, seen)] });

describe('the form starts with', () => {
  test('the manual odds of the game, a spread of 0 being one', () => {
    expect(startingDraft(aGameView, manual)).toMatchObject({
      source: 'manual',
      draft: {
        spreadHome: '0.0',
        spreadHomeOdds: '-105',
        spreadAwayOdds: '-115',
        moneylineHome: '',
        totalPoints: '',
        notes: 'Quarterback out',
      },
    });
  });

  test("the feed's odds where there are no manual ones", () => {
    expect(startingDraft(aGameView, null)).toEqual({
      source: 'feed',
      draft: {
        spreadHome: '3.5',
        spreadAway: '-3.5',
        spreadHomeOdds: '-110',
        spreadAwayOdds: '-110',
        moneylineHome: '152',
        moneylineAway: '-180',
        moneylineDraw: '',
        totalPoints: '47.5',
        overOdds: '-108',
        underOdds: '-112',
        notes: '',
      },
    });
  });

  test('an empty market where the feed has odds on others only: nobody set it', () => {
    const game = { ...aGameView, ...noOdds, moneylineHome: 152, moneylineAway: -180 };
    expect(startingDraft(game, null)).toMatchObject({
      source: 'feed',
      draft: { moneylineHome: '152', spreadHome: '', totalPoints: '', overOdds: '' },
    });
  });

  test('the defaults where every source is without odds', () => {
    expect(startingDraft({ ...aGameView, ...noOdds }, null)).toMatchObject({
      source: 'none',
      draft: { spreadHome: '0.0', moneylineHome: '-110', totalPoints: '44.5', underOdds: '-110' },
    });
    expect(startingDraft({ ...aGameView, ...noOdds, sport: 'Soccer' }, null)).toMatchObject({
      source: 'none',
      draft: { spreadHome: '', moneylineHome: '-110', moneylineDraw: '-110', totalPoints: '', overOdds: '' },
    });
  });
});

test.each([
  ['3.5', '-3.5'],
  ['-7', '7.0'],
  ['0.0', '0.0'],
  ['-0', '0.0'],
  ['', ''],
  ['-', ''],
])('a home spread of %j is %j for the away side', (home, away) => {
  expect(negative(home)).toBe(away);
});

test('what a form shows is what the server reads', () => {
  const { draft } = startingDraft(aGameView, null);
  expect(read({ ...draft, spreadHome: '-6.5', notes: ' Windy ' }).data).toEqual({
    odds: [
      {
        gameId: 'espn:1',
        seen: { ...seen, updatedAt: new Date(manual.updatedAt) },
        notes: 'Windy',
        quote: {
          spread: { line: -6.5, home: -110, away: -110 },
          moneyline: { home: 152, away: -180, draw: null },
          total: { line: 47.5, over: -108, under: -112 },
        },
      },
    ],
  });
});

test.each([
  ['spreadHome', '3.25'],
  ['spreadHome', ''],
  ['spreadHomeOdds', '-50'],
  ['spreadHomeOdds', '110.5'],
  ['overOdds', 'many'],
  ['totalPoints', '0'],
  ['moneylineAway', ''],
] as const)('a form with %s %j is refused', (field, text) => {
  const { draft } = startingDraft(aGameView, null);
  expect(read({ ...draft, [field]: text }).success).toBe(false);
});

test('a form without odds is blank, whatever its notes say', () => {
  const { draft } = startingDraft({ ...aGameView, ...noOdds, moneylineHome: 152, moneylineAway: -180 }, null);
  expect(isBlank(draft)).toBe(false);
  expect(isBlank({ ...draft, moneylineHome: ' ', moneylineAway: '', notes: 'later' })).toBe(true);
});

test('a form as text has its game and its filled fields', () => {
  const { draft } = startingDraft({ ...aGameView, ...noOdds, moneylineHome: 152, moneylineAway: -180 }, null);
  expect(draftText(aGameView, { ...draft, notes: 'Windy' })).toBe(
    'Kansas City Chiefs at Buffalo Bills\nHome Moneyline: 152\nAway Moneyline: -180\nNotes: Windy',
  );
});

test('a record without values clears', () => {
  expect(saveManualOdds.body.parse({ odds: [clearedOdds('espn:1', seen)] })).toEqual({
    odds: [{ gameId: 'espn:1', seen: { ...seen, updatedAt: new Date(manual.updatedAt) }, quote: null, notes: null }],
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Shelf } from '#shared/api/shelf.ts';
import { awardKinds } from '#shared/domain/award.ts';
import { aPrice, ching } from '#shared/testing/examples.ts';
import { placeWords, shelfLine } from './award-words.ts';
import { AwardHistory, Awards } from './awards.tsx';

const season = { groupId: 'old', name: 'Sunday League', season: 1, startedAt: '2025-09-02T10:00:00.000Z', weeksWon: 3 };
const final = {
  finalizedAt: '2025-12-30T10:00:00.000Z',
  rank: 1,
  members: 8,
  balance: ching(1_522),
  isChampion: true,
  isEligible: null,
};
const running = {
  ...season,
  groupId: 'new',
  season: 2,
  startedAt: '2026-09-01T10:00:00.000Z',
  weeksWon: 1,
  final: null,
};
const game = {
  sport: 'NFL',
  homeTeamAbbr: 'JAX',
  homeTeamCity: 'Jacksonville',
  homeTeamName: 'Jaguars',
  awayTeamAbbr: 'KC',
  awayTeamCity: 'Kansas City',
  awayTeamName: 'Chiefs',
} as const;
const leg = { betType: 'moneyline', betSide: 'home', line: null, odds: aPrice(340), status: 'won', game } as const;

const times = { title: 1, 'week-won': 4, 'beat-300': 2, 'biggest-climb': 1 };

const shelf: Shelf = {
  seasons: [running, { ...season, final }],
  kinds: awardKinds.map((kind) => {
    const count = kind in times ? times[kind as keyof typeof times] : 0;
    return { kind, times: count, isEarned: count > 0 || kind === 'four-legs' };
  }),
  awards: [
    { kind: 'week-won', groupId: 'new', week: 2 },
    { kind: 'title', groupId: 'old', week: 17 },
    { kind: 'beat-300', groupId: 'old', week: 9, leg },
    { kind: 'biggest-climb', groupId: 'old', week: 4, from: 7, to: 3 },
  ],
};

const lineOf = (kind: Shelf['kinds'][number]['kind']) => {
  const row = shelf.kinds.find((one) => one.kind === kind);
  return row && shelfLine(row, shelf);
};

test('the line of a kind says what it was, when, or that nobody has it', () => {
  expect(Object.fromEntries(awardKinds.map((kind) => [kind, lineOf(kind)]))).toEqual({
    title: '2025',
    'week-won': '1 now, 3 before',
    'best-week': 'nobody yet',
    'biggest-climb': '7th to 3rd',
    'five-weeks': 'nobody yet',
    'beat-300': 'Jaguars ML, +340',
    'four-legs': 'not yet',
  });
  expect(placeWords(final)).toBe('Champion, 1st of 8');
  expect(placeWords({ ...final, rank: 5, isChampion: false })).toBe('5th of 8');
});

test('every kind has its own shape, the earned ones with their number, and the history has each award', () => {
  const area = document.createElement('div');
  area.innerHTML = renderToStaticMarkup(
    <>
      <Awards shelf={shelf} />
      <AwardHistory shelf={shelf} />
    </>,
  );
  const shapes = [...area.querySelectorAll('ul svg')].map((svg) => svg.innerHTML);
  expect(new Set(shapes).size).toBe(awardKinds.length);
  expect(area.querySelector('ul')?.textContent).toContain('×4');
  expect(area.querySelector('ol')?.textContent).toContain('Beat +300 · Jaguars ML, +340Sunday League · Week 9, 2025');
  expect(area.textContent).not.toMatch(/1,522|Ching/);
});

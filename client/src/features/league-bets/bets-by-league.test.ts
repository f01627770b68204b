import { expect, test } from 'vitest';
import { ticketsOf } from '#client/tickets/ticket.ts';
import { aBet, aGameView } from '#shared/testing/wire.ts';
import { betsByLeague, parlayWords } from './bets-by-league.ts';

const office = { groupId: 'office', group: { id: 'office', name: 'Office Pool' } };

test('bets stand under their leagues, the viewer’s own first, then the latest', () => {
  const bets = [
    aBet({ id: 'older', placedAt: '2026-11-20T12:00:00.000Z' }),
    aBet({ id: 'newer' }),
    aBet({ id: 'own', userId: 'me', placedAt: '2026-11-19T12:00:00.000Z' }),
    aBet({ id: 'elsewhere', ...office }),
  ];
  expect(betsByLeague(bets, 'me').map(({ name, tickets }) => [name, tickets.map(({ id }) => id)])).toEqual([
    ['Office Pool', ['elsewhere']],
    ['Sunday League', ['own', 'newer', 'older']],
  ]);
});

test('two leagues of one name stay two', () => {
  const twin = { groupId: 'twin', group: { id: 'twin', name: 'Sunday League' } };
  expect(betsByLeague([aBet(), aBet(twin)], 'me')).toHaveLength(2);
});

test('a parlay is one bet of its league', () => {
  const legs = [aBet({ parlayId: 'p', legNumber: 1 }), aBet({ parlayId: 'p', legNumber: 2 })];
  expect(betsByLeague(legs, 'me').map(({ tickets }) => tickets.length)).toEqual([1]);
});

test('a parlay counts its hidden legs, and says that it spans sports once all of them may be seen', () => {
  const leg = (legNumber: number, sport: 'NFL' | 'NBA') =>
    aBet({ parlayId: 'p', legNumber, legCount: 3, game: { ...aGameView, sport } });
  const wordsOf = (...legs: ReturnType<typeof leg>[]) => ticketsOf(legs).map(parlayWords);
  expect(wordsOf(leg(1, 'NFL'))).toEqual(['PARLAY (3 legs)']);
  expect(wordsOf(leg(1, 'NFL'), leg(2, 'NBA'))).toEqual(['PARLAY (3 legs)']);
  expect(wordsOf(leg(1, 'NFL'), leg(2, 'NBA'), leg(3, 'NFL'))).toEqual(['PARLAY (3 legs) - Multi-Sport']);
  expect(wordsOf(leg(1, 'NFL'), leg(2, 'NFL'), leg(3, 'NFL'))).toEqual(['PARLAY (3 legs)']);
});

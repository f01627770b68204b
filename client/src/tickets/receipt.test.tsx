import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { site } from '#shared/api/site.ts';
import type { Rule } from '#shared/domain/grade.ts';
import { ruleWords } from '#shared/domain/rulebook.ts';
import { aBet } from '#shared/testing/wire.ts';
import { Receipt } from './receipt.tsx';

const shortened = 'Simulated games are played at a speed of their own, and every time limit passes at that speed.';

afterEach(() => vi.useRealTimers());

/** The text of the receipt of a leg that this rule made void, with simulated or real games. */
function words(rule: Rule, { simulated }: { simulated: boolean }): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData([site.path], { simulated, demo: simulated });
  const settlement = {
    status: 'push' as const,
    score: null,
    arithmetic: null,
    rule,
    words: ruleWords(rule),
    settledAt: '2026-11-21T22:00:00.000Z',
    source: null,
    pullId: null,
    reason: null,
    corrections: [],
  };
  const area = document.createElement('div');
  area.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Receipt leg={aBet({ status: 'push', settlement })} settlement={settlement} titled={false} />
    </QueryClientProvider>,
  );
  return area.textContent;
}

test('a game that was not played in time is explained by the rule, and by the speed of simulated games', () => {
  const text = words('not-played-in-time', { simulated: true });
  expect(text).toContain('Void: the game was not played in time.');
  expect(text).toContain(shortened);
});

test('real games are not text to be played at a speed of their own', () => {
  const text = words('not-played-in-time', { simulated: false });
  expect(text).toContain('Void: the game was not played in time.');
  expect(text).not.toContain('Simulated');
});

test('a bet that was settled today says so, an earlier one its day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T23:00:00.000Z') });
  expect(words('canceled', { simulated: false })).toContain('Settled today, 5:00 PM ET');
  vi.setSystemTime(new Date('2026-11-22T23:00:00.000Z'));
  expect(words('canceled', { simulated: false })).toContain('Settled Nov 21, 2026, 5:00 PM ET');
});

test('a rule without a time limit says nothing about speed', () => {
  expect(words('canceled', { simulated: true })).not.toContain('Simulated');
});

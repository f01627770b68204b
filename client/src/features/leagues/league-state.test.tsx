import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { Group } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { LeagueState, waitWords } from './league-state.tsx';

const until = '2026-11-24T18:05:00.000Z';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    { what: 'correction', game: 'NYJ @ BUF', until },
    'Waiting for NYJ @ BUF: the score may be corrected until Tue, Nov 24, 1:05 PM ET at the latest.',
  ],
  [
    { what: 'correction', game: null, until },
    'Waiting for games that other members bet on: the scores may be corrected until Tue, Nov 24, 1:05 PM ET at the latest.',
  ],
  [
    { what: 'result', game: 'NYJ @ BUF', until },
    'Waiting for the result of NYJ @ BUF: its bets are void without one by Tue, Nov 24, 1:05 PM ET.',
  ],
  [
    { what: 'result', game: 'NYJ @ BUF', until: null },
    'Waiting for the result of NYJ @ BUF: it is about to be settled or void.',
  ],
  [
    { what: 'result', game: 'NYJ @ BUF', until: null, needsAdmin: true },
    'Waiting for the result of NYJ @ BUF: its feed says nothing certain, so an admin has to settle it.',
  ],
  [
    { what: 'result', game: null, until: null },
    'Waiting for the result of games that other members bet on: they are about to be settled or void, or wait for an admin.',
  ],
] as const)('%o reads as a sentence', (wait, words) => {
  const gameId = wait.game && 'espn:401';
  expect(waitWords({ gameId, needsAdmin: false, ...wait })).toBe(words);
});

test('a league that waits for both games of a double-header names both, without a warning of React', () => {
  const warned = vi.spyOn(console, 'error');
  const wait = { what: 'result', game: 'NYJ @ BUF', until, needsAdmin: false } as const;
  const waitsFor = ['espn:1', 'espn:2'].map((gameId) => ({ ...wait, gameId }));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const container = document.createElement('div');
  const root = createRoot(container);
  act(() => root.render(<LeagueState league={{ ...aGroup, state: 'closed', waitsFor }} />));
  expect(container.textContent?.match(/Waiting for the result of NYJ @ BUF/g)).toHaveLength(2);
  expect(warned).not.toHaveBeenCalled();
  act(() => root.unmount());
});

describe('a final league under Fair play', () => {
  const page = rootBeforeEach();
  const final: Group = { ...aGroup, state: 'final', fairPlay: presets.fairPlay };
  const champions = [{ userId: aGroup.ownerId, name: 'Ann', balance: fromWhole(1_100) }];

  test('without an eligible member has no champion, and says what nobody met', async () => {
    await page.render(<LeagueState league={final} />);
    expect(page.area.textContent).toBe(
      'Final standings · No championNobody met what the title asks for: bets in 75% of the weeks that count, and no rescue.',
    );
  });

  test('names what else it asks for', async () => {
    const guests = { ...presets.classic, lateStart: 'guest', rescue: fromWhole(250) } as const;
    await page.render(<LeagueState league={{ ...final, fairPlay: guests }} />);
    expect(page.area.textContent).toMatch(/asks for: no start as a guest, and no rescue\.$/);
  });

  test('names the best eligible member, and says why somebody with more did not win', async () => {
    const passedOver = [{ name: 'Maya', why: 'took the rescue' }];
    await page.render(<LeagueState league={{ ...final, champions }} passedOver={passedOver} />);
    expect(page.area.textContent).toMatch(/Champion.*Ann.*Maya has more, but took the rescue\.$/);
    await page.render(<LeagueState league={{ ...final, champions }} passedOver={[...passedOver, ...passedOver]} />);
    expect(page.area.textContent).toMatch(/Maya and 1 other have more, but were not eligible\.$/);
  });
});

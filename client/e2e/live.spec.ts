import type { Page } from '@playwright/test';
import { createLeague, join, signUp } from './people.ts';
import { placeSingle } from './play.ts';
import { expect, type Stage, test } from './stage.ts';

/**
 * Turns off the page's refetches every 30 s, so that changes reach the page by server-sent events only.
 * Source: `docs/screens.md#calls-and-refreshing`.
 */
async function withoutRefreshes(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    const realSetInterval = window.setInterval;
    window.setInterval = ((task: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === 30_000 ? 0 : realSetInterval(task, ms, ...more)) as typeof window.setInterval;
  });
  return page;
}

type Listed = { id: string; totalPoints: string | null; overOdds: number | null };

/** The next football game with a total. Merges what the replay and the API know of it; `id` is the replay's. */
async function nextGameWithTotal(page: Page, { replay }: Stage) {
  const { week, season } = await (await page.request.get('/api/games/current-week')).json();
  const listed: Listed[] = await (await page.request.get(`/api/games/week/${week}/${season}`)).json();
  for (const game of replay.games().filter(({ sport, stage }) => sport === 'NFL' && stage === 'scheduled')) {
    const view = listed.find(({ id, overOdds }) => id === `espn:${game.id}` && overOdds !== null);
    if (view) return { ...game, ...view, id: game.id };
  }
  throw new Error('the replay has no football game with a total');
}

test('odds, scores and settlements reach open pages of two people by themselves', async ({ stage, person }) => {
  const [ann, bob] = [await withoutRefreshes(await person()), await withoutRefreshes(await person())];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const game = await nextGameWithTotal(ann, stage);
  const card = bob.getByRole('article').filter({ hasText: game.away }).filter({ hasText: game.home }).first();

  await test.step('odds change on an open page', async () => {
    await bob.goto('/games');
    await expect(card.getByRole('button', { name: /^Over/ })).toBeVisible({ timeout: 20_000 });
    stage.replay.changeGame(game.id, { odds: { totalPoints: 61.5, overOdds: -125, underOdds: 105 } });
    await expect(card.getByRole('button', { name: 'Over 61.5 at minus 125' })).toBeVisible({ timeout: 20_000 });
  });

  await test.step('Ann bets on it and waits on her bets, Bob goes on looking at the game', async () => {
    const leg = { betType: 'total', betSide: 'over', odds: -125, line: '61.5' } as const;
    await placeSingle(ann, league, '100', { gameId: `espn:${game.id}`, ...leg });
    await ann.goto('/my-bets');
    await expect(ann.getByRole('tab', { name: 'Pending 1', exact: true })).toBeVisible();
  });

  await test.step('the game goes live on both pages', async () => {
    stage.replay.changeGame(game.id, { startsInSeconds: 1 });
    await expect(card.getByText('Betting locked', { exact: false })).toBeVisible({ timeout: 20_000 });
    stage.replay.changeGame(game.id, { stage: 'live', home: 21, away: 10 });
    await expect(card.getByText('Betting locked - Game in progress')).toBeVisible({ timeout: 20_000 });
    await expect(card.getByText('21', { exact: true })).toBeVisible();
    await expect(ann.getByRole('tab', { name: 'Live 1', exact: true })).toBeVisible({ timeout: 20_000 });
    stage.replay.changeGame(game.id, { home: 35 });
    await expect(card.getByText('35', { exact: true })).toBeVisible({ timeout: 20_000 });
  });

  await test.step('the bet is settled before the eyes of the league', async () => {
    await bob.goto('/leaderboard');
    const row = bob.getByRole('row', { name: /Ann/ });
    await expect(row).toContainText('1,000 Ching');
    stage.replay.changeGame(game.id, { stage: 'final', home: 41, away: 38 });
    await expect(row).toContainText('1,080 Ching', { timeout: 20_000 });
    await expect(row).toContainText('1-0');
    await expect(ann.getByRole('tab', { name: 'Won 1', exact: true })).toBeVisible({ timeout: 20_000 });
  });
});

import type { Page } from '@playwright/test';
import type { GameView } from '#shared/api/games.ts';
import { createLeague, join, signUp } from './people.ts';
import { cardOf, footballSlate, placeSingle, replayId } from './play.ts';
import { liveTimeout, withoutRefreshes } from './screen.ts';
import { expect, test } from './stage.ts';

/** The first football game with a total, once it is on the slate. */
async function gameWithTotal(page: Page): Promise<GameView> {
  const withTotal = async () => (await footballSlate(page)).find(({ overOdds }) => overOdds !== null);
  await expect.poll(withTotal).toBeDefined();
  const game = await withTotal();
  if (!game) throw new Error('the replay has no football game with a total');
  return game;
}

test('odds, scores and settlements reach open pages of two people by themselves', async ({ stage, person }) => {
  test.setTimeout(300_000); // each change may take its whole `liveTimeout`
  const [ann, bob] = [await withoutRefreshes(await person()), await withoutRefreshes(await person())];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const game = await gameWithTotal(ann);
  const card = cardOf(bob, game);

  await test.step('odds change on an open page', async () => {
    await bob.goto('/games');
    await expect(card.getByRole('button', { name: /^Over/ })).toBeVisible();
    stage.replay.changeGame(replayId(game), { odds: { totalPoints: 61.5, overOdds: -125, underOdds: 105 } });
    await expect(card.getByRole('button', { name: 'Over 61.5 at minus 125' })).toBeVisible(liveTimeout);
  });

  await test.step('Ann bets on it and waits on her bets, Bob goes on looking at the game', async () => {
    const leg = { betType: 'total', betSide: 'over', odds: -125, line: '61.5' } as const;
    await placeSingle(ann, league, '100', { gameId: game.id, ...leg });
    await ann.goto('/my-bets');
    await expect(ann.getByRole('tab', { name: 'Pending 1', exact: true })).toBeVisible();
  });

  await test.step('the game goes live on both pages', async () => {
    stage.replay.changeGame(replayId(game), { startsInSeconds: 1 });
    await expect(card.getByText('Betting locked', { exact: false })).toBeVisible(liveTimeout);
    stage.replay.changeGame(replayId(game), { stage: 'live', home: 21, away: 10 });
    await expect(card.getByText('Betting locked - Game in progress')).toBeVisible(liveTimeout);
    await expect(card.getByText('21', { exact: true })).toBeVisible(liveTimeout);
    await expect(ann.getByRole('tab', { name: 'Live 1', exact: true })).toBeVisible(liveTimeout);
    stage.replay.changeGame(replayId(game), { home: 35 });
    await expect(card.getByText('35', { exact: true })).toBeVisible(liveTimeout);
  });

  await test.step('the bet is settled before the eyes of the league', async () => {
    await bob.goto('/leaderboard');
    const row = bob.getByRole('row', { name: /Ann/ });
    await expect(row).toContainText('1,000 Ching');
    stage.replay.changeGame(replayId(game), { stage: 'final', home: 41, away: 38 });
    await expect(row).toContainText('1,080 Ching', liveTimeout);
    await expect(row).toContainText('1-0', liveTimeout);
    await expect(ann.getByRole('tab', { name: 'Won 1', exact: true })).toBeVisible(liveTimeout);
  });
});

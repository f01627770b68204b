import type { Locator, Route } from '@playwright/test';
import { currentUser, register } from '#shared/api/auth.ts';
import { gameBets } from '#shared/api/bets.ts';
import { type GameView, slateCalls } from '#shared/api/games.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { createLeague, join, signUp } from './people.ts';
import { cardOf, footballSlate, moneyline, openSlate, placeLegs, placeSingle, play, playUntilShown } from './play.ts';
import { blockEvents, dialog as dialogOf, requestsWithin } from './screen.ts';
import { expect, test } from './stage.ts';

const betsOnGame = '**/api/games/*/bets';

/** The first two games of a list, once the worker has polled them. */
async function listed(load: () => Promise<GameView[]>): Promise<[GameView, GameView]> {
  await expect.poll(async () => (await load()).length).toBeGreaterThan(1);
  const [one, other] = await load();
  if (!one || !other) throw new Error('the replay has no two games');
  return [one, other];
}

const betIn = (list: Locator, name: RegExp) => list.getByRole('listitem').filter({ hasText: name });

test('the bets of one’s leagues on a game that is live', async ({ stage, person }) => {
  const [page, friend] = [await person(), await person()];
  await signUp(page, 'Ann');
  await signUp(friend, 'Bob');
  const sunday = await createLeague(page, 'Sunday League');
  const office = await createLeague(page, 'Office Pool');
  for (const league of [sunday, office]) await join(league, friend);
  const [game, unbacked] = await listed(() => footballSlate(page));
  const [soccer] = await listed(() => ask(page, slateCalls.Soccer.games));
  await placeSingle(page, sunday, '100', moneyline(game, 'home'));
  await placeSingle(friend, sunday, '25', moneyline(game, 'away'));
  await placeSingle(friend, office, '40', moneyline(game, 'home'));
  await placeLegs(friend, sunday, '50', [moneyline(game, 'home'), moneyline(soccer, 'away')]);
  await playUntilShown(page, stage, game, 'live', 14, 10);
  await playUntilShown(page, stage, unbacked, 'live', 0, 0);

  await blockEvents(page); // otherwise events cause requests, and this journey counts requests
  await page.clock.install();
  const dialog = dialogOf(page);
  const bet = (name: RegExp) => betIn(dialog, name);

  await test.step('a game says whether one bet on it', async () => {
    await openSlate(page, '/');
    await expect(cardOf(page, game).getByText('You bet on this game', { exact: true })).toBeVisible();
    await expect(cardOf(page, unbacked).getByText('No bet placed', { exact: true })).toBeVisible();
  });

  await test.step('loading, failing, and coming when asked again', async () => {
    const release = await delayRequests(page, betsOnGame);
    await cardOf(page, game).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog.getByRole('heading', { name: /^League Bets - \w+ @ \w+$/ })).toBeVisible();
    await expect(dialog.getByText('Loading bets...')).toBeAttached();
    release();
    await expect(bet(/Ann/)).toBeVisible(); // a dialog that is opened again would join a request that still runs
    const fail = (route: Route) => route.abort();
    await page.route(betsOnGame, fail);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await cardOf(page, game).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog.getByText('Failed to load bets. Please try again.')).toBeVisible();
    await page.unroute(betsOnGame, fail);
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(bet(/Ann/)).toBeVisible();
  });

  await test.step('open bets of others stay hidden, one’s own shows how it stands', async () => {
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expect(dialog.getByText('1 bet', { exact: true })).toBeVisible();
    for (const words of ['LIVE', 'WINNING', '100 Ching']) {
      await expect(bet(/Ann/).getByText(words, { exact: true })).toBeVisible();
    }
    await expect(dialog).not.toContainText('Bob');
    await expect(dialog.getByText('Bets of others show after they settle')).toBeVisible();
  });

  await test.step('asked anew every 30 s while it is open, and again at each opening', async () => {
    const pathOfBets = /^\/api\/games\/.*\/bets$/;
    expect(await requestsWithin(page, 30_000, pathOfBets)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, game).getByRole('button', { name: 'View league bets' })).toBeFocused();
    expect(await requestsWithin(page, 60_000, pathOfBets)).toEqual([]);
    const release = await delayRequests(page, betsOnGame);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Loading bets...')).toBeAttached();
    await expect(dialog).not.toContainText('Ann');
    release();
    await expect(bet(/Ann/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a game that nobody backed, whose card leaves the list while its dialog is open', async () => {
    await page.getByRole('tab', { name: /^Live/ }).click();
    await cardOf(page, unbacked).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog.getByText('No bets placed on this game')).toBeVisible();
    await expect(dialog.getByText('Bets of others show after they settle')).toBeVisible();
    await playUntilShown(page, stage, unbacked, 'final', 7, 3);
    await page.clock.fastForward(30_000);
    await expect(
      page.locator(`article[aria-label="${unbacked.awayTeamName} at ${unbacked.homeTeamName}"]`),
    ).toHaveCount(0);
    await expect(dialog.getByText('No bets placed on this game')).toBeVisible();
    await expect(dialog.getByText('No league members bet on this game')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('tab', { name: /^Finished/ }).click();
    await expect(cardOf(page, unbacked).getByRole('button', { name: 'View completed bets' })).toBeVisible();
  });
});

test('the bets of one’s leagues on a game that is over, league by league, own first, a parlay by its size alone', async ({
  stage,
  person,
}) => {
  const [page, friend, nameless] = [await person(), await person(), await person()];
  await signUp(page, 'Ann');
  await signUp(friend, 'Bob');
  await ask(nameless, register, { body: { email: 'nameless@example.com', password: 'correct horse' } });
  const sunday = await createLeague(page, 'Sunday League');
  const office = await createLeague(page, 'Office Pool');
  for (const league of [sunday, office]) await join(league, friend, nameless);
  const [game] = await listed(() => footballSlate(page));
  // Soccer lists a whole week: near midnight, a sport of one day may have no scheduled game.
  const [soccer] = await listed(() => ask(page, slateCalls.Soccer.games));
  await placeSingle(page, sunday, '100', moneyline(game, 'home'));
  await placeSingle(friend, sunday, '25', moneyline(game, 'away'));
  await placeSingle(nameless, office, '40', moneyline(game, 'home'));
  await placeLegs(friend, sunday, '50', [moneyline(game, 'home'), moneyline(soccer, 'away')]);
  const dialog = dialogOf(page);
  play(stage, soccer, 'final', 2, 5);
  await playUntilShown(page, stage, game, 'final', 27, 20);
  const placed = () => ask(page, gameBets, { params: { gameId: game.id } });
  await expect.poll(async () => (await placed()).length, { timeout: 40_000 }).toBe(5);
  const releaseAccount = await delayRequests(page, `**${currentUser.path}`);
  await openSlate(page, '/');
  await cardOf(page, game).getByRole('button', { name: 'View completed bets' }).click();
  releaseAccount(); // a tap counts also before it is known who is signed in
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Office Pool', 'Sunday League']);
  const [pool, league] = ['Office Pool', 'Sunday League'].map((name) => dialog.getByRole('region', { name }));
  if (!pool || !league) throw new Error('no leagues');
  await expect(pool.getByText('1 bet', { exact: true })).toBeVisible();
  await expect(pool.getByRole('listitem')).toContainText(['Player']);
  await expect(league.getByText('3 bets', { exact: true })).toBeVisible();
  await expect(league.getByRole('listitem')).toContainText([/^Ann T\./, /^Bob T\./, /^Bob T\./]);
  await expect(league.getByRole('listitem').first()).toContainText('WON');

  const parlay = league.getByRole('listitem').filter({ hasText: 'PARLAY' });
  for (const words of ['Bob T.', 'WON', 'PARLAY (2 legs) - Multi-Sport', 'Sunday League', 'Total Bet', '50 Ching']) {
    await expect(parlay.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(parlay).not.toContainText(/ML|[+-]\d{3}/);
  const single = league.getByRole('listitem').filter({ hasNotText: 'PARLAY' }).last();
  await expect(single).toContainText(/ ML.*25 Ching/);
  await expect(single.getByText('LOST', { exact: true })).toBeVisible();

  await test.step('what does not fit is reached by the keyboard', async () => {
    await page.setViewportSize({ width: 390, height: 400 });
    const list = dialog.getByRole('region', { name: /^League Bets - / });
    await expect(single).not.toBeInViewport();
    await dialog.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Tab');
    await expect(list).toBeFocused();
    await page.keyboard.press('End');
    await expect(single).toBeInViewport();
  });
});

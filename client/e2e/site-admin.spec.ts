import type { Page } from '@playwright/test';
import { listBets } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { type Group, leaderboard } from '#shared/api/groups.ts';
import { showExact } from '#shared/domain/money.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, playUntilShown } from './play.ts';
import { expectToast } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const panel = (page: Page, { awayTeamName, homeTeamName }: GameView) =>
  page.getByRole('region', { name: `${awayTeamName} at ${homeTeamName}` });

/** Ann and Bob bet against each other on a football game, and Ada runs the site and plays in no league. */
async function aDisputedGame(stage: Stage, person: () => Promise<Page>) {
  const [ada, ann, bob] = [await person(), await person(), await person()];
  await stage.grantAdmin((await signUp(ada, 'Ada')).email);
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const withOdds = async () => (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  await expect.poll(withOdds, { timeout: 40_000 }).not.toEqual([]);
  const [game] = await withOdds();
  if (!game) throw new Error('no football game has odds');
  await placeSingle(ann, league, '137', moneyline(game, 'home'));
  await placeSingle(bob, league, '80', moneyline(game, 'away'));
  return { ada, ann, bob, league, game };
}

/** The balances of the leaderboard by name, to the hundredth. */
async function balances(page: Page, { id }: Group): Promise<Record<string, string>> {
  const rows = await ask(page, leaderboard, { params: { id } });
  return Object.fromEntries(rows.map(({ user, balance }) => [user.firstName ?? '', showExact(balance)]));
}

/** Opens the page and a game that is found by its team. */
async function openGame(page: Page, game: GameView): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Correct or Void Another Game' }).click();
  await page.getByRole('searchbox', { name: 'Find a game' }).fill(game.homeTeamName);
  await page.getByRole('button', { name: new RegExp(`${game.awayTeamName} at ${game.homeTeamName}`) }).click();
  await expect(panel(page, game).getByRole('heading', { level: 2 })).toBeFocused();
}

/** The balances that the preview promises, by member's name. */
async function promised(page: Page): Promise<Record<string, string>> {
  const rows = page.getByRole('table', { name: 'Sunday League' }).locator('tbody tr');
  const read = async (row: ReturnType<typeof rows.nth>) => [
    (await row.getByRole('rowheader').locator('bdi').first().innerText()).trim(),
    (await row.getByRole('cell').nth(-2).innerText()).trim(),
  ];
  return Object.fromEntries(await Promise.all((await rows.all()).map(read)));
}

test('a wrong final is corrected as its preview said, and then voided', async ({ stage, person }, { project }) => {
  test.setTimeout(180_000);
  const { ada, ann, league, game } = await aDisputedGame(stage, person);
  await playUntilShown(ann, stage, game, 'live', 20, 17);
  await playUntilShown(ann, stage, game, 'final', 20, 27);
  const isSettled = async () => (await ask(ann, listBets)).every(({ status }) => status !== 'pending');
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);

  await test.step('the preview follows the score that is typed, and the button names it', async () => {
    await openGame(ada, game);
    const form = panel(ada, game);
    await expect(form.getByRole('button', { name: 'Settle with 27-20' })).toBeVisible();
    await form.getByLabel(game.homeTeamName, { exact: true }).fill('30');
    await expect(form.getByText('2 tickets in 1 league: 1 win', { exact: false })).toBeVisible();
    await expect(form.getByText(/Ann.* takes the lead from .*Bob/)).toBeVisible();
    await expectAccessible(ada, 'a result by hand');
    await expectFits(ada, 'a result by hand');
    await ada.screenshot({ path: `test-results/site-admin-${project.name}.png`, fullPage: true });
  });

  await test.step('a reason is needed; then everybody has to the hundredth what the preview said', async () => {
    const form = panel(ada, game);
    await form.getByRole('button', { name: 'Settle with 27-30' }).click();
    await expect(form.getByLabel('Reason, shown under Why?')).toBeFocused();
    await ada.keyboard.type('The league has 27-30');
    const after = await promised(ada);
    expect(Object.keys(after).sort()).toEqual(['Ann', 'Bob']);
    expect(await balances(ann, league)).not.toEqual(after);
    await ada.keyboard.press('Enter');
    await expectToast(ada, 'Result settled');
    await expect.poll(() => balances(ann, league)).toEqual(after);
    const [bet] = await ask(ann, listBets);
    expect(bet?.settlement).toMatchObject({ source: 'admin', reason: 'The league has 27-30' });
  });

  await test.step('a void is previewed and asks once more', async () => {
    await openGame(ada, game);
    const form = panel(ada, game);
    await form.getByLabel('Reason, shown under Why?').fill('It is played again');
    await form.getByRole('button', { name: 'Void game' }).click();
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(form.getByText('2 get the stake back', { exact: false })).toBeVisible();
    await ada.keyboard.press('Enter');
    await expect(form.getByRole('button', { name: 'Void game' })).toBeFocused();
    await ada.keyboard.press('Enter');
    await expect(form.getByText('2 get the stake back', { exact: false })).toBeVisible();
    await expectAccessible(ada, 'a void');
    const after = await promised(ada);
    await form.getByRole('button', { name: 'Void game' }).click();
    await expectToast(ada, 'Game voided');
    await expect(
      ada.getByRole('button', { name: new RegExp(`${game.awayTeamName} at ${game.homeTeamName}`) }),
    ).toBeFocused();
    await expect.poll(() => balances(ann, league)).toEqual(after);
    expect(new Set(Object.values(after))).toEqual(new Set(['1,000.00']));
  });
});

test('a feed that fails is stale and says when bets end, and heals', async ({ stage, person }, { project }) => {
  test.setTimeout(240_000); // the feed backs off, and is asked again within a minute
  const [ada, bob] = [await person(), await person()];
  await stage.grantAdmin((await signUp(ada, 'Ada')).email);
  await signUp(bob, 'Bob');
  const row = ada.getByRole('table', { name: 'Feeds by sport' }).getByRole('row', { name: /^NFL / });

  await test.step('nobody else finds the page', async () => {
    await bob.goto('/admin');
    await expect(bob.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
    await expect(bob.getByRole('link', { name: 'Site', exact: true })).toHaveCount(0);
  });

  await test.step('a feed that answers is well', async () => {
    await ada.goto('/');
    await ada.getByRole('link', { name: 'Site', exact: true }).click();
    await expect(row).toContainText('Well', { timeout: 40_000 });
    await expect(ada.getByText('No game waits.')).toBeVisible();
  });

  await test.step('one that fails is stale, with its error and until when its sport takes bets', async () => {
    stage.replay.misbehave({ mode: 'html' });
    await expect(row).toContainText('Stale', { timeout: 60_000 });
    await expect(
      ada.getByText(/NFL fails since .+ It takes bets until .+ ET, unless the feed answers before/),
    ).toBeVisible();
    await ada.getByText('The last error of NFL', { exact: true }).focus();
    await ada.keyboard.press('Enter');
    await expectAccessible(ada, 'a feed that fails');
    await expectFits(ada, 'a feed that fails');
    await ada.screenshot({ path: `test-results/site-feeds-${project.name}.png`, fullPage: true });
    await stage.closeOddsIn('NFL', 0);
    await expect(ada.getByText(/NFL takes no bets since .+: its feed fails since/)).toBeVisible({ timeout: 40_000 });
  });

  await test.step('and is well again once it answers', async () => {
    stage.replay.misbehave({ mode: 'none' });
    await expect(row).toContainText('Well', { timeout: 60_000 });
  });
});

import type { Page } from '@playwright/test';
import { deleteGroup } from '#shared/api/groups.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { delayRequests, unansweredOf } from './delay.ts';
import { join, onlyLeague } from './people.ts';
import { closeReceipt, footballGames, footballSlate, oddsOn, openSlip, type PlayedGame, placeSingle } from './play.ts';
import { dialog, liveTimeout, pressInDialog } from './screen.ts';
import { amountOf, betsAndBalance, enter, pick, press, seeSlate, sunday, three, title } from './slip.ts';
import { expect, test } from './stage.ts';

const league = (page: Page) => page.getByRole('button', { name: /^Bet in/ });
const onHome = (page: Page, game: PlayedGame) => oddsOn(page, game, new RegExp(`^${game.homeName} moneyline`));

test('a player without a league keeps the pick while creating one, and places it by the keyboard', async ({
  stage,
  person,
}) => {
  const page = await person();
  await enter(page, 'finn');
  const [one, two] = three(await footballGames(page, stage, 3));

  await test.step('the empty slip says that a league is needed, and so does a pick', async () => {
    await openSlip(page);
    await expect(page.getByText('You are in no league yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await pick(page, one);
    await openSlip(page);
    await expect(title(page, 'Your pick is kept.')).toBeVisible();
    await amountOf(page, one.homeName).fill('40');
  });

  await test.step('after creating a league, pick and amount are there, and the league', async () => {
    const panel = page.getByRole('heading', { name: 'Your pick is kept.' }).locator('../..');
    await panel.getByRole('button', { name: 'Create League' }).click();
    await page.getByLabel('League Name').fill('Sunday League');
    await pressInDialog(page, 'Create League');
    await expect(page).toHaveURL(/\/league\//);
    await page.goto('/');
    await seeSlate(page);
    await openSlip(page);
    await expect(amountOf(page, one.homeName)).toHaveValue('40');
    await expect(page.getByText('Bet in Sunday League')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('one key leads to the amount and back, Enter on to the question', async () => {
    await onHome(page, two).focus();
    await page.keyboard.press('F2');
    await expect(amountOf(page, two.homeName)).toBeFocused();
    await page.keyboard.press('F2');
    await expect(onHome(page, two)).toBeFocused();
    await page.keyboard.press('F2');
    await page.keyboard.type('60');
    await page.keyboard.press('F2');
    await expect(onHome(page, two)).toBeFocused();
    await onHome(page, one).focus();
    await page.keyboard.press('F2');
    await expect(amountOf(page, one.homeName)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(amountOf(page, two.homeName)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Confirm Bets' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm Bets', exact: true }).press('Enter');
  });

  await test.step('the receipt lists both bets and leads to the first one on My Bets', async () => {
    await expect(title(page, '2 bets placed')).toBeVisible();
    await expect(page.getByText('900 Ching', { exact: true })).toBeVisible();
    const link = page.getByRole('link', { name: 'My Bets', exact: true });
    await link.and(page.locator('[href*="#"]')).click();
    const card = page.getByRole('listitem').filter({ hasText: `${one.homeName} ML` });
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    await expect(page).toHaveURL('/my-bets');
    expect((await betsAndBalance(page)).available).toBe(fromWhole(900));
  });
});

test('the league used last stands on the slip, follows its balance, and is gone once it is deleted', async ({
  stage,
  person,
}) => {
  const page = await person();
  const unanswered = unansweredOf(page);
  await enter(page, 'gus', sunday, { name: 'Footy Friday', allowedSports: 'Soccer' });
  const owner = await person();
  await enter(owner, 'hal', { name: 'Office Pool', allowedSports: 'ALL' });
  const office = await onlyLeague(owner);
  await join(office, page);
  const [one, two] = three(await footballGames(page, stage, 3));
  await page.reload();
  await seeSlate(page);
  await pick(page, one);
  await openSlip(page);

  await test.step('of several leagues one is chosen on the slip, also after a reload', async () => {
    await expect(league(page)).toHaveText(/Choose a league/);
    await league(page).click();
    await expect(page.getByRole('radio', { name: /Footy Friday Soccer only/ })).toBeDisabled();
    await page.getByText('Office Pool', { exact: true }).click();
    await expect(league(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(league(page)).toHaveText(/Office Pool1,000 available/);
    await page.reload();
    await seeSlate(page);
    await openSlip(page);
    await expect(league(page)).toHaveText(/Office Pool/);
  });

  await test.step('it pays for the bet, and its balance follows', async () => {
    await page.getByRole('button', { name: /^Max/ }).click();
    await expect(amountOf(page, one.homeName)).toHaveValue('1000');
    await amountOf(page, one.homeName).fill('150');
    await press(page, 'Place Bet');
    await expect(page.getByRole('radio', { name: /Office Pool/ })).toBeChecked();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Bet placed')).toBeVisible();
    await closeReceipt(page);
    await pick(page, one);
    await openSlip(page);
    await expect(league(page)).toHaveText(/Office Pool850 available/);
  });

  await test.step('a bet that the player places elsewhere shows in it', async () => {
    const game = (await footballSlate(page)).find(({ id }) => id === `espn:${two.id}`);
    if (!game) throw new Error('the game is not on the slate');
    const odds = game.moneylineHome ?? 0;
    await placeSingle(page, office, '50', { gameId: game.id, betType: 'moneyline', betSide: 'home', odds, line: null });
    await expect(league(page)).toHaveText(/Office Pool800 available/, liveTimeout);
  });

  await test.step('a league that was deleted meanwhile refuses the bet, and is no longer offered', async () => {
    await amountOf(page, one.homeName).fill('10');
    await expect.poll(() => unanswered.size).toBe(0);
    const release = await delayRequests(page, '**/api/groups'); // the page does not notice
    await ask(owner, deleteGroup, { params: { id: office.id } });
    await press(page, 'Place Bet');
    await press(page, 'Confirm Bet');
    await expect(title(page, 'League not found').first()).toBeVisible();
    release();
    await expect(dialog(page).filter({ hasText: 'Confirm Bet' })).toBeHidden();
    await expect(league(page)).toHaveText(/Choose a league/); // none takes the place of a chosen one unasked
    await league(page).click();
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio', { name: /Office Pool/ })).toHaveCount(0);
    await page.getByText('Sunday League', { exact: true }).click();
    await expect(league(page)).toHaveText(/Sunday League1,000 available/);
  });
});

import type { Page } from '@playwright/test';
import { leaderboard } from '#shared/api/groups.ts';
import { cents, fromWhole, showWhole } from '#shared/domain/money.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import {
  footballGames,
  footballSlate,
  moneyline,
  openSlip,
  placeSingle,
  play,
  playUntilShown,
  returned,
} from './play.ts';
import { liveTimeout } from './screen.ts';
import { amountOf, enter, type NewLeague, pick, press, seeSlate, sunday, title } from './slip.ts';
import { expect, type Stage, test } from './stage.ts';

const office: NewLeague = { name: 'Office Pool', allowedSports: 'ALL' };
const note = /^Others' open bets are not counted/;
const line = (page: Page) => page.getByText(note).locator('..');

/** The whole balance of somebody with 1,000 whose single of so many Ching wins at this price. */
const afterWin = (stake: number, price: number) =>
  showWhole(cents(fromWhole(1_000 - stake) + returned(fromWhole(stake), [price])));

/** Two games with odds, and what the slate and the replay know of them. */
async function twoGames(page: Page, stage: Stage) {
  const [one, two] = await footballGames(page, stage, 2);
  const slate = await footballSlate(page);
  const [view, other] = [one, two].map((game) => slate.find(({ id }) => id === `espn:${game?.id}`));
  if (!one || !two || !view || !other) throw new Error('two games are expected');
  return { one, two, view, other, price: moneyline(view, 'home').odds };
}

/** Stores the place of the button that places, as it is when the slip first shows the return of an amount. */
async function notePlace(page: Page): Promise<void> {
  await page.evaluate(() => {
    const returns = [...document.querySelectorAll('[aria-live]')].find((part) => part.textContent?.includes('Returns'));
    if (!returns) throw new Error('the slip shows no returns');
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      const place = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Place Bet');
      document.body.dataset.placeTop = String(place?.getBoundingClientRect().top);
    }).observe(returns, { subtree: true, childList: true, characterData: true });
  });
}

/** Two people in a league of two; the page is Ann's, who owns it. */
async function friends(person: () => Promise<Page>) {
  const bob = await person();
  await signUp(bob, 'Bob');
  const page = await person();
  await enter(page, 'ann');
  const league = await createLeague(page, sunday.name);
  await join(league, bob);
  return { bob, page, league };
}

test('the slip says where it leaves the player, by amount and league', async ({ stage, person }) => {
  const bob = await person();
  await signUp(bob, 'Bob');
  const page = await person();
  await enter(page, 'ann', sunday);
  await join(await createLeague(page, office.name, { allowedSports: office.allowedSports }), bob);
  const { one, two, price } = await twoGames(page, stage);
  await page.reload();
  await seeSlate(page);
  await pick(page, one);
  await openSlip(page);
  await page.getByRole('button', { name: /^Bet in/ }).click();
  await page.getByText(sunday.name, { exact: true }).click();
  await expect(line(page)).toHaveCount(0);

  const amount = amountOf(page, one.homeName);
  await test.step('it comes without moving the button that places', async () => {
    await notePlace(page);
    await amount.fill('100');
    await expect(line(page)).toContainText(`Wins: ${afterWin(100, price)}, 1st. Loses: 900, 1st.`);
    const place = await page.getByRole('button', { name: 'Place Bet', exact: true }).boundingBox();
    expect(await page.evaluate(() => document.body.dataset.placeTop)).toBe(String(place?.y));
  });

  await test.step('it follows the amount, and is gone where nothing can be placed', async () => {
    await amount.fill('250');
    await expect(line(page)).toContainText(`Wins: ${afterWin(250, price)}, 1st. Loses: 750, 1st.`);
    for (const wrong of ['1.5', '1001', '']) {
      await amount.fill(wrong);
      await expect(line(page)).toHaveCount(0);
    }
    await amount.fill('100');
    await expectFits(page, 'a slip with its consequence');
    await expectAccessible(page, 'a slip with its consequence');
  });

  await test.step('it follows the league, where the same loss costs the first rank', async () => {
    await page.getByRole('button', { name: /^Bet in/ }).click();
    await page.getByText(office.name, { exact: true }).click();
    await expect(line(page)).toContainText(`Wins: ${afterWin(100, price)}, 1st. Loses: 900, 2nd.`);
    await expect(page.locator('[aria-live]').filter({ hasText: 'Loses' })).toHaveCount(0);
  });

  await test.step('several singles win or lose together, a parlay is one bet', async () => {
    await pick(page, two);
    await openSlip(page);
    await expect(line(page)).toHaveCount(0);
    await amountOf(page, two.homeName).fill('200');
    await expect(line(page)).toContainText(/Both win: [\d,]+, 1st\. Both lose: 700, 2nd\./);
    await page.getByRole('tab', { name: 'Parlay', exact: true }).click();
    await expect(line(page)).toContainText(/Wins: [\d,]+, 1st\. Loses: 700, 2nd\./);
  });
});

test('what the receipt says comes true when the game is settled', async ({ stage, person }) => {
  const { page, league } = await friends(person);
  const { one, view, other, price } = await twoGames(page, stage);
  await placeSingle(page, league, '50', moneyline(other, 'home'));
  await page.reload();
  await seeSlate(page);
  await pick(page, one);
  await openSlip(page);
  await amountOf(page, one.homeName).fill('100');
  const promised = `Wins: ${afterWin(100, price)}, 1st. Loses: 900, 2nd.`;
  await expect(line(page)).toContainText(`${promised}Others' open bets are not counted, nor yours.`);
  await press(page, 'Place Bet');
  await expect(page.getByText('You risk 11% of what is available there.')).toBeVisible();
  await press(page, 'Confirm Bet');
  await expect(title(page, 'Bet placed')).toBeVisible();
  await expect(line(page)).toContainText(promised);

  await playUntilShown(page, stage, view, 'live', 0, 7);
  play(stage, view, 'final', 3, 20);
  await expect(line(page)).toHaveCount(0, liveTimeout); // the standings count it from now on
  const standings = await ask(page, leaderboard, { params: { id: league.id } });
  const own = standings.find(({ displayName, user }) => (displayName ?? user.firstName) === 'ann');
  expect([own?.balance, own?.rank]).toEqual([fromWhole(900), 2]);
});

test('a settled bet of somebody else changes it on the open slip', async ({ stage, person }) => {
  const { bob, page, league } = await friends(person);
  const { one, other, price } = await twoGames(page, stage);
  await page.reload();
  await seeSlate(page);
  await pick(page, one);
  await openSlip(page);
  await amountOf(page, one.homeName).fill('10');
  const before = `Wins: ${afterWin(10, price)}, 1st. Loses: 990, 2nd.`;
  await expect(line(page)).toContainText(before);
  await placeSingle(bob, league, '400', moneyline(other, 'home'));
  await playUntilShown(page, stage, other, 'live', 0, 7);
  await expect(line(page)).toContainText(before); // an open bet changes nothing
  play(stage, other, 'final', 24, 20);
  await expect(line(page)).toContainText(`Wins: ${afterWin(10, price)}, 2nd. Loses: 990, 2nd.`, liveTimeout);
});

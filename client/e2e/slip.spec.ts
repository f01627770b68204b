import type { Page } from '@playwright/test';
import { updateGroup } from '#shared/api/groups.ts';
import { fromWhole, sumCents } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { createLeague } from './people.ts';
import {
  closeReceipt,
  footballGames,
  footballSlate,
  oddsOn,
  openSlip,
  type PlayedGame,
  returned,
  shown,
} from './play.ts';
import { answerNext, withoutToastTimers } from './screen.ts';
import {
  amountOf,
  betsAndBalance,
  closeSlip,
  enter,
  type NewLeague,
  pick,
  press,
  seeSlate,
  sunday,
  swipe,
  three,
  title,
} from './slip.ts';
import { expect, test } from './stage.ts';

/** The price of the home team's moneyline. */
async function priceOf(page: Page, { id }: PlayedGame): Promise<number> {
  const game = (await footballSlate(page)).find((view) => view.id === `espn:${id}`);
  return game?.moneylineHome ?? 0;
}

test('a player fills the slip both ways, and reads what is missing', async ({ stage, person }) => {
  const page = await person();
  await enter(page, 'ann');
  const [one, two, last] = three(await footballGames(page, stage, 3));

  await test.step('an empty slip says what to do', async () => {
    await openSlip(page);
    await expect(title(page, 'Your slip is empty')).toBeVisible();
    await closeSlip(page);
  });

  await test.step('amounts are whole numbers, typed or pasted; others are said to be none, and never reshaped', async () => {
    await pick(page, one);
    await expect(page.getByText(`${one.homeName} ML is on the slip. 1 bet on it.`)).toBeAttached();
    await openSlip(page);
    const amount = amountOf(page, one.homeName);
    await amount.pressSequentially('1.5');
    await expect(amount).toHaveValue('1.5');
    await expect(amount).toHaveAccessibleDescription('Only whole Ching can be bet: a whole number, such as 100.');
    await press(page, 'Place Bet');
    await expect(title(page, 'Invalid Bet Amounts')).toBeVisible();
    for (const pasted of ['99.5', '-4', '1e3', '12345678']) {
      await amount.fill(pasted);
      await expect(amount).toHaveAttribute('aria-invalid', 'true');
    }
    for (const pasted of ['1,000', ' 1000', '1 000', '１０００']) {
      await amount.fill(pasted);
      await expect(amount).toHaveAccessibleDescription('');
      await expect(page.getByText(shown(returned(fromWhole(1_000), [await priceOf(page, one)])))).toBeVisible();
    }
    await amount.fill('');
    await press(page, 'Place Bet');
    await expect(title(page, 'Missing Bet Amounts')).toBeVisible();
    await expect(title(page, 'Please enter amounts for all selected bets')).toBeVisible();
    await expect(amount).toBeFocused();
  });

  await test.step('a parlay of one is refused', async () => {
    await page.getByRole('tab', { name: 'Parlay', exact: true }).click();
    await expect(title(page, 'Parlay Requirements')).toBeVisible();
    await expect(title(page, 'Parlay requires at least 2 bets')).toBeVisible();
  });

  await test.step('amounts are carried over to a parlay and back', async () => {
    await pick(page, two);
    await openSlip(page);
    await amountOf(page, one.homeName).fill('30');
    await amountOf(page, two.homeName).fill('21');
    const parlay = page.getByLabel('Parlay amount in Ching');
    const switchTo = (mode: string) => page.getByRole('tab', { name: mode, exact: true }).click();
    await switchTo('Parlay');
    await expect(parlay).toHaveValue('51');
    await switchTo('Individual');
    await expect(amountOf(page, one.homeName)).toHaveValue('30');
    await expect(amountOf(page, two.homeName)).toHaveValue('21');
    await switchTo('Parlay');
    await parlay.fill('75');
    await switchTo('Individual');
    await expect(amountOf(page, one.homeName)).toHaveValue('38');
    await expect(amountOf(page, two.homeName)).toHaveValue('37');
    await switchTo('Parlay');
    await parlay.fill('');
    await press(page, 'Place Parlay');
    await expect(title(page, 'Missing Parlay Amount')).toBeVisible();
    await expect(title(page, 'Please enter a valid parlay amount')).toBeVisible();
  });

  await test.step('a second leg of one game is refused, the other side of a market replaces the first', async () => {
    await closeSlip(page);
    await oddsOn(page, one, /^Over/).click();
    await expect(
      title(page, `A parlay takes one bet per game, and ${one.away} @ ${one.home} is on it already`),
    ).toBeVisible();
    await pick(page, one, 'away');
    await openSlip(page);
    await expect(title(page, `${one.awayName} ML`)).toBeVisible();
    await expect(title(page, `${one.homeName} ML`)).toBeHidden();
    await pick(page, one);
    await pick(page, last);
  });

  await test.step('it survives a reload', async () => {
    await page.reload();
    await seeSlate(page);
    await openSlip(page);
    await expect(page.getByRole('tab', { name: 'Parlay', exact: true })).toHaveAttribute('aria-selected', 'true');
    for (const game of [one, two, last]) await expect(title(page, `${game.homeName} ML`)).toBeVisible();
  });
});

test('a parlay of three needs a league that allows it and has enough, and is placed once', async ({
  stage,
  person,
}) => {
  const page = await person();
  await enter(page, 'ann');
  for (const game of await footballGames(page, stage, 3)) await pick(page, game);
  await openSlip(page);
  await page.getByRole('tab', { name: 'Parlay', exact: true }).click();

  await test.step('without a league, or one for the sport, it says so', async () => {
    await page.getByLabel('Parlay amount in Ching').fill('1200');
    await press(page, 'Place Parlay');
    await expect(title(page, 'You need to join a league to place bets')).toBeVisible();
    await page.keyboard.press('Escape');
    const { id } = await createLeague(page, 'Diamond', { allowedSports: 'MLB' });
    await page.reload();
    await seeSlate(page);
    await openSlip(page);
    await press(page, 'Place Parlay');
    const question = page.getByRole('dialog', { name: 'Confirm Parlay' }); // the slip behind it says the same
    await expect(
      title(question, 'No leagues allow NFL bets. Contact league commissioners to update sport restrictions.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await ask(page, updateGroup, { params: { id }, body: { allowedSports: 'ALL' } });
    await page.reload();
    await seeSlate(page);
  });

  await test.step('more than the league has available is refused with both amounts', async () => {
    await openSlip(page);
    // Before the leagues are loaded, Place opens the confirmation, which checks the balance later.
    await expect(page.getByText('200 Ching more than you have available there.')).toBeVisible();
    await withoutToastTimers(page);
    await press(page, 'Place Parlay');
    await expect(title(page, 'Insufficient Balance')).toBeVisible();
    await expect(
      title(page, 'Parlay amount (1,200 Ching) exceeds your available balance (1,000 Ching) in this league'),
    ).toBeVisible();
    await page.getByLabel('Parlay amount in Ching').fill('250');
    await press(page, 'Place Parlay');
    await expect(page.getByText('1,000 Ching →, then 750 Ching')).toBeVisible();
    await expect(page.getByText('25% of what is available')).toBeVisible();
  });

  await test.step('F8 leads to the toast also while a dialog is open, and Tab back into the dialog', async () => {
    const area = page.getByRole('region', { name: 'Notifications (F8)' });
    const confirm = page.getByRole('dialog');
    await page.keyboard.press('F8');
    await expect(area.getByRole('list')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(area.getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(area.getByRole('listitem')).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(confirm.locator(':focus')).toHaveCount(1);
    await confirm.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the parlay of three is placed once, tapped twice', async () => {
    await press(page, 'Place Parlay');
    await page.getByRole('button', { name: 'Confirm Parlay', exact: true }).dblclick();
    await expect(title(page, 'Parlay Placed!')).toBeVisible();
    await expect(title(page, 'Parlay of 3 placed')).toBeVisible();
    await expect(page.getByText('750 Ching', { exact: true })).toBeVisible();
    await closeReceipt(page);
    const { bets, available } = await betsAndBalance(page);
    expect(bets).toHaveLength(3);
    expect(new Set(bets.map((bet) => bet.parlayId)).size).toBe(1);
    const prices = bets.map((bet) => bet.odds);
    expect(bets[0]?.potentialPayout).toBe(returned(fromWhole(250), prices));
    expect(available).toBe(fromWhole(750));
  });

  await test.step('on a phone the sheet gives the focus back and closes by a swipe', async () => {
    const floating = page.getByRole('button', { name: /^Bet Slip/ });
    if (!(await floating.isVisible())) return;
    await expect(floating).toBeFocused();
    await floating.click();
    await expect(title(page, 'Your slip is empty')).toBeVisible();
    const sheet = page.getByRole('dialog', { name: /^Bet Slip/ });
    await expect(sheet.getByRole('heading', { name: /^Bet Slip/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(sheet.locator(':focus')).toHaveCount(1);
    await swipe(page, sheet.getByRole('heading'), { down: 200 });
    await expect(sheet).toBeHidden();
    await expect(floating).toBeFocused();
  });
});

/** A league name of the maximum length. */
const gridiron = 'Gridiron of the Old Waterfront Neighbours and Their Friends.';
const football: NewLeague = { name: gridiron, allowedSports: 'NFL' };

/** Lists the elements of a dialog that overflow its right edge. Runs in the page. */
function tooWide(dialog: Element): string[] {
  const { right } = dialog.getBoundingClientRect();
  const wide = [...dialog.querySelectorAll('button, fieldset, label, li, p')].filter(
    (part) => part.getBoundingClientRect().right > right,
  );
  return wide.map((part) => part.outerHTML.slice(0, 90));
}

const noAnswer = 'No answer came, so it may be placed or not. Placing it again is safe: it counts only once.';

test('silence costs no Ching and doubles no bet', async ({ stage, person }) => {
  const page = await person();
  await enter(page, 'cleo', sunday, football);
  const [one, two] = three(await footballGames(page, stage, 3));

  await test.step('a bet whose answer is lost is sent again and placed once', async () => {
    await pick(page, one);
    await openSlip(page);
    await amountOf(page, one.homeName).fill('100');
    await answerNext(page, 'POST', /\/api\/bets$/, async (route) => {
      await route.fetch(); // the server places the bet, and the answer is lost
      await route.abort();
    });
    await press(page, 'Place Bet');
    await page.getByRole('radio', { name: /Sunday League/ }).check();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'No Answer')).toBeVisible();
    await expect(title(page, noAnswer)).toHaveCount(2); // the notification and the slip
    await press(page, 'Place Bet');
    await expect(page.getByText('Your last try may have reached Sunday League: finish it there first')).toBeVisible();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
    await expect(title(page, 'Your bet has been successfully placed.')).toBeVisible();
    await closeReceipt(page);
    const { bets, available } = await betsAndBalance(page);
    expect([bets.map((bet) => bet.amount), available]).toEqual([[fromWhole(100)], fromWhole(900)]);
  });

  await test.step('offline nothing is placed, and the slip stays', async () => {
    await pick(page, two);
    await openSlip(page);
    await amountOf(page, two.homeName).fill('50');
    await page.context().setOffline(true);
    await press(page, 'Place Bet');
    await expect(page.getByRole('radio', { name: /Sunday League/ })).toBeChecked();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'No Answer')).toBeVisible();
    await page.context().setOffline(false);
    await amountOf(page, two.homeName).fill('60');
    await press(page, 'Place Bet');
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
    const { bets, available } = await betsAndBalance(page);
    expect(bets.map((bet) => bet.amount).sort((a, b) => b - a)).toEqual([fromWhole(100), fromWhole(60)]);
    expect(available).toBe(fromWhole(840));
  });
});

test('a second window that places first empties the slip of this one', async ({ stage, person }) => {
  const page = await person();
  await enter(page, 'cleo', sunday, football);
  const [one] = three(await footballGames(page, stage, 3));
  await pick(page, one);
  await openSlip(page);
  await amountOf(page, one.homeName).fill('10');
  await press(page, 'Place Bet');
  await page.getByRole('radio', { name: /Sunday League/ }).check();
  const other = await page.context().newPage();
  await other.goto('/');
  await seeSlate(other);
  await openSlip(other);
  await press(other, 'Place Bet');
  await other.getByRole('radio', { name: /Sunday League/ }).check();
  await press(other, 'Confirm Bet');
  await expect(title(other, 'Bet Placed!')).toBeVisible();
  await other.close();
  await expect(page.getByRole('dialog')).toContainText(
    'Nothing was placed from here, and nothing is left on the slip.',
  );
  await press(page, 'Back to the Slip');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Place Bet', exact: true })).toBeHidden();
  const { bets, available } = await betsAndBalance(page);
  expect([bets.map((bet) => bet.amount), available]).toEqual([[fromWhole(10)], fromWhole(990)]);
});

test('a sport that a league does not allow costs no Ching', async ({ stage, person }) => {
  const page = await person();
  await enter(page, 'cleo', sunday, football);
  const [one] = three(await footballGames(page, stage, 3));

  await test.step('a leg that the chosen league does not allow is marked and blocks', async () => {
    await pick(page, one);
    // Soccer lists a whole week: near midnight, a sport of one day may have no scheduled game.
    await page.getByRole('tab', { name: 'Soccer', exact: true }).click();
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: / moneyline at / })
      .first()
      .click();
    await openSlip(page);
    const amounts = page.getByLabel(/^Amount in Ching/);
    await expect(amounts).toHaveCount(2); // `all` does not wait for the sheet
    for (const amount of await amounts.all()) await amount.fill('5');
    await press(page, 'Place 2 Bets');
    await page.getByRole('radio', { name: /Gridiron/ }).check();
    await expect(
      title(page, `${gridiron} does not allow Soccer bets. Remove this one or choose another league.`),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm Bets', exact: true })).toBeDisabled();
    await page.getByRole('radio', { name: /Sunday League/ }).check();
    await page.getByRole('radio', { name: /Gridiron/ }).check();
    await expect(page.getByRole('button', { name: `Confirm in ${gridiron}` })).toBeDisabled();
    expect(await page.getByRole('dialog').evaluate(tooWide)).toEqual([]);
    await page.getByRole('radio', { name: /Sunday League/ }).check();
    await withoutToastTimers(page);
    await press(page, 'Confirm in Sunday League');
    await expect(title(page, '2 bets have been successfully placed.')).toBeVisible();
    await closeReceipt(page);
    const { bets, available } = await betsAndBalance(page);
    expect(bets).toHaveLength(2);
    const staked = sumCents(bets.map((bet) => bet.amount));
    expect([staked, available]).toEqual([fromWhole(10), fromWhole(990)]);
  });

  await test.step('F8 leads to the toast, and a swipe to the right dismisses it', async () => {
    const area = page.getByRole('region', { name: 'Notifications (F8)' });
    await page.keyboard.press('F8');
    await expect(
      area
        .locator(':focus')
        .or(area.and(page.locator(':has(> :focus)')))
        .first(),
    ).toBeAttached();
    const toast = area.getByRole('listitem');
    await expect(toast).toBeVisible();
    if (await page.evaluate(() => navigator.maxTouchPoints > 0)) {
      await swipe(page, toast, { right: 120 });
    } else await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();
  });
});

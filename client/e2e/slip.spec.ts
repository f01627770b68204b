import type { Page } from '@playwright/test';
import { footballGames, footballSlate, oddsOn, openSlip, type PlayedGame, returned, shown } from './play.ts';
import { expect, test } from './stage.ts';

/** A signed-in player with these leagues, on the slate. */
async function enter(page: Page, name: string, ...leagues: { name: string; allowedSports: string }[]): Promise<void> {
  await page.request.post('/api/auth/register', {
    data: { email: `${name}@example.com`, password: 'correct horse', firstName: name, lastName: 'Tester' },
  });
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  for (const league of leagues) {
    const data = { ...league, joinDeadline: days(1), endDate: days(2) };
    expect((await page.request.post('/api/groups', { data })).status()).toBe(201);
  }
  await page.goto('/');
  await seeSlate(page);
}

async function seeSlate(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 20_000 });
}

const sunday = { name: 'Sunday League', allowedSports: 'ALL' };

type WireBet = { parlayId: string | null; amount: string; odds: number; potentialPayout: string; betSide: string };

/** The player's bets as the wire has them, and what the player's first league has available. */
async function books(page: Page): Promise<{ bets: WireBet[]; available: string }> {
  const bets = await page.request.get('/api/bets').then((answer) => answer.json());
  const [{ available }] = await page.request.get('/api/groups').then((answer) => answer.json());
  return { bets, available };
}

async function pick(page: Page, game: PlayedGame, side: 'home' | 'away' = 'home'): Promise<void> {
  await closeSlip(page);
  await oddsOn(page, game, new RegExp(`^${game[`${side}Name`]} moneyline`)).click();
}

async function closeSlip(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^Bet Slip/ });
  if (!(await sheet.isVisible())) return;
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
}

const amountOf = (page: Page, team: string) => page.getByLabel(`Amount in Ching for ${team} ML`);
const title = (page: Page, words: string) => page.getByText(words, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

function three(games: PlayedGame[]): [PlayedGame, PlayedGame, PlayedGame] {
  const [a, b, c] = games;
  if (!a || !b || !c) throw new Error('three games are expected');
  return [a, b, c];
}

test('a player fills the slip both ways, is told what is missing, and places a parlay of three', async ({
  stage,
  person,
}) => {
  test.setTimeout(180_000);
  const page = await person();
  await enter(page, 'ann');
  const [one, two, last] = three(await footballGames(page, stage, 3));

  await test.step('an empty slip says what to do', async () => {
    await openSlip(page);
    await expect(title(page, 'Your slip is empty')).toBeVisible();
    await closeSlip(page);
  });

  await test.step('amounts are whole numbers, typed or pasted', async () => {
    await pick(page, one);
    await expect(page.getByText(`${one.homeName} ML is on the slip. 1 bet on it.`)).toBeAttached();
    await openSlip(page);
    const amount = amountOf(page, one.homeName);
    await amount.pressSequentially('-1e2.5+');
    await expect(amount).toHaveValue('125');
    for (const pasted of ['99.5', '-4', '1e3', '10000000.5', '12345678']) {
      await amount.fill(pasted);
      await expect(amount).toHaveValue('125');
    }
    await amount.fill('');
    await press(page, 'Place Bet');
    await expect(title(page, 'Missing Bet Amounts')).toBeVisible();
    await expect(title(page, 'Please enter amounts for all selected bets')).toBeVisible();
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
    const turnTo = (mode: string) => page.getByRole('tab', { name: mode, exact: true }).click();
    await turnTo('Parlay');
    await expect(parlay).toHaveValue('51');
    await turnTo('Individual');
    await expect(amountOf(page, one.homeName)).toHaveValue('30');
    await expect(amountOf(page, two.homeName)).toHaveValue('21');
    await turnTo('Parlay');
    await parlay.fill('75');
    await turnTo('Individual');
    await expect(amountOf(page, one.homeName)).toHaveValue('38');
    await expect(amountOf(page, two.homeName)).toHaveValue('37');
    await turnTo('Parlay');
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

  await test.step('without a league, or one for the sport, it says so', async () => {
    await page.getByLabel('Parlay amount in Ching').fill('1200');
    await press(page, 'Place Parlay');
    await expect(title(page, 'You need to join a league to place bets')).toBeVisible();
    await page.keyboard.press('Escape');
    await enter(page, 'ann2', { name: 'Diamond', allowedSports: 'MLB' });
    await openSlip(page);
    await press(page, 'Place Parlay');
    await expect(
      title(page, 'No leagues allow NFL bets. Contact league commissioners to update sport restrictions.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('more than the league has available is refused with both amounts', async () => {
    await enter(page, 'ann3', sunday);
    await openSlip(page);
    await press(page, 'Place Parlay');
    await expect(page.getByText('1,000 Ching →, then -200 Ching')).toBeVisible();
    await press(page, 'Confirm Parlay');
    await expect(title(page, 'Insufficient Balance')).toBeVisible();
    await expect(
      title(page, 'Parlay amount (1,200 Ching) exceeds your available balance (1,000 Ching) in this league'),
    ).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the parlay of three is placed once, tapped twice', async () => {
    await page.getByLabel('Parlay amount in Ching').fill('250');
    await press(page, 'Place Parlay');
    await page.getByRole('button', { name: 'Confirm Parlay', exact: true }).dblclick();
    await expect(title(page, 'Parlay Placed!')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const { bets, available } = await books(page);
    expect(bets).toHaveLength(3);
    expect(new Set(bets.map((bet) => bet.parlayId)).size).toBe(1);
    const back = returned(
      25_000n,
      bets.map((bet) => bet.odds),
    );
    expect(bets[0]?.potentialPayout).toBe(`${back / 100n}.${String(back % 100n).padStart(2, '0')}`);
    expect(available).toBe('750.00');
  });

  await test.step('on a phone the sheet gives the focus back and closes by a swipe', async () => {
    const floating = page.getByRole('button', { name: /^Bet Slip/ });
    if (!(await floating.isVisible())) return;
    await expect(floating).toBeFocused();
    await floating.click();
    const sheet = page.getByRole('dialog', { name: /^Bet Slip/ });
    await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(sheet.locator(':focus')).toHaveCount(1);
    await swipe(page, sheet.getByRole('heading'), { down: 200 });
    await expect(sheet).toBeHidden();
    await expect(floating).toBeFocused();
  });
});

/** A finger that moves over the screen, as the browser's own input and not as made-up events. */
async function swipe(page: Page, on: ReturnType<Page['getByRole']>, { down = 0, right = 0 }): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error('nothing to swipe on');
  const start = { x: Math.round(box.x + 5), y: Math.round(box.y + 5) };
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + right * part, y: start.y + down * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
  await touch('touchEnd', 1);
}

test('odds move, markets close and games start under the slip', async ({ stage, person }) => {
  test.setTimeout(240_000);
  const page = await person();
  await enter(page, 'bob', sunday);
  const [one, two, last] = three(await footballGames(page, stage, 3));
  const offered = async (game: PlayedGame) =>
    (await footballSlate(page)).find((view) => view.id === `espn:${game.id}`)?.moneylineHome;
  const move = async (game: PlayedGame, moneylineHome: number | null) => {
    stage.replay.lead(game.id, { odds: { moneylineHome } });
    await expect.poll(() => offered(game), { timeout: 60_000 }).toBe(moneylineHome);
  };
  stage.replay.lead(one.id, { odds: { moneylineHome: -110, moneylineAway: -110 } });
  stage.replay.lead(two.id, { odds: { moneylineHome: -120, moneylineAway: 100 } });
  await expect.poll(() => offered(two), { timeout: 60_000 }).toBe(-120);
  await expect.poll(() => offered(one), { timeout: 60_000 }).toBe(-110);
  await page.reload();
  await seeSlate(page);

  await test.step('a price that moved unseen is refused by the server, and placed after one tap', async () => {
    await pick(page, one);
    await pick(page, two);
    await openSlip(page);
    await amountOf(page, one.homeName).fill('100');
    await amountOf(page, two.homeName).fill('40');
    await page.route('**/api/games/**', (route) => route.abort()); // or the slate shows it first
    await move(one, -125);
    await press(page, 'Place 2 Bets');
    const accept = page.getByRole('button', { name: `Accept -125 for ${one.homeName} ML` });
    await press(page, 'Confirm Bets');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
    await expect(page.getByText(/What was refused is still on the slip\./).first()).toBeVisible();
    await page.unroute('**/api/games/**');
    await accept.click();
    await expect(accept).toBeHidden();
  });

  await test.step('what was refused is placed at the odds that were accepted', async () => {
    await closeConfirm(page);
    await page.getByRole('button', { name: /^Place / }).click();
    await page.getByRole('button', { name: /^Confirm Bets?$/ }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(async () => (await books(page)).bets.length).toBe(2);
    const { bets, available } = await books(page);
    expect(bets.map((bet) => [bet.odds, bet.amount, bet.potentialPayout]).sort()).toEqual([
      [-120, '40.00', '73.33'],
      [-125, '100.00', '180.00'],
    ]);
    expect(available).toBe('860.00');
  });

  await test.step('the slate shows what moved or closed before anything is sent, and blocks until it is settled', async () => {
    for (const game of [one, two, last]) await pick(page, game);
    await openSlip(page);
    await page.getByRole('tab', { name: 'Parlay', exact: true }).click();
    await page.getByLabel('Parlay amount in Ching').fill('10');
    stage.replay.lead(one.id, { odds: { moneylineHome: null } });
    stage.replay.lead(two.id, { odds: { moneylineHome: -140 } });
    const accept = page.getByRole('button', { name: `Accept -140 for ${two.homeName} ML` });
    await expect(accept).toBeVisible({ timeout: 60_000 });
    await expect(title(page, 'This is not offered any more. Remove it to go on.')).toBeVisible({ timeout: 45_000 });
    await press(page, 'Place Parlay');
    await expect(title(page, 'Odds Changed')).toBeVisible();
    await page.getByRole('button', { name: `Remove ${one.homeName} ML` }).click();
    await accept.click();
    await expect(page.getByText(shown(returned(1_000n, [-140, (await offered(last)) ?? 0])))).toBeVisible();
  });

  await test.step('a game that starts leaves the slip at that second, and says so', async () => {
    stage.replay.lead(two.id, { startsInSeconds: 25 });
    await expect(
      title(page, `${two.away} @ ${two.home}: betting is locked, so that bet was taken off the slip.`),
    ).toBeVisible({ timeout: 70_000 });
    await expect(title(page, `${last.homeName} ML`)).toBeVisible();
    await expect(title(page, `${two.homeName} ML`)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Place Bet', exact: true })).toBeVisible();
  });
});

async function closeConfirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Confirm/ });
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('silence, other windows and other sports cost no Ching and double no bet', async ({ stage, person }) => {
  test.setTimeout(180_000);
  const page = await person();
  await enter(page, 'cleo', sunday, { name: 'Gridiron', allowedSports: 'NFL' });
  const [one, two, last] = three(await footballGames(page, stage, 3));

  await test.step('a bet whose answer is lost is sent again and placed once', async () => {
    await pick(page, one);
    await openSlip(page);
    await amountOf(page, one.homeName).fill('100');
    await page.route('**/api/bets', async (route) => {
      await route.fetch(); // the server acts, the answer does not arrive
      await route.abort();
    });
    await press(page, 'Place Bet');
    await page.getByRole('radio', { name: /Sunday League/ }).check();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Unable to connect. Please try again.')).toBeVisible();
    await expect(title(page, 'No answer came. Placing it again is safe: it counts only once.')).toBeVisible();
    await page.unroute('**/api/bets');
    await press(page, 'Place Bet');
    await expect(page.getByText('Your last try may have reached Sunday League: finish it there first')).toBeVisible();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
    await expect(title(page, 'Your bet has been successfully placed.')).toBeVisible();
    const { bets } = await books(page);
    expect(bets.map((bet) => bet.amount)).toEqual(['100.00']);
  });

  await test.step('offline nothing is placed, and the slip stays', async () => {
    await pick(page, two);
    await openSlip(page);
    await amountOf(page, two.homeName).fill('50');
    await page.context().setOffline(true);
    await press(page, 'Place Bet');
    await page.getByRole('radio', { name: /Sunday League/ }).check();
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Unable to connect. Please try again.')).toBeVisible();
    await page.context().setOffline(false);
    await amountOf(page, two.homeName).fill('60');
    await press(page, 'Place Bet');
    await press(page, 'Confirm Bet');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
    const { bets } = await books(page);
    expect(bets.map((bet) => bet.amount).sort()).toEqual(['100.00', '60.00']);
  });

  await test.step('a second window that places first empties the slip of this one', async () => {
    await pick(page, last);
    await openSlip(page);
    await amountOf(page, last.homeName).fill('10');
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
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Place Bet', exact: true })).toBeHidden();
    expect((await books(page)).bets).toHaveLength(3);
  });

  await test.step('a leg that the chosen league does not allow is marked and blocks', async () => {
    await pick(page, one);
    await page.getByRole('tab', { name: 'NBA', exact: true }).click();
    await page.getByRole('article').first().getByRole('button', { name: /^Over/ }).click();
    await openSlip(page);
    for (const field of await page.getByLabel(/^Amount in Ching/).all()) await field.fill('5');
    await press(page, 'Place 2 Bets');
    await page.getByRole('radio', { name: /Gridiron/ }).check();
    await expect(
      title(page, 'Gridiron does not allow NBA bets. Remove this one or choose another league.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm Bets', exact: true })).toBeDisabled();
    await page.getByRole('radio', { name: /Sunday League/ }).check();
    await press(page, 'Confirm Bets');
    await expect(title(page, '2 bets have been successfully placed.')).toBeVisible();
    const { bets, available } = await books(page);
    expect(bets).toHaveLength(5);
    const staked = bets.reduce((sum, bet) => sum + Number(bet.amount), 0);
    expect([staked, available]).toEqual([180, '820.00']);
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

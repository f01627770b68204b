import { cents, fromWhole } from '#shared/domain/money.ts';
import { unansweredOf } from './delay.ts';
import { closeReceipt, footballGames, footballSlate, openSlip, type PlayedGame, returned, shown } from './play.ts';
import { amountOf, betsAndBalance, closeConfirm, enter, pick, press, seeSlate, sunday, three, title } from './slip.ts';
import { expect, test } from './stage.ts';

test('odds change, markets close and games start while they are on the slip', async ({ stage, person }) => {
  test.setTimeout(240_000);
  const page = await person();
  const unanswered = unansweredOf(page);
  await enter(page, 'bob', sunday);
  const [one, two, last] = three(await footballGames(page, stage, 3));
  const offered = async (game: PlayedGame) =>
    (await footballSlate(page)).find((view) => view.id === `espn:${game.id}`)?.moneylineHome;
  const changePrice = async (game: PlayedGame, moneylineHome: number | null) => {
    stage.replay.changeGame(game.id, { odds: { moneylineHome } });
    await expect.poll(() => offered(game), { timeout: 60_000 }).toBe(moneylineHome);
  };
  stage.replay.changeGame(one.id, { odds: { moneylineHome: -110, moneylineAway: -110 } });
  stage.replay.changeGame(two.id, { odds: { moneylineHome: -120, moneylineAway: 100 } });
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
    await page.route('**/api/games/**', (route) => route.abort()); // otherwise the slate shows the change first
    await expect.poll(() => unanswered.size).toBe(0); // nor may a reply that is under way show it
    await changePrice(one, -125);
    await press(page, 'Place 2 Bets');
    const accept = page.getByRole('button', { name: `Accept -125 for ${one.homeName} ML` });
    await press(page, 'Confirm Bets');
    await expect(title(page, 'Bet Placed!')).toBeVisible();
    await expect(page.getByText(/What was refused is still on the slip\./).first()).toBeVisible();
    await page.unroute('**/api/games/**');
    await expect(title(page, 'One bet is still on the slip.')).toBeVisible();
    await press(page, 'Back to the Slip');
    await accept.click();
    await expect(accept).toBeHidden();
  });

  await test.step('what was refused is placed at the odds that were accepted', async () => {
    await closeConfirm(page);
    await page.getByRole('button', { name: /^Place / }).click();
    await page.getByRole('button', { name: /^Confirm Bets?$/ }).click();
    await closeReceipt(page);
    await expect.poll(async () => (await betsAndBalance(page)).bets.length).toBe(2);
    const { bets, available } = await betsAndBalance(page);
    expect(bets.map((bet) => [bet.odds, bet.amount, bet.potentialPayout]).sort()).toEqual([
      [-120, fromWhole(40), cents(7_333)],
      [-125, fromWhole(100), fromWhole(180)],
    ]);
    expect(available).toBe(fromWhole(860));
  });

  await test.step('the slate shows what moved or closed before anything is sent, and blocks until it is settled', async () => {
    for (const game of [one, two, last]) await pick(page, game);
    await openSlip(page);
    await page.getByRole('tab', { name: 'Parlay', exact: true }).click();
    await page.getByLabel('Parlay amount in Ching').fill('10');
    stage.replay.changeGame(one.id, { odds: { moneylineHome: null } });
    stage.replay.changeGame(two.id, { odds: { moneylineHome: -140 } });
    const accept = page.getByRole('button', { name: `Accept -140 for ${two.homeName} ML` });
    await expect(accept).toBeVisible({ timeout: 60_000 });
    await expect(title(page, 'This is not offered any more. Remove it to go on.')).toBeVisible({ timeout: 45_000 });
    await press(page, 'Place Parlay');
    await expect(title(page, 'Odds Changed')).toBeVisible();
    await page.getByRole('button', { name: `Remove ${one.homeName} ML` }).click();
    await accept.click();
    await expect(page.getByText(shown(returned(fromWhole(10), [-140, (await offered(last)) ?? 0])))).toBeVisible();
  });

  await test.step('a game that starts leaves the slip at that second, and says so', async () => {
    stage.replay.changeGame(two.id, { startsInSeconds: 10 });
    await expect(
      title(page, `${two.away} @ ${two.home}: betting is locked, so that bet was taken off the slip.`),
    ).toBeVisible({ timeout: 70_000 });
    await expect(title(page, `${last.homeName} ML`)).toBeVisible();
    await expect(title(page, `${two.homeName} ML`)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Place Bet', exact: true })).toBeVisible();
  });
});

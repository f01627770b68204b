import type { Locator, Page } from '@playwright/test';
import { listBets } from '#shared/api/bets.ts';
import { leaderboard, listGroups } from '#shared/api/groups.ts';
import { toWire } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { delayRequests, unansweredOf } from './delay.ts';
import { endTwo, enterJordan, legs, omaha, openMarkets, placeSeven, settleSeven, startTwo } from './jordan.ts';
import { placeSingle } from './play.ts';
import { blockEvents, failNext, requestsWithin } from './screen.ts';
import { expect, test } from './stage.ts';

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const tickets = (page: Page): Locator => page.getByRole('article');

async function expectTabs(page: Page, counts: Record<'All' | 'Live' | 'Pending' | 'Won' | 'Lost', number>) {
  for (const [name, count] of Object.entries(counts)) await expect(tab(page, `${name} ${count}`)).toBeVisible();
}

/** Opens a tab, and expects as many tickets as the tab's count. */
async function open(page: Page, name: string): Promise<void> {
  const chosen = page.getByRole('tab', { name: new RegExp(`^${name} \\d+$`) });
  await chosen.click();
  const count = Number((await chosen.innerText()).replace(/\D/g, ''));
  await expect(tickets(page)).toHaveCount(count);
}

test('My Bets and the profile without a bet', async ({ person }) => {
  const { page } = await enterJordan(person);

  await test.step('before the first bet it says what to do', async () => {
    await page.goto('/my-bets');
    await expect(page.getByRole('heading', { name: 'My Betting History', level: 1 })).toBeVisible();
    await expect(page.getByText('Track your bets and performance', { exact: true })).toBeVisible();
    await expect(page.getByText('No bets placed yet', { exact: true })).toBeVisible();
    await expect(page.getByText('Place your first bet to start tracking your performance!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the games' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join League' })).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Create League' })).toHaveCount(2);
    await expectTabs(page, { All: 0, Live: 0, Pending: 0, Won: 0, Lost: 0 });
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: "Jordan's Profile" })).toBeVisible();
    await expect(stat(page, 'Win Rate')).toHaveText('0.0%');
    await expect(stat(page, 'Net Profit')).toHaveText('0 Ching');
    await expect(page.getByRole('heading', { name: 'My Leagues (3)' })).toBeVisible();
    await expect(page.getByText('No standings yet')).toHaveCount(3);
    await page.route('**/leaderboard', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Failed to load standings')).toHaveCount(3);
    await expect(page.getByText('No standings yet')).toHaveCount(0);
    await page.unroute('**/leaderboard');
  });

  await test.step('a list that is slow, cut off or broken says so, and comes after all', async () => {
    const unblockEvents = await blockEvents(page); // otherwise an event loads the list before Try Again does
    await page.route('**/api/bets?*', (route) => route.abort());
    await page.goto('/my-bets');
    await expect(page.getByText('Failed to load betting history', { exact: true })).toBeVisible();
    await page.unroute('**/api/bets?*');
    await failNext(page, 'GET', /\/api\/bets\?/);
    const broken = page.waitForResponse('**/api/bets?*'); // the words of the first failure stay until then
    await page.getByRole('button', { name: 'Try Again' }).click();
    await broken;
    await expect(page.getByText('Failed to load betting history', { exact: true })).toBeVisible();
    const release = await delayRequests(page, '**/api/bets?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Loading betting history...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText('No bets placed yet', { exact: true })).toBeVisible();
    await unblockEvents();
  });
});

test('open bets are pending, and live once their games are on', async ({ stage, person }) => {
  const jordan = await enterJordan(person);
  const { page } = jordan;
  await page.goto('/my-bets');
  await placeSeven(stage, jordan);

  await test.step('open bets are pending, by league and in all', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectTabs(page, { All: 7, Live: 0, Pending: 7, Won: 0, Lost: 0 });
    await expect(tab(page, 'All Leagues (7)')).toBeVisible();
    await expect(tab(page, 'Sunday League (6)')).toBeVisible();
    await tab(page, 'Work (1)').click();
    await expectTabs(page, { All: 1, Live: 0, Pending: 1, Won: 0, Lost: 0 });
    await expect(tickets(page)).toContainText('Ridgebacks ML');
    await expect(tickets(page)).toContainText('25 to 55 Ching');
    await expect(tickets(page)).toContainText('Waits for the game: ');
    await open(page, 'Lost');
    await expect(page.getByText('No lost bets', { exact: true })).toBeVisible();
    await tab(page, 'Quiet (0)').click();
    await expect(page.getByText('No bets placed yet', { exact: true })).toBeVisible();
    await tab(page, 'All Leagues (7)').click();
    await open(page, 'All');
  });

  await test.step('once games are on, their singles are live, and mixed parlays live and pending', async () => {
    await startTwo(stage, jordan);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectTabs(page, { All: 7, Live: 6, Pending: 2, Won: 0, Lost: 0 });
    await open(page, 'Live');
    const spread = tickets(page).filter({ hasText: 'Spread Prairie Dogs -3.5' });
    await expect(spread.getByText('LIVE', { exact: true })).toBeVisible();
    await expect(spread.getByText('WINNING', { exact: true })).toBeVisible();
    await expect(spread).toContainText('PDX 10 @ OMA 14');
    const mixed = tickets(page).filter({ hasText: 'Ridgebacks ML' });
    await expect(mixed.getByRole('listitem')).toHaveText([/Prairie Dogs ML.*WINNING$/, /Ridgebacks ML.*PENDING$/]);
    await open(page, 'Pending');
    await expect(tickets(page).filter({ hasText: 'PARLAY (2 legs)' })).toHaveCount(1);
  });

  await test.step('a refresh that fails keeps what was shown', async () => {
    await page.route('**/api/bets?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to load betting history', { exact: true })).toBeVisible();
    await expect(page.getByText('The last refresh failed, so this may be out of date.')).toBeVisible();
    await expect(tickets(page)).toHaveCount(2);
    await page.unroute('**/api/bets?*');
  });
});

test('settled bets come by themselves, and each came to what it should', async ({ stage, person }) => {
  const jordan = await enterJordan(person);
  const { page } = jordan;
  await placeSeven(stage, jordan);
  await startTwo(stage, jordan);

  await test.step('settled bets come by themselves within thirty seconds', async () => {
    await blockEvents(page); // from here on the page learns of changes by its timer only
    await page.clock.install();
    await page.goto('/my-bets');
    await expectTabs(page, { All: 7, Live: 6, Pending: 2, Won: 0, Lost: 0 });
    await page.clock.pauseAt(Date.now() + 5_000); // before the timer: its answer could come while the games end
    await endTwo(stage, jordan);
    await expectTabs(page, { All: 7, Live: 6, Pending: 2, Won: 0, Lost: 0 });
    await page.clock.fastForward(30_000);
    await page.clock.resume(); // TanStack Query notifies its listeners in a timer
    await expectTabs(page, { All: 7, Live: 1, Pending: 2, Won: 2, Lost: 1 });
  });

  await test.step('each came to what it should, to the hundredth on the wire and rounded down on screen', async () => {
    const bets = await ask(page, listBets);
    const outcomes = bets.map((bet) => bet.parlayOutcome).filter((outcome) => outcome !== null);
    expect(new Set(outcomes.map(({ status, payout }) => `${status} ${toWire(payout)}`))).toEqual(
      new Set(['won 57.27', 'push 20.00', 'pending 0.00']),
    );
    await open(page, 'Won');
    const won = tickets(page).filter({ hasText: 'Spread Prairie Dogs -3.5' });
    await expect(won).toContainText('Won: +90 Ching');
    await expect(won).toContainText('190 Ching');
    const reduced = tickets(page).filter({ hasText: 'PARLAY (2 legs)' });
    await expect(reduced).toContainText('Won: +27 Ching (1 active legs out of 2 total)');
    await expect(reduced).toContainText('was +264 -110');
    const headed = page.getByRole('listitem').filter({ hasText: /^Won · / });
    await expect(headed.first()).toContainText('+118 Ching');
    await expect(reduced.getByRole('listitem')).toHaveText([/Prairie Dogs ML.*WON$/, /Total Over 40.*PUSH$/]);
    await open(page, 'Lost');
    await expect(tickets(page)).toContainText('Lost: -50 Ching');
    await open(page, 'All');
    await expect(tickets(page)).toContainText([/LIVE/, /PENDING/, /WON/, /WON/, /LOST/, /PUSH/, /PUSH/]);
    await expect(tickets(page).filter({ hasText: 'Push - Stake returned' })).toHaveCount(2);
    await expect(tickets(page).first()).toContainText('1 of 2 in, 1 to go');
  });

  await test.step('a settled bet says why', async () => {
    const won = tickets(page).filter({ hasText: 'Spread Prairie Dogs -3.5' });
    await expect(won.getByText('OMA 24 − 3.5 = 20.5 against PDX 20')).toBeHidden();
    await won.getByText('Why?').click();
    await expect(won.getByText('OMA 24 − 3.5 = 20.5 against PDX 20')).toBeVisible();
    await expect(won.getByText(/Overtime is included\.$/)).toBeVisible();
  });
});

test('the profile and the league’s page add up settled bets', async ({ stage, person }) => {
  const jordan = await enterJordan(person);
  const { page, id, friend, sunday } = jordan;
  await settleSeven(stage, jordan);

  await test.step('the profile adds it up, a parlay once, and every league with its place', async () => {
    const standings = await ask(page, leaderboard, { params: { id: sunday.id } });
    const own = standings.find(({ user }) => user.id === id);
    expect(own && [toWire(own.balance), toWire(own.profit)]).toEqual(['1068.18', '68.18']);
    const money = await ask(page, listGroups);
    expect(money.map((one) => [one.balance, one.available, one.pending].map(toWire))).toEqual([
      ['1068.18', '1058.18', '10.00'],
      ['1000.00', '975.00', '25.00'],
      ['1000.00', '1000.00', '0.00'],
    ]);
    await blockEvents(page); // the page requests by its timers only
    await page.clock.install();
    await page.goto('/profile');
    await expect(stat(page, 'Total Bets')).toHaveText('7');
    await expect(stat(page, 'Win Rate')).toHaveText('40.0%');
    await expect(stat(page, 'Total Wagered')).toHaveText('275 Ching');
    await expect(stat(page, 'Net Profit')).toHaveText('+68 Ching');
    const card = page.getByRole('link', { name: /^Sunday League/ });
    await expect(card).toContainText('League Balance Overview');
    await expect(card).toContainText('#1 of 2');
    for (const [label, amount] of [
      ['Total Ching', '1,068'],
      ['Available', '1,058'],
      ['Pending', '10'],
    ] as const) {
      await expect(card.locator('div', { has: page.getByText(label, { exact: true }) }).last()).toHaveText(
        `${label}${amount}`,
      );
    }
    await expect(page.getByRole('link', { name: /^Work/ })).toContainText('#1 of 1');
    await expect(page.getByRole('link', { name: /^Quiet/ })).toContainText('No standings yet');
    expect(await requestsWithin(page, 30_000, /\/api\/(bets|groups)/)).toEqual([]);
  });

  await test.step('the league’s page reads its standings and its week anew every thirty seconds, the slate no bets', async () => {
    const unanswered = unansweredOf(page);
    await page.getByRole('link', { name: /^Sunday League/ }).click();
    await expect(page).toHaveURL(`/league/${sunday.id}`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Maya' })).toContainText('#2');
    await expect(tab(page, 'Live 1')).toBeVisible();
    await expect.poll(() => unanswered.size).toBe(0); // the timer would join a request that still runs
    const asked = await requestsWithin(page, 30_000, /\/(leaderboard|last-7-days)$/);
    expect(asked.sort()).toEqual([`/api/groups/${sunday.id}/bets/last-7-days`, `/api/groups/${sunday.id}/leaderboard`]);
    await page.goto('/');
    await expect(page.getByText('You bet on this game').first()).toBeVisible();
    expect(await requestsWithin(page, 30_000, /\/api\/bets$/)).toEqual([]);
    await friend.goto('/profile');
    await expect(friend.getByRole('link', { name: /^Sunday League/ })).toContainText('#2 of 2');
  });
});

test('a corrected score is settled anew, and says what it was', async ({ stage, person }) => {
  const jordan = await enterJordan(person);
  const { page } = jordan;
  await settleSeven(stage, jordan);
  stage.replay.changeGame(omaha, { home: 27 });
  const over = async () => (await ask(page, listBets)).find((bet) => bet.betSide === 'over' && !bet.parlayId)?.status;
  await expect.poll(over, { timeout: 60_000 }).toBe('won');
  await page.goto('/my-bets');
  await open(page, 'Won');
  const corrected = tickets(page).filter({ hasText: 'Total Over 44' }).filter({ hasNotText: 'PARLAY' });
  await corrected.getByText('Why?').click();
  await expect(corrected).toContainText('Total 20 + 27 = 47 against 44');
  await expect(corrected).toContainText('Corrected: was push, Total 20 + 24 = 44 against 44.');
});

test('a long history comes in parts, also by the keyboard alone', async ({ stage, person }) => {
  const { page, work } = await enterJordan(person);
  await openMarkets(page, stage);
  const five = Array.from({ length: 5 });
  for (let placed = 0; placed < 55; placed += 5)
    await Promise.all(five.map(() => placeSingle(page, work, '1', legs.boiseMoneyline)));
  await page.addInitScript(() => Reflect.deleteProperty(window, 'IntersectionObserver'));
  await page.goto('/my-bets');
  await expect(tab(page, 'All 55')).toBeVisible();
  await expect(page.getByText(/^\d+ of 55 bets$/)).toBeVisible();
  const first = await tickets(page).count();
  expect(first).toBeLessThan(30);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(listed(page).nth(first)).toBeFocused();
  for (let shown = await tickets(page).count(); shown < 55; shown = await tickets(page).count()) {
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(listed(page).nth(shown)).toBeFocused();
  }
  await expect(tickets(page)).toHaveCount(55);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

const listed = (page: Page): Locator => page.getByRole('listitem').filter({ has: tickets(page) });

function stat(page: Page, label: string): Locator {
  return page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByRole('definition');
}

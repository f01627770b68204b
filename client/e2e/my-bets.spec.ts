import type { Locator, Page, Request } from '@playwright/test';
import type { Command } from '#server/replay/replay.ts';
import { listBets } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { leaderboard, listGroups } from '#shared/api/groups.ts';
import { toWire } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { expectFits, showMillions } from './narrow.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, type Leg, openSlip, placeLegs, placeSingle } from './play.ts';
import { blockEvents } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const feedTimeout = { timeout: 30_000 };

const omaha = '990000101'; // Portland at Omaha
const orlando = '990000102'; // Sacramento at Orlando
const boise = '990000103'; // Louisville at Boise

const level = {
  moneylineHome: -110,
  moneylineAway: -110,
  spreadHome: -3.5,
  spreadAway: 3.5,
  spreadHomeOdds: -110,
  spreadAwayOdds: -110,
  overOdds: -110,
  underOdds: -110,
};

/** Prices at which the amounts below can be computed by hand. */
const quotes: Record<string, NonNullable<Command['odds']>> = {
  [omaha]: { ...level, totalPoints: 44 },
  [orlando]: { ...level, totalPoints: 40, moneylineHome: 150, moneylineAway: -170 },
  [boise]: { ...level, totalPoints: 47.5, moneylineHome: 120, moneylineAway: -140 },
};

const legs = {
  omahaSpread: { gameId: `espn:${omaha}`, betType: 'spread', betSide: 'home', odds: -110, line: '-3.5' },
  omahaMoneyline: { gameId: `espn:${omaha}`, betType: 'moneyline', betSide: 'home', odds: -110, line: null },
  omahaOver: { gameId: `espn:${omaha}`, betType: 'total', betSide: 'over', odds: -110, line: '44' },
  orlandoMoneyline: { gameId: `espn:${orlando}`, betType: 'moneyline', betSide: 'home', odds: 150, line: null },
  orlandoOver: { gameId: `espn:${orlando}`, betType: 'total', betSide: 'over', odds: -110, line: '40' },
  orlandoUnder: { gameId: `espn:${orlando}`, betType: 'total', betSide: 'under', odds: -110, line: '40' },
  boiseMoneyline: { gameId: `espn:${boise}`, betType: 'moneyline', betSide: 'home', odds: 120, line: null },
} satisfies Record<string, Leg>;

async function game(page: Page, id: string): Promise<GameView> {
  const found = (await footballSlate(page)).find((one) => one.id === `espn:${id}`);
  if (!found) throw new Error(`${id} is not on the slate`);
  return found;
}

/** Sets the quotes of the journey in the replay, and waits until they are on the slate. */
async function openMarkets(page: Page, { replay }: Stage): Promise<void> {
  for (const [id, odds] of Object.entries(quotes)) replay.changeGame(id, { odds });
  for (const [id, odds] of Object.entries(quotes)) {
    const { moneylineHome, totalPoints } = odds;
    await expect.poll(() => game(page, id), feedTimeout).toMatchObject({ moneylineHome, totalPoints });
  }
}

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

test('a member follows bets on My Bets and on the profile, from the first to the last Ching', async ({
  stage,
  person,
}) => {
  test.setTimeout(150_000);
  const [page, friend] = [await person(), await person()];
  const jordan = await signUp(page, 'Jordan');
  await signUp(friend, 'Maya');
  const sunday = await createLeague(page, 'Sunday League');
  const work = await createLeague(page, 'Work');
  await createLeague(page, 'Quiet');
  await join(sunday, friend);
  const marketsOpen = openMarkets(page, stage);

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
    await page.route('**/api/bets', (route) => route.abort());
    await page.goto('/my-bets');
    await expect(page.getByText('Failed to load betting history', { exact: true })).toBeVisible();
    await page.unroute('**/api/bets');
    await page.route('**/api/bets', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Failed to load betting history', { exact: true })).toBeVisible();
    await page.unroute('**/api/bets');
    const release = await delayRequests(page, '**/api/bets');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Loading betting history...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText('No bets placed yet', { exact: true })).toBeVisible();
    await unblockEvents();
  });

  await test.step('open bets are pending, by league and in all', async () => {
    await marketsOpen;
    await placeSingle(page, sunday, '100', legs.omahaSpread);
    await placeSingle(page, sunday, '50', legs.orlandoMoneyline);
    await placeSingle(page, sunday, '40', legs.omahaOver);
    await placeLegs(page, sunday, '30', [legs.omahaMoneyline, legs.orlandoOver]);
    await placeLegs(page, sunday, '20', [legs.omahaOver, legs.orlandoUnder]);
    await placeLegs(page, sunday, '10', [legs.omahaMoneyline, legs.boiseMoneyline]);
    await placeSingle(page, work, '25', legs.boiseMoneyline);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expectTabs(page, { All: 7, Live: 0, Pending: 7, Won: 0, Lost: 0 });
    await expect(tab(page, 'All Leagues (7)')).toBeVisible();
    await expect(tab(page, 'Sunday League (6)')).toBeVisible();
    await tab(page, 'Work (1)').click();
    await expectTabs(page, { All: 1, Live: 0, Pending: 1, Won: 0, Lost: 0 });
    await expect(tickets(page)).toContainText('Ridgebacks ML');
    await expect(tickets(page)).toContainText('To win 30 Ching');
    await open(page, 'Lost');
    await expect(page.getByText('No lost bets', { exact: true })).toBeVisible();
    await tab(page, 'Quiet (0)').click();
    await expect(page.getByText('No bets placed yet', { exact: true })).toBeVisible();
    await tab(page, 'All Leagues (7)').click();
    await open(page, 'All');
  });

  await test.step('once games are on, their singles are live, and mixed parlays live and pending', async () => {
    for (const id of [omaha, orlando]) stage.replay.changeGame(id, { startsInSeconds: 1 });
    for (const id of [omaha, orlando]) {
      await expect.poll(() => game(page, id), feedTimeout).toMatchObject({ bettingLocked: true });
      stage.replay.changeGame(id, { stage: 'live', home: 14, away: 10 });
    }
    for (const id of [omaha, orlando]) {
      await expect.poll(() => game(page, id), feedTimeout).toMatchObject({ status: 'live', homeScore: 14 });
    }
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
    await page.route('**/api/bets', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to load betting history', { exact: true })).toBeVisible();
    await expect(page.getByText('The last refresh failed, so this may be out of date.')).toBeVisible();
    await expect(tickets(page)).toHaveCount(2);
    await page.unroute('**/api/bets');
  });

  await test.step('settled bets come by themselves within thirty seconds', async () => {
    await blockEvents(page); // from here on the page learns of changes by its timer only
    await page.clock.install();
    await page.goto('/my-bets');
    await expectTabs(page, { All: 7, Live: 6, Pending: 2, Won: 0, Lost: 0 });
    await page.clock.pauseAt(Date.now() + 60_000);
    stage.replay.changeGame(omaha, { stage: 'final', home: 24, away: 20 });
    stage.replay.changeGame(orlando, { stage: 'final', home: 17, away: 23 });
    await expect.poll(() => openLegs(page), feedTimeout).toBe(2);
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
    await expect(reduced.getByRole('listitem')).toHaveText([/Prairie Dogs ML.*WON$/, /Total Over 40.*PUSH$/]);
    await open(page, 'Lost');
    await expect(tickets(page)).toContainText('Lost: -50 Ching');
    await open(page, 'All');
    await expect(tickets(page)).toContainText([/LIVE/, /PENDING/, /WON/, /WON/, /LOST/, /PUSH/, /PUSH/]);
    await expect(tickets(page).filter({ hasText: 'Push - Stake returned' })).toHaveCount(2);
  });

  await test.step('a settled bet says why', async () => {
    const won = tickets(page).filter({ hasText: 'Spread Prairie Dogs -3.5' });
    await expect(won.getByText('OMA 24 − 3.5 = 20.5 against PDX 20')).toBeHidden();
    await won.getByText('Why?').click();
    await expect(won.getByText('OMA 24 − 3.5 = 20.5 against PDX 20')).toBeVisible();
    await expect(won.getByText(/Overtime is included\.$/)).toBeVisible();
  });

  await test.step('the profile adds it up, a parlay once, and every league with its place', async () => {
    const standings = await ask(page, leaderboard, { params: { id: sunday.id } });
    const own = standings.find(({ user }) => user.id === jordan.id);
    expect(own && [toWire(own.balance), toWire(own.profit)]).toEqual(['1068.18', '68.18']);
    const money = await ask(page, listGroups);
    expect(money.map((one) => [one.balance, one.available, one.pending].map(toWire))).toEqual([
      ['1068.18', '1058.18', '10.00'],
      ['1000.00', '975.00', '25.00'],
      ['1000.00', '1000.00', '0.00'],
    ]);
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
    expect(await requestedWithin30s(page, /\/api\/(bets|groups)/)).toEqual([]);
    await card.click();
    await expect(page).toHaveURL(`/league/${sunday.id}`);
  });

  await test.step('the league’s page reads its standings and its week anew every thirty seconds, the slate no bets', async () => {
    await expect(page.getByRole('listitem').filter({ hasText: 'Maya' })).toContainText('#2');
    await expect(tab(page, 'Live 1')).toBeVisible();
    const asked = await requestedWithin30s(page, /\/(leaderboard|last-7-days)$/);
    expect(asked.sort()).toEqual([`/api/groups/${sunday.id}/bets/last-7-days`, `/api/groups/${sunday.id}/leaderboard`]);
    await page.goto('/');
    await expect(page.getByText('You bet on this game').first()).toBeVisible();
    expect(await requestedWithin30s(page, /\/api\/bets$/)).toEqual([]);
    await friend.goto('/profile');
    await expect(friend.getByRole('link', { name: /^Sunday League/ })).toContainText('#2 of 2');
  });

  await test.step('on a phone of 320 px no page scrolls sideways and no amount is cut, a million neither', async () => {
    const size = page.viewportSize();
    if (!size || size.width > 390) return;
    const showRealAmounts = await showMillions(page);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/my-bets', '/leaderboard', `/league/${sunday.id}`, '/profile']) {
      await page.goto(path);
      await expectFits(page);
    }
    await page.goto('/');
    await page.getByRole('button', { name: /^Ridgebacks moneyline/ }).click();
    await openSlip(page);
    await page.getByLabel('Amount in Ching for Ridgebacks ML').fill('1000000');
    await expect(page.getByText('2,200,000 Ching')).toBeVisible();
    await page.getByRole('button', { name: 'Place Bet', exact: true }).click();
    await expectFits(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await showRealAmounts();
    await page.setViewportSize(size);
  });

  await test.step('a corrected score is settled anew, and says what it was', async () => {
    stage.replay.changeGame(omaha, { home: 27 });
    const five = Array.from({ length: 5 });
    for (let placed = 0; placed < 50; placed += 5)
      await Promise.all(five.map(() => placeSingle(page, work, '1', legs.boiseMoneyline)));
    const over = async () => (await ask(page, listBets)).find((bet) => bet.betSide === 'over' && !bet.parlayId)?.status;
    await expect.poll(over, feedTimeout).toBe('won');
    await page.goto('/my-bets');
    await open(page, 'Won');
    const corrected = tickets(page).filter({ hasText: 'Total Over 44' }).filter({ hasNotText: 'PARLAY' });
    await corrected.getByText('Why?').click();
    await expect(corrected).toContainText('Total 20 + 27 = 47 against 44');
    await expect(corrected).toContainText('Corrected: was push, Total 20 + 24 = 44 against 44.');
  });

  await test.step('a long history comes in parts', async () => {
    await tab(page, 'All 57').click();
    await expect(tickets(page)).toHaveCount(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(tickets(page)).toHaveCount(57);
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: tickets(page) })
        .nth(50),
    ).toBeFocused();
  });
});

function stat(page: Page, label: string): Locator {
  return page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByRole('definition');
}

/** The paths matching `paths` that the page requests within 30 s of its installed clock. */
async function requestedWithin30s(page: Page, paths: RegExp): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (paths.test(pathname)) asked.push(pathname);
  };
  page.on('request', note);
  await page.clock.fastForward(30_000);
  // Playwright reports requests in order: once it reports this one, it has reported all earlier ones.
  await Promise.all([page.waitForRequest('**/healthz'), page.evaluate(() => fetch('/healthz').then(({ ok }) => ok))]);
  page.off('request', note);
  return asked;
}

async function openLegs(page: Page): Promise<number> {
  const bets = await ask(page, listBets);
  return bets.filter((bet) => bet.status === 'pending').length;
}

import type { Page, Route } from '@playwright/test';
import { delayRequests } from './delay.ts';
import { signUp } from './people.ts';
import { cardOf, footballSlate, openSlate, playUntilShown, replayId } from './play.ts';
import { blockEvents } from './screen.ts';
import { expect, test } from './stage.ts';

const cards = (page: Page) => page.getByRole('article');
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true });
const lists = {
  MLB: '**/api/games/mlb',
  NBA: '**/api/games/nba',
  Soccer: '**/api/games/soccer',
  NHL: '**/api/games/nhl',
};

test('a visitor sees every sport load after its delay, and the result', async ({ stage: { replay }, person }) => {
  for (const sport of ['MLB', 'Hockey']) {
    const first = replay.games().find((game) => game.sport === sport);
    if (!first) throw new Error(`the replay has no game of ${sport}`);
    // Near midnight, scheduled games are tomorrow's and not on the slate.
    replay.changeGame(first.id, { startsInSeconds: 0, stage: 'live' });
  }
  const page = await person();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/games/')) asked.push(pathname.replace('/api/games/', ''));
  });
  await blockEvents(page); // otherwise an event reloads a failed sport before Try Again does
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const releaseHockey = await delayRequests(page, lists.NHL);
  await page.route(lists.MLB, (route) => route.abort());
  await page.route(lists.NBA, (route) => route.fulfill({ json: [] }));
  await page.route(lists.Soccer, (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found', code: 'not-found' } }),
  );
  await page.goto('/games');

  await test.step('a sport whose delay has not passed says so, though its tab is open', async () => {
    await tab(page, 'Hockey').click();
    await expect(page.getByText('Hockey will load soon...')).toBeVisible();
    await expect(page.getByText('Load order: NFL, MLB, NBA, Soccer, CFB, NHL')).toBeVisible();
    expect(asked).not.toContain('nhl');
    await page.clock.resume();
  });

  await test.step('all six are asked for in their order', async () => {
    const order = ['current-week', 'mlb', 'nba', 'soccer', 'cfb/current-week', 'nhl'];
    for (const path of order) {
      await expect.poll(() => asked).toContain(path);
      await page.clock.fastForward(1_000);
    }
    expect(asked.filter((path, at) => order.includes(path) && asked.indexOf(path) === at)).toEqual(order);
    await expect(page.getByText('Loading Hockey games...')).toBeVisible();
    releaseHockey();
    await expect(page.getByRole('heading', { name: "Today's", exact: true })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
  });

  await test.step('a sport that failed says so, and loads when asked again', async () => {
    // Opening the tab loads a failed sport again by itself. Wait for that failure: lifting the route earlier lets the
    // request through, and then there is nothing to try again.
    const failedAgain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/games/mlb'));
    await tab(page, 'MLB').click();
    await failedAgain;
    await expect(page.getByText('Failed to load MLB games')).toBeVisible();
    await expect(page.getByText('Please try again later')).toBeVisible();
    await page.unroute(lists.MLB);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: "Today's", exact: true })).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
  });

  await test.step('a sport without games, and one that the server does not offer', async () => {
    await tab(page, 'NBA').click();
    await expect(page.getByText('No games available for this week')).toBeVisible();
    await expect(page.getByText('0 games available for betting')).toBeVisible();
    await tab(page, 'Upcoming 0').click();
    await expect(page.getByText('No upcoming games')).toBeVisible();
    await tab(page, 'Soccer').click();
    await expect(page.getByText('Soccer betting coming soon!')).toBeVisible();
  });
});

test('a game closes in the second in which it starts, with nothing asked of the server', async ({ person }) => {
  const page = await person();
  await blockEvents(page); // otherwise an event reloads the slate
  await expect.poll(async () => (await footballSlate(page)).length, { timeout: 40_000 }).toBeGreaterThan(1);
  await page.clock.install();
  await page.goto('/games');
  await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
  const [first, second] = await footballSlate(page);
  if (!first || !second) throw new Error('there are no two football games');
  const abort = (route: Route) => route.abort();
  await page.route('**/api/games/**', abort);
  const card = cardOf(page, first);
  await page.clock.pauseAt(new Date(Date.parse(first.gameTime) - 1_000));
  await expect(card.getByRole('button', { name: / moneyline at / })).toHaveCount(2);
  await page.clock.runFor(1_500);
  await expect(card.getByText('Betting locked', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'View league bets' })).toBeVisible();
  await expect(card.getByRole('button', { name: / at / })).toHaveCount(0);
  await expect(cardOf(page, second).getByRole('button', { name: / at / })).not.toHaveCount(0);
  await page.clock.resume();
  await page.unroute('**/api/games/**', abort);

  await test.step('the bets on it are for members: a visitor is asked to sign in', async () => {
    await page.getByRole('button', { name: 'View league bets' }).first().click();
    await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible();
    await page.clock.fastForward(1_000);
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });
});

test('college football shows its ranks, soccer only the moneyline with its draw', async ({ person }) => {
  const page = await person();
  await page.clock.install();
  await page.goto('/games');
  await tab(page, 'CFB').click();
  await page.clock.fastForward(6_000);
  await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
  await expect(page.getByText(/^#\d+ /).first()).toBeVisible();
  await tab(page, 'Soccer').click();
  await expect(page.getByRole('heading', { name: 'Next 7 Days Premier League & Champions League' })).toBeVisible();
  const card = cards(page).first();
  await expect(card.getByText('Moneyline', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Draw at / })).toBeVisible();
  await expect(page.getByText('Spread', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Total', { exact: true })).toHaveCount(0);
});

test('the slate follows its games, and its filters and keys lead through them', async ({ stage, person }) => {
  const page = await person();
  await openSlate(page);
  const games = await footballSlate(page);
  const [live, final, bare] = games;
  if (!live || !final || !bare) throw new Error('there are no three football games');

  await test.step('before any has begun', async () => {
    await expect(tab(page, `All ${games.length}`)).toBeVisible();
    await expect(page.getByText(`${games.length} games available for betting`)).toBeVisible();
    await tab(page, 'Live 0').click();
    await expect(page.getByText('No live games')).toBeVisible();
    await tab(page, 'Finished 0').click();
    await expect(page.getByText('No finished games')).toBeVisible();
  });

  await test.step('one is on, one is over, and one has lost its odds', async () => {
    const closed = { spreadHome: null, moneylineHome: null, moneylineAway: null, totalPoints: null };
    stage.replay.changeGame(replayId(bare), { odds: closed });
    await playUntilShown(page, stage, live, 'live', 14, 10);
    await playUntilShown(page, stage, final, 'final', 13, 24);
    await openSlate(page);
    await expect(tab(page, `All ${games.length}`)).toBeVisible();
    await expect(page.getByText(`${games.length - 3} games available for betting`)).toBeVisible();
    await expect(cards(page)).toHaveCount(games.length);
    await expect(cards(page).first()).toContainText(live.homeTeamName);
    await expect(cards(page).last()).toContainText(final.homeTeamName);
    const card = cardOf(page, bare);
    await expect(card.getByText('Waiting For Odds Makers')).toBeVisible();
    await expect(card.getByText('Betting lines will be available soon')).toBeVisible();
  });

  await test.step('a live game shows score, clock and that it is locked', async () => {
    await tab(page, 'Live 1').click();
    await expect(cards(page)).toHaveCount(1);
    const card = cards(page);
    for (const words of ['LIVE', '2nd 8:42', '14', '10', 'Betting locked - Game in progress', 'View league bets']) {
      await expect(card.getByText(words, { exact: true })).toBeVisible();
    }
  });

  await test.step('a finished one its result', async () => {
    await tab(page, 'Finished 1').click();
    await expect(cards(page)).toHaveCount(1);
    for (const words of ['FINAL', '13', '24', 'Game finished', 'View completed bets']) {
      await expect(cards(page).getByText(words, { exact: true })).toBeVisible();
    }
  });

  await test.step('upcoming ones stand by their start', async () => {
    await tab(page, `Upcoming ${games.length - 2}`).click();
    await expect(cards(page)).toHaveCount(games.length - 2);
    const starts = await page
      .locator('article time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    expect(starts).toEqual([...starts].sort());
  });

  await test.step('arrow keys lead from sport to sport, and from price to price into the next card', async () => {
    const [above, below] = [cards(page).nth(1), cards(page).nth(2)];
    const prices = above.getByRole('button', { name: / at / });
    await prices.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(prices.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(above.getByRole('button', { name: / moneyline at / }).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(below.getByRole('button', { name: / moneyline at / }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(below.getByRole('button', { name: / moneyline at / }).first()).toHaveAttribute('aria-pressed', 'true');
    await tab(page, 'NFL').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'MLB')).toHaveAttribute('aria-selected', 'true');
  });
});

test('a member whose bets did not load is told so on the slate, and tries again', async ({ person }) => {
  const page = await person();
  await signUp(page, 'Ann');
  await blockEvents(page); // otherwise an event loads the bets before Try Again does
  await page.route('**/api/bets', (route) => route.fulfill({ status: 503, body: '' }));
  await openSlate(page);
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load your bets.' });
  await expect(failed).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('No bet placed', { exact: true })).toHaveCount(0);
  await page.unroute('**/api/bets');
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No bet placed', { exact: true }).first()).toBeVisible();
  await expect(failed).toHaveCount(0);
});

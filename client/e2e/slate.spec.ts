import type { Locator, Page, Route } from '@playwright/test';
import { slateCalls } from '#shared/api/games.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { createLeague, signUp } from './people.ts';
import { cardOf, footballSlate, leaveOddsOpen, openSlate, playUntilShown, replayId } from './play.ts';
import { blockEvents, expectLedToSignIn } from './screen.ts';
import { expect, test } from './stage.ts';

const cards = (page: Page) => page.getByRole('article');
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true });
const lists = {
  MLB: '**/api/games/mlb',
  NBA: '**/api/games/nba',
  Soccer: '**/api/games/soccer',
  NHL: '**/api/games/nhl',
};

/** Expects that a locked card is at most 120 px tall on a phone, with its scores at the edge of its content. */
async function expectDense(page: Page, card: Locator): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = await card.evaluate((element) => {
    const right = (part: Element | null | undefined) => part?.getBoundingClientRect().right;
    const { height, right: edge } = element.getBoundingClientRect();
    const scores = [...element.querySelectorAll('span')].filter(({ textContent }) => /^\d+$/.test(textContent));
    const week = element.querySelector('[title^=Week]');
    const isWeekCut = !week || week.scrollWidth > week.clientWidth;
    return { height, edge, scores: scores.map(right), isWeekCut };
  });
  expect(boxes.height).toBeLessThanOrEqual(120);
  expect(boxes.isWeekCut).toBe(false);
  expect(boxes.scores).toEqual([boxes.edge - 15, boxes.edge - 15]); // the card's padding and border
  if (before) await page.setViewportSize(before);
}

test('a visitor sees every sport load after its delay, and the result', async ({ stage: { replay }, person }) => {
  for (const sport of ['MLB', 'Hockey']) {
    const first = replay.games().find((game) => game.sport === sport);
    if (!first) throw new Error(`the replay has no game of ${sport}`);
    // Near midnight, scheduled games are tomorrow's and not on the slate.
    replay.changeGame(first.id, { startsInSeconds: 0, stage: 'live' });
  }
  const page = await person();
  const statuses = async () => (await ask(page, slateCalls.Hockey.games)).map(({ status }) => status);
  await expect.poll(statuses).toContain('live');
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
  await leaveOddsOpen(page);
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
  await expect(card.getByText('STARTING', { exact: true })).toBeVisible();
  await expect(card.getByText('Betting locked', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'View league bets' })).toBeVisible();
  await expect(card.getByRole('button', { name: / at (plus|minus) / })).toHaveCount(0);
  await expect(cardOf(page, second).getByRole('button', { name: / at (plus|minus) / })).not.toHaveCount(0);
  await page.clock.resume();
  await page.unroute('**/api/games/**', abort);

  await test.step('the bets on it are for members: a visitor is asked to sign in', async () => {
    await expectLedToSignIn(page, () => page.getByRole('button', { name: 'View league bets' }).first().click());
  });
});

test('college football shows its ranks, soccer only the moneyline with its draw', async ({ person }) => {
  const page = await person();
  await test.step('the way to the games stays in its place when a server turns out to have no demo', async () => {
    const release = await delayRequests(page, '**/api/site');
    await page.goto('/');
    const link = page.getByRole('link', { name: 'Look at the games first' });
    await expect(page.getByRole('button', { name: 'Sign In' }).first()).toBeVisible();
    const before = await link.boundingBox();
    const answered = page.waitForResponse('**/api/site');
    release();
    await answered;
    await expect(page.getByRole('button', { name: 'Try the demo', includeHidden: true })).toHaveCount(0);
    expect(await link.boundingBox()).toEqual(before);
  });
  await page.clock.install();
  await page.goto('/games');
  await tab(page, 'CFB').click();
  await page.clock.fastForward(6_000);
  await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
  await expect(page.getByText(/^#\d+$/).first()).toBeVisible();
  const college = page.getByRole('article', { name: 'North East U at Cedar City State' });
  await expect(college.getByText('North East U', { exact: true })).toBeVisible();
  await expect(college.getByRole('button', { name: /^North East U moneyline at / })).toBeVisible();
  await tab(page, 'Soccer').click();
  await expect(page.getByRole('heading', { name: 'Next 7 Days Premier League & Champions League' })).toBeVisible();
  const card = cards(page).first();
  await expect(card.getByText('Moneyline', { exact: true })).toBeVisible();
  const [away, home] = (await card.getAttribute('aria-label'))?.split(' at ') ?? [];
  const prices = card.getByRole('button', { name: / at (plus|minus) / });
  for (const [at, side] of [`${home} moneyline`, 'Draw', `${away} moneyline`].entries()) {
    await expect(prices.nth(at)).toHaveAccessibleName(new RegExp(`^${side} at .*, ${away} at ${home}$`));
  }
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
    await expectDense(page, card);
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
    const prices = above.getByRole('button', { name: / at (plus|minus) / });
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
  await page.route('**/api/bets?*', (route) => route.fulfill({ status: 503, body: '' }));
  await openSlate(page);
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load your bets.' });
  const tryAgain = failed.getByRole('button', { name: 'Try Again' });
  await expect(failed).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('No bet placed', { exact: true })).toHaveCount(0);

  await test.step('the notice stays while they are loaded again, until they are there', async () => {
    await page.unroute('**/api/bets?*');
    const release = await delayRequests(page, '**/api/bets?*');
    const asked = page.waitForRequest('**/api/bets?*');
    await tryAgain.click();
    await asked;
    await expect(failed).toBeVisible();
    release();
    await expect(page.getByText('No bet placed', { exact: true }).first()).toBeVisible();
    await expect(failed).toHaveCount(0);
  });

  await test.step('the slate of a player without a league says what comes first, and is there', async () => {
    const first = page.getByRole('region', { name: 'First, a league' });
    const create = first.getByRole('button', { name: 'Create a league' });
    const ground = () => create.evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect(first).toContainText('You start with 1,000 Ching.');
    const gold = await ground();
    await cards(page)
      .getByRole('button', { name: / at (plus|minus) / })
      .first()
      .click();
    await expect.poll(ground).not.toBe(gold); // the gold button is the slip's
    for (const [button, title] of [
      [create, 'Create a League'],
      [first.getByRole('button', { name: 'Enter a code' }), 'Join a League'],
    ] as const) {
      await button.click();
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    await createLeague(page, 'Sunday League');
    await openSlate(page);
    await expect(page.getByText('No bet placed', { exact: true }).first()).toBeVisible();
    await expect(first).toHaveCount(0);
  });
});

import type { APIResponse, Page, Route } from '@playwright/test';
import { delayRequests } from './delay.ts';
import { createLeague, join } from './people.ts';
import { blockEvents } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const cards = (page: Page) => page.getByRole('article');
const cardOf = (page: Page, { awayTeamName, homeTeamName }: Listed) =>
  page.getByRole('article', { name: `${awayTeamName} at ${homeTeamName}`, exact: true });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true });
const lists = {
  MLB: '**/api/games/mlb',
  NBA: '**/api/games/nba',
  Soccer: '**/api/games/soccer',
  NHL: '**/api/games/nhl',
};
const betsOnGame = '**/api/games/*/bets';

async function json<T>(answer: Promise<APIResponse>): Promise<T> {
  const got = await answer;
  expect(got.ok(), `${got.status()} ${got.url()}`).toBe(true);
  return got.json();
}

type Listed = {
  id: string;
  status: string;
  gameTime: string;
  awayTeamName: string;
  homeTeamName: string;
  homeScore: number | null;
  moneylineHome: number;
  moneylineAway: number;
};

async function footballGames(page: Page): Promise<Listed[]> {
  const { week, season } = await json<{ week: number; season: number }>(page.request.get('/api/games/current-week'));
  return json(page.request.get(`/api/games/week/${week}/${season}`));
}

/** Loads the slate and waits for its first games. */
async function openSlate(page: Page, path = '/games'): Promise<void> {
  await page.goto(path);
  await expect(cards(page).first()).toBeVisible({ timeout: 40_000 });
}

/** Sets the state of a replayed game. A scheduled game starts now, so that bets placed before stay valid. */
function play({ replay }: Stage, { id }: Listed, stage: 'live' | 'final', home: number, away: number): void {
  const replayed = replay.games().find((game) => `espn:${game.id}` === id);
  if (!replayed) throw new Error(`${id} is not replayed`);
  const start = replayed.stage === 'scheduled' ? { startsInSeconds: 0 } : {};
  replay.changeGame(replayed.id, { ...start, stage, home, away });
}

/** Sets the state of a football game and waits until it is on the slate. */
async function playUntilShown(
  page: Page,
  stage: Stage,
  game: Listed,
  to: 'live' | 'final',
  home: number,
  away: number,
) {
  play(stage, game, to, home, away);
  await expect
    .poll(async () => (await footballGames(page)).find(({ id }) => id === game.id), { timeout: 40_000 })
    .toMatchObject({ status: to, homeScore: home });
}

test('a visitor sees every sport load after its delay, and the result', async ({ stage: { replay }, person }) => {
  test.setTimeout(120_000);
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

  await test.step('a game closes in the second in which it starts, with nothing asked of the server', async () => {
    await tab(page, 'NFL').click();
    await expect(page.getByRole('heading', { name: /^Week \d+$/ })).toBeVisible();
    const [first, second] = await footballGames(page);
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
  });

  await test.step('the bets on it are for members: a visitor is asked to sign in', async () => {
    await page.getByRole('button', { name: 'View league bets' }).first().click();
    await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible();
    await page.clock.fastForward(1_000);
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });

  await test.step('college football shows its ranks, soccer only the moneyline with its draw', async () => {
    await page.unroute(lists.Soccer);
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
});

test('the slate follows its games, and its filters and keys lead through them', async ({ stage, person }) => {
  test.setTimeout(120_000);
  const page = await person();
  await openSlate(page);
  const games = await footballGames(page);
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
    stage.replay.changeGame(bare.id.replace('espn:', ''), { odds: closed });
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

type Friend = {
  page: Page;
  place: (groupId: string, amount: string, game: Listed, side: 'home' | 'away') => Promise<void>;
};

/** Creates an account through the API; `firstName` null creates it without a name. */
async function friend(page: Page, email: string, firstName: string | null): Promise<Friend> {
  const account = { email, password: 'correct horse', ...(firstName && { firstName, lastName: 'Tester' }) };
  await json(page.request.post('/api/auth/register', { data: account }));
  return {
    page,
    place: async (groupId, amount, game, side) => {
      await json(page.request.post('/api/bets', { data: { ...leg(game, side), groupId, amount } }));
    },
  };
}

function leg(game: Listed, side: 'home' | 'away') {
  const odds = side === 'home' ? game.moneylineHome : game.moneylineAway;
  return { gameId: game.id, betType: 'moneyline', betSide: side, odds, line: null };
}

test('the bets of one’s leagues on a game', async ({ stage, person }) => {
  test.setTimeout(150_000);
  const ann = await friend(await person(), 'ann@example.com', 'Ann');
  const bob = await friend(await person(), 'bob@example.com', 'Bob');
  const nameless = await friend(await person(), 'nameless@example.com', null);
  const { page } = ann;
  const sunday = await createLeague(page, 'Sunday League');
  const office = await createLeague(page, 'Office Pool');
  for (const league of [sunday, office]) await join(league, bob.page, nameless.page);
  const [game, unbacked] = await footballGames(page);
  // Soccer lists a whole week: near midnight, a sport of one day may have no scheduled game.
  const [soccer] = await json<Listed[]>(page.request.get('/api/games/soccer'));
  if (!game || !unbacked || !soccer) throw new Error('the stage is not set');

  await ann.place(sunday.id, '100', game, 'home');
  await bob.place(sunday.id, '25', game, 'away');
  await nameless.place(office.id, '40', game, 'home');
  const bets = [leg(game, 'home'), leg(soccer, 'away')];
  await json(bob.page.request.post('/api/bets/parlay', { data: { bets, groupId: sunday.id, totalAmount: '50' } }));
  await playUntilShown(page, stage, game, 'live', 14, 10);
  await playUntilShown(page, stage, unbacked, 'live', 0, 0);

  await blockEvents(page); // otherwise events cause requests, and this journey counts requests
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/bets') && request.url().includes('/api/games/')) asked += 1;
  });
  const dialog = page.getByRole('dialog');
  const card = (of: Listed) => cardOf(page, of);
  const bet = (name: RegExp) => dialog.getByRole('listitem').filter({ hasText: name });

  await test.step('a game says whether one bet on it', async () => {
    await openSlate(page, '/');
    await expect(card(game).getByText('You bet on this game', { exact: true })).toBeVisible();
    await expect(card(unbacked).getByText('No bet placed', { exact: true })).toBeVisible();
  });

  await test.step('loading, failing, and coming when asked again', async () => {
    const release = await delayRequests(page, betsOnGame);
    await card(game).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog.getByRole('heading', { name: /^League Bets - \w+ @ \w+$/ })).toBeVisible();
    await expect(dialog.getByText('Loading bets...')).toBeAttached();
    release();
    await expect(bet(/Ann/)).toBeVisible(); // a dialog that is opened again would join a request that still runs
    const fail = (route: Route) => route.abort();
    await page.route(betsOnGame, fail);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await card(game).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog.getByText('Failed to load bets. Please try again.')).toBeVisible();
    await page.unroute(betsOnGame, fail);
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect(bet(/Ann/)).toBeVisible();
  });

  await test.step('open bets of others stay hidden, one’s own shows how it stands', async () => {
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expect(dialog.getByText('1 bet', { exact: true })).toBeVisible();
    for (const words of ['LIVE', 'WINNING', '100 Ching']) {
      await expect(bet(/Ann/).getByText(words, { exact: true })).toBeVisible();
    }
    await expect(dialog).not.toContainText('Bob');
  });

  await test.step('asked anew every 30 s while it is open, and again at each opening', async () => {
    const before = asked;
    await page.clock.fastForward(30_000);
    await expect.poll(() => asked).toBe(before + 1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card(game).getByRole('button', { name: 'View league bets' })).toBeFocused();
    await page.clock.fastForward(60_000);
    expect(asked).toBe(before + 1);
    const release = await delayRequests(page, betsOnGame);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Loading bets...')).toBeAttached();
    await expect(dialog).not.toContainText('Ann');
    release();
    await expect(bet(/Ann/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a game that nobody backed', async () => {
    await card(unbacked).getByRole('button', { name: 'View league bets' }).click();
    await expect(dialog.getByText('No bets placed on this game')).toBeVisible();
    await expect(dialog.getByText('Be the first to place a bet!')).toBeVisible();
    await page.keyboard.press('Escape');
    await playUntilShown(page, stage, unbacked, 'final', 7, 3);
    await openSlate(page, '/');
    await card(unbacked).getByRole('button', { name: 'View completed bets' }).click();
    await expect(dialog.getByText('No bets placed on this game')).toBeVisible();
    await expect(dialog.getByText('No league members bet on this game')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('all settled: league by league, own first, a parlay by its size alone', async () => {
    play(stage, soccer, 'final', 2, 5);
    await playUntilShown(page, stage, game, 'final', 27, 20);
    const placed = () => json<{ status: string }[]>(page.request.get(`/api/games/${game.id}/bets`));
    await expect.poll(async () => (await placed()).length, { timeout: 40_000 }).toBe(5);
    await openSlate(page, '/');
    await card(game).getByRole('button', { name: 'View completed bets' }).click();
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Office Pool', 'Sunday League']);
    const [pool, league] = ['Office Pool', 'Sunday League'].map((name) => dialog.getByRole('region', { name }));
    if (!pool || !league) throw new Error('no leagues');
    await expect(pool.getByText('1 bet', { exact: true })).toBeVisible();
    await expect(pool.getByRole('listitem')).toContainText(['Player']);
    await expect(league.getByText('3 bets', { exact: true })).toBeVisible();
    await expect(league.getByRole('listitem')).toContainText([/^Ann T\./, /^Bob T\./, /^Bob T\./]);
    await expect(league.getByRole('listitem').first()).toContainText('WON');

    const parlay = league.getByRole('listitem').filter({ hasText: 'PARLAY' });
    for (const words of ['Bob T.', 'WON', 'PARLAY (2 legs) - Multi-Sport', 'Sunday League', 'Total Bet', '50 Ching']) {
      await expect(parlay.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(parlay).not.toContainText(/ML|[+-]\d{3}/);
    const single = league.getByRole('listitem').filter({ hasNotText: 'PARLAY' }).last();
    await expect(single).toContainText(/ ML.*25 Ching/);
    await expect(single.getByText('LOST', { exact: true })).toBeVisible();
  });
});

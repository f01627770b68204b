import type { Locator, Page, Route } from '@playwright/test';
import { saveManualOdds } from '#shared/api/admin.ts';
import { logout } from '#shared/api/auth.ts';
import { listBets } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { flatQuote } from '#shared/domain/market.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { createLeague, password, signUp } from './people.ts';
import { cardOf, footballSlate, placeSingle, replayId } from './play.ts';
import { blockEvents, expectLedToSignIn, liveTimeout, signIn, toastOf } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const bulk = `**${saveManualOdds.path}`;

async function signUpAdmin(stage: Stage, page: Page): Promise<string> {
  const { email } = await signUp(page, 'Ada');
  await stage.grantAdmin(email);
  return email;
}

/** The first football game with odds, once the worker has polled it. */
async function firstGame(page: Page): Promise<GameView> {
  const withOdds = async () => (await footballSlate(page)).filter(({ spreadHome }) => spreadHome !== null);
  await expect.poll(withOdds, { timeout: 40_000 }).not.toEqual([]);
  const [game] = await withOdds();
  if (!game) throw new Error('no football game has odds');
  return game;
}

/** The present state of a listed game. */
async function gameNow(page: Page, { id }: GameView): Promise<GameView> {
  const game = (await footballSlate(page)).find((listed) => listed.id === id);
  if (!game) throw new Error(`${id} is no longer listed`);
  return game;
}

const formOf = (page: Page, { awayTeam, homeTeam }: GameView) =>
  page.getByRole('article', { name: `${awayTeam} at ${homeTeam}` });
const field = (card: Locator, label: string) => card.getByLabel(label, { exact: true });
const save = (card: Locator) => card.getByRole('button', { name: 'Save Odds for This Game' });

const pageLoads = { timeout: 20_000 }; // a full page load, also beside other journeys

/** Signs up Ada, an admin, and opens the odds page. Returns the first football game with odds, and its form. */
async function openOdds(stage: Stage, ada: Page): Promise<{ game: GameView; card: Locator }> {
  await signUpAdmin(stage, ada);
  const game = await firstGame(ada);
  await ada.goto('/admin-odds');
  const card = formOf(ada, game);
  await expect(field(card, 'Home Spread')).toBeVisible(pageLoads);
  return { game, card };
}

/** Types odds that the feed does not have. */
async function typeOdds(card: Locator): Promise<void> {
  await field(card, 'Home Spread').fill('0');
  await field(card, 'Home Spread Odds').fill('125');
  await field(card, 'Away Spread Odds').fill('-145');
  await field(card, 'Notes (optional)').fill('Quarterback out');
}

test('only an admin gets to the odds, and signing in leads there', async ({ stage, person }) => {
  const [ada, bob] = [await person(), await person()];
  const email = await signUpAdmin(stage, ada);
  await ask(ada, logout);

  await test.step('people who are no admins see a notice and are sent to the slate', async () => {
    const refused = async () => {
      await bob.goto('/admin-odds');
      await expect(toastOf(bob, 'Admin Access Required')).toContainText(
        'You must be logged in as an admin to access this page.',
      );
      await expect(bob).toHaveURL(/:\d+\/$/);
    };
    await refused();
    await expect(bob.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await signUp(bob, 'Bob');
    await refused();
    await expect(bob.getByRole('tab', { name: 'NFL' })).toBeVisible();
    await expect(bob.getByRole('link', { name: 'Admin Odds' })).toHaveCount(0);
  });

  await test.step('signing in leads Ada to the odds', async () => {
    await blockEvents(ada); // otherwise the page reconnects without its session, and is left before Save is pressed
    await ada.goto('/');
    await signIn(ada, email, password);
    await expect(ada).toHaveURL(/\/admin-odds$/);
    await expect(ada.getByRole('heading', { level: 1, name: 'Admin: Set Manual Odds' })).toBeVisible();
    await expect(ada.getByRole('banner').getByRole('link', { name: 'Admin Odds' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(ada.getByText(/^NFL: current week \(Week \d+\)$/)).toBeVisible();
    await expect(save(ada.getByRole('article').first())).toBeVisible();
  });

  await test.step('a session that is gone leads to the landing page', async () => {
    await ask(ada, logout);
    await expectLedToSignIn(ada, () => save(ada.getByRole('article').first()).click());
    await expect(ada).toHaveURL(/:\d+\/$/);
  });
});

test('the form of a game', async ({ stage, person }) => {
  const ada = await person();
  const { game, card } = await openOdds(stage, ada);

  await test.step('the forms start with the odds of the feed', async () => {
    const quote = await gameNow(ada, game);
    await expect(field(card, 'Home Spread')).toHaveValue(quote.spreadHome?.toFixed(1) ?? '');
    await expect(field(card, 'Home Spread Odds')).toHaveValue(String(quote.spreadHomeOdds));
    await expect(card.getByText("The feed's odds")).toBeVisible();
    await expect(card.getByRole('button', { name: 'Clear' })).toHaveCount(0);
  });

  await test.step('names are cut, and a name finds its game', async () => {
    const cut = game.homeTeam.length > 15 ? `${game.homeTeam.slice(0, 15)}...` : game.homeTeam;
    await expect(card.getByRole('heading')).toContainText(cut);
    await ada.getByRole('searchbox', { name: 'Find a team' }).fill(game.homeTeam);
    const itsGames = (await footballSlate(ada)).filter((one) => [one.awayTeam, one.homeTeam].includes(game.homeTeam));
    await expect(ada.getByRole('article')).toHaveCount(itsGames.length);
    await expect(card).toBeVisible();
    await ada.getByRole('searchbox', { name: 'Find a team' }).fill('nobody plays under this name');
    await expect(ada.getByText('No games match')).toBeVisible();
    await ada.getByRole('searchbox', { name: 'Find a team' }).fill('');
  });

  await test.step('the away spread is the negative of the home spread, and what was typed stays through the tabs', async () => {
    await field(card, 'Home Spread').fill('-9.5');
    await expect(field(card, 'Away Spread')).toHaveValue('9.5');
    await expect(field(card, 'Home Spread')).toHaveAttribute('step', '0.5');
    await expect(field(card, 'Total Points')).toHaveAttribute('step', '0.5');
    await expect(field(card, 'Over Odds')).toHaveAttribute('step', '1');
    await ada.getByRole('tab', { name: 'CFB', exact: true }).click();
    await ada.getByRole('tab', { name: 'NFL', exact: true }).click();
    await expect(field(card, 'Home Spread')).toHaveValue('-9.5');
    await expect(card.getByText('Not saved')).toBeVisible();
  });

  await test.step('what cannot be odds is refused in words, and kept', async () => {
    await field(card, 'Over Odds').fill('');
    await save(card).click();
    const needs = 'The total needs its points and the odds of over and under';
    await expect(toastOf(ada, 'Error')).toContainText(needs);
    await expect(field(card, 'Over Odds')).toHaveAccessibleDescription(needs);
    await expect(field(card, 'Over Odds')).toBeFocused();
    await field(card, 'Over Odds').fill('99');
    await save(card).click();
    await expect(toastOf(ada, 'Error')).toContainText('Over Odds must be American odds');
    for (const label of [
      'Over Odds',
      'Total Points',
      'Under Odds',
      'Home Moneyline',
      'Away Moneyline',
      'Home Spread',
      'Home Spread Odds',
      'Away Spread Odds',
    ]) {
      await field(card, label).fill('');
    }
    await save(card).click();
    await expect(toastOf(ada, 'No Data')).toContainText('Please set odds for this game');
    await card.getByRole('button', { name: 'Undo' }).click();
  });

  await test.step('soccer has its moneyline with the draw, and nothing else', async () => {
    await ada.getByRole('tab', { name: 'Soccer', exact: true }).click();
    await expect(ada.getByText('Soccer: next 7 days')).toBeVisible();
    const match = ada.getByRole('article').first();
    await expect(field(match, 'Draw Moneyline')).toBeVisible();
    await expect(match.getByText('Point Spread')).toHaveCount(0);
    await expect(match.getByText('Totals')).toHaveCount(0);
    await ada.getByRole('tab', { name: 'NFL', exact: true }).click();
  });

  await test.step('a game without odds starts with the defaults', async () => {
    stage.replay.changeGame(replayId(game), { odds: flatQuote(null) });
    await expect.poll(async () => (await gameNow(ada, game)).spreadHome, { timeout: 15_000 }).toBeNull();
    await ada.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(card.getByText('No odds yet: defaults, not live')).toBeVisible();
    await expect(field(card, 'Home Spread')).toHaveValue('0.0');
    await expect(field(card, 'Home Moneyline')).toHaveValue('-110');
    await expect(field(card, 'Total Points')).toHaveValue('44.5');
  });

  await test.step('a game that has started shows its odds to read, and what was typed', async () => {
    await field(card, 'Total Points').fill('51.5');
    stage.replay.changeGame(replayId(game), { startsInSeconds: 1 });
    await expect.poll(async () => (await gameNow(ada, game)).bettingLocked, { timeout: 15_000 }).toBe(true);
    await ada.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(card.getByText('Betting locked')).toBeVisible();
    await expect(save(card)).toHaveCount(0);
    await expect(card.getByRole('alert')).toHaveText('The game has started. The odds that you typed were not saved.');
    await expect(field(card, 'Total Points')).toHaveValue('51.5');
    await expect(field(card, 'Total Points')).not.toBeEditable();
    await card.getByRole('button', { name: 'Discard' }).click();
    await expect(field(card, 'Total Points')).toHaveCount(0);
  });
});

test('odds that an admin saves reach the slate of a player and no placed ticket', async ({ stage, person }) => {
  const [ada, bob] = [await person(), await person()];
  const { game, card } = await openOdds(stage, ada);
  await signUp(bob, 'Bob');

  await test.step('Bob bets on the home side at the odds of the feed', async () => {
    const { spreadHome: line, spreadHomeOdds: odds } = await gameNow(bob, game);
    if (odds === null) throw new Error(`${game.id} has no spread`);
    const leg = { gameId: game.id, betType: 'spread', betSide: 'home', odds, line: String(line) } as const;
    await placeSingle(bob, await createLeague(bob, 'Sunday League'), '100', leg);
  });
  const ticket = await ticketsOf(bob);

  await test.step('saving says so, and refreshes', async () => {
    await typeOdds(card);
    await expect(field(card, 'Away Spread')).toHaveValue('0.0');
    const release = await delayRequests(ada, bulk);
    await save(card).click();
    await expect(card.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    release();
    await expect(toastOf(ada, 'Odds Saved!')).toContainText('Manual odds have been successfully saved for this game.');
    await expect(card.getByText('Set by Ada')).toBeVisible();
    await expect(field(card, 'Home Spread')).toHaveValue('0.0');
    await expect(ada.getByRole('tab', { name: 'Manual 1', exact: true })).toBeVisible();
    await ada.reload();
    await expect(field(card, 'Home Spread Odds')).toHaveValue('125', pageLoads);
    await expect(field(card, 'Notes (optional)')).toHaveValue('Quarterback out');
  });

  await test.step("Bob's slate shows them, his ticket stays as placed", async () => {
    await bob.goto('/');
    const shown = cardOf(bob, game);
    await expect(shown.getByRole('button', { name: /pick'em at plus 125, / })).toBeVisible();
    await expect(shown.getByRole('button', { name: /pick'em at minus 145, / })).toBeVisible();
    expect(await ticketsOf(bob)).toEqual(ticket);
  });

  await test.step('Clear goes back to the odds of the feed', async () => {
    await card.getByRole('button', { name: 'Clear' }).click();
    await expect(toastOf(ada, 'Odds Cleared')).toBeVisible();
    await expect(card.getByText("The feed's odds")).toBeVisible();
    await expect(field(card, 'Home Spread')).toHaveValue(game.spreadHome?.toFixed(1) ?? '');
  });

  await test.step('a failed save says so', async () => {
    await ada.route(bulk, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await save(card).click();
    await expect(toastOf(ada, 'Error')).toContainText('Failed to save odds');
  });
});

test('an admin notices odds that are out of date', async ({ stage, person }) => {
  const ada = await person();
  const { game, card } = await openOdds(stage, ada);
  await typeOdds(card);
  await save(card).click();
  await expect(card.getByText('Set by Ada')).toBeVisible();

  await test.step('a refresh that fails keeps the forms with what was typed, and says so', async () => {
    await field(card, 'Notes (optional)').fill('Quarterback back');
    const reads = /\/api\/admin\/manual-odds\?/;
    await ada.route(reads, (route) => route.fulfill({ status: 500, body: '' }));
    await ada.getByRole('button', { name: 'Refresh', exact: true }).click();
    const old = ada.getByText('The last refresh failed, so this may be out of date.');
    await expect(old).toBeVisible();
    await expect(field(card, 'Notes (optional)')).toHaveValue('Quarterback back');
    await expect(ada.getByRole('tab', { name: 'Manual 1', exact: true })).toBeVisible();
    await ada.unroute(reads);
    await ada.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(old).toBeHidden();
    await card.getByRole('button', { name: 'Undo' }).click();
  });

  const grace = await person();
  await stage.grantAdmin((await signUp(grace, 'Grace')).email);
  const saveAsGrace = (moneylineHome: number) =>
    ask(grace, saveManualOdds, { body: { odds: [{ gameId: game.id, moneylineHome, moneylineAway: 250 }] } });
  const announced = 'Grace saved other odds for this game after you began.';

  await test.step('odds that another admin saves meanwhile are announced as they come', async () => {
    await field(card, 'Notes (optional)').fill('Still out');
    await saveAsGrace(-290);
    await expect(card.getByRole('alert')).toContainText(announced, liveTimeout);
    await expect(save(card)).toBeDisabled();
    await card.getByRole('button', { name: 'Undo' }).click();
    await expect(card.getByText('Set by Grace')).toBeVisible();
  });

  await test.step('a page that has not heard of them announces them first, and overwrites them only on purpose', async () => {
    await field(card, 'Home Spread').fill('0');
    await field(card, 'Home Spread Odds').fill('125');
    await field(card, 'Away Spread Odds').fill('-145');
    await field(card, 'Notes (optional)').fill('Still out');
    const release = await delayRequests(ada, '**/api/admin/manual-odds?*');
    await saveAsGrace(-300);
    await save(card).click();
    await expect(toastOf(ada, 'Error')).toContainText('The odds of this game were changed meanwhile');
    release();
    await expect(card.getByRole('alert')).toContainText(announced);
    await expect(save(card)).toBeDisabled();
    await card.getByRole('button', { name: 'Keep Mine' }).click();
    await card.getByRole('button', { name: 'Save My Odds' }).click();
    await expect(card.getByText('Set by Ada')).toBeVisible();
    await expect(field(card, 'Home Spread Odds')).toHaveValue('125');
  });
});

test.describe('without a feed', () => {
  test.use({ firstFault: 'hang' });

  test('the slate and the odds page say of each sport that it has no games', async ({ stage, person }) => {
    const page = await person();
    await page.goto('/games');
    await expect(page.getByText('No games available for this week')).toBeVisible();
    await signUpAdmin(stage, page);
    const release = await delayRequests(page, '**/api/games/current-week');
    await page.goto('/admin-odds');
    await expect(page.getByText('Loading games...')).toBeVisible(pageLoads);
    release();
    for (const [tab, words] of [
      ['NFL', 'No games available for this week'],
      ['CFB', 'No CFB games available for this week'],
      ['MLB', 'No MLB games available for today'],
      ['NBA', 'No NBA games available for today'],
      ['Soccer', 'No Soccer games available for the next 7 days'],
      ['Hockey', 'No NHL games available for today'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
    await blockEvents(page); // otherwise an event loads the games before Try Again does
    const fail = (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' });
    await page.route('**/api/games/current-week', fail);
    await page.reload();
    await expect(page.getByText('Failed to load NFL games')).toBeVisible();
    await page.unroute('**/api/games/current-week', fail);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No games available for this week')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Games' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});

/** The terms of a person's bets, which were fixed at placing. */
async function ticketsOf(page: Page) {
  const bets = await ask(page, listBets);
  return bets.map(({ amount, odds, line, potentialPayout }) => ({ amount, odds, line, potentialPayout }));
}

import type { Page } from '@playwright/test';
import { currentUser, login } from '#shared/api/auth.ts';
import { deleteGroup, removeMember } from '#shared/api/groups.ts';
import { startingBalance } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { delayNextReply } from './delay.ts';
import { createLeague, join, password, signUp } from './people.ts';
import { cardOf, footballGames, footballSlate, openSlip, placeSingle } from './play.ts';
import { expectToast, liveTimeout, signIn, withoutRefreshes } from './screen.ts';
import { amountOf, betsAndBalance, closeSlip, pick, press, seeSlate, title } from './slip.ts';
import { expect, test } from './stage.ts';

const name = (page: Page, words: string) => page.getByRole('banner').getByText(words, { exact: true });
const landing = (page: Page) => page.getByRole('heading', { name: 'Welcome' });

test('two people use one browser: no tab acts for another person, and no slip stays behind', async ({
  stage,
  person,
}) => {
  const [tab, elsewhere, sameBrowser] = [await person(), await person(), await person()];
  const ann = await signUp(tab, 'Ann');
  const bob = await signUp(elsewhere, 'Bob');
  await join(await createLeague(tab, 'Sunday League'), elsewhere);
  await tab.goto('/');
  await seeSlate(tab);
  const [game] = await footballGames(tab, stage, 1);
  if (!game) throw new Error('the replay has no football game');

  const fillSlip = async () => {
    await pick(tab, game);
    await openSlip(tab);
    await amountOf(tab, game.homeName).fill('100');
  };
  const expectEmptySlip = async () => {
    await seeSlate(tab);
    await openSlip(tab);
    await expect(title(tab, 'Your slip is empty')).toBeVisible();
    await closeSlip(tab);
  };

  await test.step('a tab that was opened for Ann places nothing once Bob is signed in, says so and starts anew as Bob', async () => {
    await fillSlip();
    await press(tab, 'Place Bet');
    // As in a browser whose tabs receive no messages of each other. Ann's session goes on, so that a request of her page
    // that is still under way does not notice Bob first.
    await ask(sameBrowser, login, { body: { email: bob.email, password } });
    await tab.context().addCookies(await sameBrowser.context().cookies());
    await press(tab, 'Confirm Bet');
    await expectToast(tab, 'Account Changed');
    await expect(name(tab, 'Bob')).toBeVisible();
    await expectEmptySlip();
    expect(await betsAndBalance(tab)).toEqual({ bets: [], available: startingBalance });
    expect(await betsAndBalance(elsewhere)).toEqual({ bets: [], available: startingBalance });
    await ask(elsewhere, login, { body: { email: ann.email, password } });
    expect(await betsAndBalance(elsewhere)).toEqual({ bets: [], available: startingBalance });
  });

  const second = await tab.context().newPage();
  await second.goto('/profile');

  await test.step('signing out in one tab reaches the other, and takes the slip along', async () => {
    await fillSlip();
    const said = expectToast(tab, 'Signed Out', 'You signed out in another tab.');
    await Promise.all([said, second.getByRole('button', { name: 'Log out' }).click()]);
    await expect(landing(second)).toBeVisible();
    await expect(landing(tab)).toBeVisible();
  });

  await test.step('signing in in one tab reaches the other', async () => {
    await signIn(second, ann.email, password);
    await expect(name(second, 'Ann')).toBeVisible();
    await expect(name(tab, 'Ann')).toBeVisible();
    await expectEmptySlip();
  });

  await test.step('a slip outlives the end of its session', async () => {
    await fillSlip();
    await tab.context().clearCookies();
    const { answered, release } = await delayNextReply(tab, `**${currentUser.path}`);
    await tab.goto('/');
    await answered;
    await signIn(tab, ann.email, password);
    await expect(name(tab, 'Ann')).toBeVisible();
    release(); // that nobody is signed in, from before
    await seeSlate(tab);
    await openSlip(tab);
    await expect(amountOf(tab, game.homeName)).toHaveValue('100');
    await closeSlip(tab);
  });

  await test.step('it does not wait for somebody else', async () => {
    await tab.context().clearCookies();
    await tab.goto('/?next=%2Fgames');
    await signIn(tab, bob.email, password);
    await expect(name(tab, 'Bob')).toBeVisible();
    await expect(tab).toHaveURL('/games');
    await expectEmptySlip();
    await expect(second.getByRole('banner').getByText('Bob', { exact: true })).toBeVisible();
  });
});

test('a tab that is still loading the account follows a sign-out in another tab', async ({ person }) => {
  const tab = await person();
  await signUp(tab, 'Ann');
  const second = await tab.context().newPage();
  await second.goto('/profile');
  const { answered, release } = await delayNextReply(tab, `**${currentUser.path}`);
  await tab.goto('/profile');
  await answered;
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(landing(second)).toBeVisible();
  release();
  await expect(tab.getByText('Please log in to view your profile.')).toBeVisible();
  await expect(name(tab, 'Ann')).toHaveCount(0);
});

test('what somebody does elsewhere, and what becomes of their leagues, shows at once in every tab', async ({
  stage,
  person,
}) => {
  const [ann, bob] = [await withoutRefreshes(await person()), await person()];
  const { id: annsId } = await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const sunday = await createLeague(bob, 'Sunday League');
  const monday = await createLeague(bob, 'Monday League');
  await join(sunday, ann);
  await footballGames(ann, stage, 1);
  const game = (await footballSlate(ann)).find(({ moneylineHome, bettingLocked }) => moneylineHome && !bettingLocked);
  const odds = game?.moneylineHome;
  if (!game || !odds) throw new Error('the replay has no football game with odds');
  const newTab = async () => withoutRefreshes(await ann.context().newPage());
  const [profile, league] = [await newTab(), await newTab()];
  await ann.goto('/');
  await profile.goto('/profile');
  await league.goto(`/league/${sunday.id}`);

  await test.step('a bet: on the slate, on the slip, in the balances and in the activity of the league', async () => {
    const bet = { gameId: game.id, betType: 'moneyline', betSide: 'home', odds, line: null } as const;
    await expect(cardOf(ann, game).getByText('No bet placed')).toBeVisible();
    await expect(league.getByText('No betting activity in this league')).toBeVisible();
    await placeSingle(ann, sunday, '100', bet);
    await expect(cardOf(ann, game).getByText('You bet on this game')).toBeVisible(liveTimeout);
    await cardOf(ann, game)
      .getByRole('button', { name: / moneyline / })
      .first()
      .click();
    await openSlip(ann);
    await expect(ann.getByText('900 available')).toBeVisible(liveTimeout);
    await placeSingle(ann, sunday, '100', bet);
    await expect(ann.getByText('800 available')).toBeVisible(liveTimeout);
    await expect(profile.getByRole('link', { name: /Sunday League/ })).toContainText('800', liveTimeout);
    await expect(league.getByText('Available Balance').locator('..')).toContainText('800 Ching', liveTimeout);
    await expect(league.getByRole('article').first()).toContainText('100 Ching', liveTimeout);
  });

  await test.step('leagues that Ann joins and creates', async () => {
    await expect(profile.getByRole('heading', { name: 'My Leagues (1)' })).toBeVisible();
    await join(monday, ann);
    await expect(profile.getByRole('link', { name: /Monday League/ })).toBeVisible(liveTimeout);
    await createLeague(ann, 'Ann’s League');
    await expect(profile.getByRole('heading', { name: 'My Leagues (3)' })).toBeVisible(liveTimeout);
  });

  await test.step('a league that its owner deletes', async () => {
    const leaderboards = await newTab();
    await leaderboards.goto('/leaderboard');
    await expect(leaderboards.getByRole('button', { name: /^Monday League/ })).toBeVisible();
    await ask(bob, deleteGroup, { params: { id: monday.id } });
    await expect(profile.getByRole('heading', { name: 'My Leagues (2)' })).toBeVisible(liveTimeout);
    await expect(leaderboards.getByRole('button', { name: /^Monday League/ })).toBeHidden(liveTimeout);
  });

  await test.step('her removal: the open page of the league says so, with ways on', async () => {
    await ask(bob, removeMember, { params: { id: sunday.id, userId: annsId } });
    await expect(league.getByRole('alert')).toContainText('You were removed from Sunday League', liveTimeout);
    await expect(profile.getByRole('heading', { name: 'My Leagues (1)' })).toBeVisible(liveTimeout);
    await league.getByRole('main').getByRole('link', { name: 'My Bets' }).click();
    await expect(league.getByRole('article').first()).toContainText('Sunday League'); // the bets stay and settle
  });
});

import type { Page } from '@playwright/test';
import { listBets } from '#shared/api/bets.ts';
import { leaderboard } from '#shared/api/groups.ts';
import { fromWhole, sumCents } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { createLeague, join, onlyLeague, signUp } from './people.ts';
import { closeReceipt, footballGames, footballSlate, oddsOn, openSlip, returned, shown } from './play.ts';
import { expect, test } from './stage.ts';

test.use({ games: 'recorded' });

async function signUpByHand(page: Page, firstName: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByLabel('First Name').fill(firstName);
  await page.getByLabel('Last Name').fill('Tester');
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@example.com`);
  await page.getByLabel('Password').fill('correct horse');
  await page.locator('form').getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('tab', { name: 'NFL' })).toBeVisible();
}

/** Opens an entry of the navigation, which is at the bottom of a phone and at the top of a desktop. */
async function goTo(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click();
}

test('two friends sign up and share a league', async ({ person }) => {
  const [ann, bob] = [await person(), await person()];

  await signUpByHand(ann, 'Ann');
  await goTo(ann, 'Leaderboard');
  await expect(ann.getByText('No Leagues Yet')).toBeVisible();
  await ann.getByRole('button', { name: 'Create League' }).first().click();
  const create = ann.getByRole('dialog');
  await create.getByLabel('League Name').fill('Sunday League');
  await create.getByRole('button', { name: 'Create League' }).click();
  await expect(ann.getByText('League Created', { exact: true })).toBeVisible();
  const { joinCode: code } = await onlyLeague(ann);
  await ann.getByRole('button', { name: 'View Details' }).click();
  await expect(ann.getByRole('definition').filter({ hasText: new RegExp(`^${code}`) })).toBeVisible();

  await signUpByHand(bob, 'Bob');
  await bob.getByRole('button', { name: 'Join League' }).first().click();
  await bob.getByLabel('Join Code').fill(code.toLowerCase());
  await bob.getByRole('dialog').getByRole('button', { name: 'Join League' }).click();
  await expect(bob.getByText('Joined League', { exact: true })).toBeVisible();
});

test('two friends bet a single and a parlay, and see them pay', async ({ stage, person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  await join(await createLeague(ann, 'Sunday League'), bob);
  for (const page of [ann, bob]) await page.goto('/');
  const games = await footballGames(ann, stage, 3);
  const [single] = games;
  if (!single) throw new Error('no game');

  await test.step('Ann bets 100 on the over of the first game', async () => {
    await oddsOn(ann, single, /^Over/).click();
    await openSlip(ann);
    await ann.getByLabel(/^Amount in Ching/).fill('100');
    await ann.getByRole('button', { name: 'Place Bet', exact: true }).click();
    await ann.getByRole('button', { name: 'Confirm Bet', exact: true }).click();
    await expect(ann.getByText('Bet Placed!', { exact: true })).toBeVisible();
    await closeReceipt(ann);
  });

  await test.step('Ann bets 250 on a parlay of three home teams', async () => {
    for (const game of games) await oddsOn(ann, game, new RegExp(`^${game.homeName} moneyline`)).click();
    await openSlip(ann);
    await ann.getByRole('tab', { name: 'Parlay' }).click();
    await ann.getByLabel('Parlay amount in Ching').fill('250');
    await ann.getByRole('button', { name: 'Place Parlay' }).click();
    await ann.getByRole('button', { name: 'Confirm Parlay' }).click();
    await expect(ann.getByText('Parlay Placed!', { exact: true })).toBeVisible();
    await closeReceipt(ann);
  });

  const bets = await ask(ann, listBets);
  const legs = bets.filter((bet) => bet.parlayId !== null).map((bet) => bet.odds);
  const straight = bets.filter((bet) => bet.parlayId === null).map((bet) => bet.odds);
  expect([straight.length, legs.length]).toEqual([1, 3]);
  const expected = sumCents([fromWhole(650), returned(fromWhole(100), straight), returned(fromWhole(250), legs)]);

  await test.step('the balance does not move while the bets are open', async () => {
    await goTo(ann, 'Leaderboard');
    await expect(ann.getByRole('row', { name: /Ann/ })).toContainText('1,000 Ching');
    await goTo(ann, 'My Bets');
    await expect(ann.getByRole('tab', { name: 'All 2', exact: true })).toBeVisible();
    await expect(ann.getByRole('tab', { name: 'Pending 2', exact: true })).toBeVisible();
  });

  await test.step('the games go live', async () => {
    for (const game of games) stage.replay.changeGame(game.id, { startsInSeconds: 1 });
    for (const game of games) {
      await expect
        .poll(() => statusOf(ann, `espn:${game.id}`), { timeout: 30_000 })
        .toMatchObject({ bettingLocked: true });
      stage.replay.changeGame(game.id, { stage: 'live', home: 14, away: 10 });
    }
    await expect.poll(() => statusOf(ann, `espn:${single.id}`), { timeout: 30_000 }).toMatchObject({ status: 'live' });
    await goTo(bob, 'Games');
    await bob.reload();
    await bob.getByRole('tab', { name: /^Live/ }).click();
    await expect(bob.getByRole('article').first()).toContainText('Betting locked - Game in progress');
  });

  await test.step('the games end and the tickets settle by themselves', async () => {
    for (const game of games) stage.replay.changeGame(game.id, { stage: 'final', home: 41, away: 38 });
    await expect.poll(async () => (await standings(ann))[0]?.balance, { timeout: 30_000 }).toBe(expected);
  });

  await test.step('both see the right Ching on the leaderboard', async () => {
    for (const page of [ann, bob]) {
      await page.goto('/leaderboard');
      await expect(page.getByRole('row', { name: /Ann/ })).toContainText(shown(expected));
      await expect(page.getByRole('row', { name: /Ann/ })).toContainText('2-0');
      await expect(page.getByRole('row', { name: /Bob/ })).toContainText('1,000 Ching');
      expect(await standings(page)).toEqual(await standings(ann));
    }
    await ann.goto('/my-bets');
    await expect(ann.getByRole('tab', { name: 'Won 2', exact: true })).toBeVisible();
  });
});

async function statusOf(page: Page, gameId: string): Promise<{ status?: string; bettingLocked?: boolean }> {
  return (await footballSlate(page)).find((game) => game.id === gameId) ?? {};
}

/** The standings of the only league of this person, without the fields that only the person's own row has. */
async function standings(page: Page) {
  const { id } = await onlyLeague(page);
  const rows = await ask(page, leaderboard, { params: { id } });
  return rows.map(({ user, balance, wins }) => ({ userId: user.id, balance, wins }));
}

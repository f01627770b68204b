import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeLegs, placeSingle, play, playUntilShown } from './play.ts';
import { liveTimeout } from './screen.ts';
import { expect, test } from './stage.ts';

const chart = (page: Page) => page.getByRole('img', { name: /^From 0 on / });
const split = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

test('a form shows how settled bets went, on Profile and on the page of a member', async ({ stage, person }) => {
  const ann = await person();
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const own = await createLeague(ann, "Ann's Own");
  const [bob, otto] = [await person(), await person()];
  await signUp(bob, 'Bob');
  await signUp(otto, 'Otto');
  await join(league, bob);
  const [first, second] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!first || !second) throw new Error('two games with odds are expected');
  await placeSingle(ann, league, '100', moneyline(first, 'away'));
  await placeSingle(ann, own, '50', moneyline(first, 'away'));
  await placeLegs(ann, league, '20', [moneyline(first, 'home'), moneyline(second, 'home')]);

  await test.step('before a bet is settled, Profile says what will come', async () => {
    await ann.goto('/profile');
    await expect(ann.getByRole('heading', { name: 'No settled bets yet' })).toBeVisible();
  });

  await test.step('a result shows under the open page, in every league of one', async () => {
    await playUntilShown(ann, stage, first, 'live', 7, 0);
    play(stage, first, 'final', 24, 20);
    await expect(chart(ann)).toHaveAccessibleName(/ to -150 on .*; at most 0, at least -150\.$/, liveTimeout);
    await expect(ann.getByText('0-2-0')).toBeVisible();
    await expect(ann.getByText('Lost 2 in a row')).toBeVisible();
    await expect(
      split(ann, 'Market').getByRole('row', { name: /^Moneyline .*too few to tell.* 2 -150$/ }),
    ).toBeVisible();
    await expect(ann.getByText('Parlay', { exact: true })).toBeHidden();
  });
  await expectAccessible(ann, 'profile with a form');

  await test.step('a friend reaches the page of the member from the rankings, with the league of both alone', async () => {
    await bob.goto('/leaderboard');
    await bob.getByRole('row').getByRole('button', { name: 'Ann', exact: true }).click();
    await bob.getByRole('link', { name: /^Form: / }).click();
    await expect(bob).toHaveURL(new RegExp(`/league/${league.id}/member/`));
    await expect(bob.getByRole('heading', { level: 1, name: 'Ann' })).toBeVisible();
    await expect(chart(bob)).toHaveAccessibleName(/ to -100 on /);
    await expect(bob.getByText('0-1-0')).toBeVisible();
    await expect(bob.getByRole('group', { name: 'Bets that count' })).toHaveCount(0);
  });

  await test.step('the end of a parlay comes to the open page, and corrects nothing that was there', async () => {
    await playUntilShown(bob, stage, second, 'live', 7, 0);
    play(stage, second, 'final', 24, 20);
    await expect(split(bob, 'Market').getByRole('row', { name: /^Parlay .* 1 \+\d+$/ })).toBeVisible(liveTimeout);
    await expect(bob.getByText('1-1-0')).toBeVisible();
    await expect(bob.getByText('Won the last one')).toBeVisible();
  });

  await test.step('the weeks of the chart are a table', async () => {
    await bob.getByText('Week by week', { exact: true }).click();
    await expect(bob.getByRole('table', { name: 'Net week by week' }).getByRole('row')).toHaveCount(2);
  });
  await expectAccessible(bob, 'member');
  await expectFits(bob, 'member');

  await test.step('Back leads to the rankings, and the page opens by its address', async () => {
    const address = bob.url();
    await bob.goBack();
    await expect(bob).toHaveURL(/\/leaderboard/);
    await ann.goto(address);
    await ann.getByRole('button', { name: 'All my leagues' }).click();
    await expect(ann).toHaveURL(/\?over=all$/);
    await expect(ann.getByText('1-2-0')).toBeVisible();
    await otto.goto(address);
    await expect(otto.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  });
});

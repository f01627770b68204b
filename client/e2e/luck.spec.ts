import type { Page } from '@playwright/test';
import { currentUser } from '#shared/api/auth.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play, playUntilShown } from './play.ts';
import { liveTimeout } from './screen.ts';
import { expect, test } from './stage.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Luck and the close' });

test('luck is told from 20 settled legs on, beside what the closing odds expected', async ({ stage, person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  await signUp(bob, 'Bob');
  await join(league, bob);
  const [first, second] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!first || !second) throw new Error('two games with odds are expected');
  for (let number = 0; number < 10; number += 1) {
    await placeSingle(ann, league, '5', moneyline(first, 'home'));
    await placeSingle(ann, league, '5', moneyline(second, 'home'));
  }

  await test.step('without a settled bet there is no card; ten legs are too few', async () => {
    await ann.goto('/profile');
    await expect(ann.getByRole('heading', { name: 'No settled bets yet' })).toBeVisible();
    await expect(card(ann)).toHaveCount(0);
    await playUntilShown(ann, stage, first, 'live', 7, 0);
    play(stage, first, 'final', 24, 20);
    await expect(card(ann).getByText('Too few to tell')).toBeVisible(liveTimeout);
    await expect(card(ann).getByText(/^10 of the 20 legs that it takes count so far\./)).toBeVisible();
    await expect(
      card(ann).getByText(/^0 of 10 legs beat the close: on average the prices paid .*% less/),
    ).toBeVisible();
  });

  await test.step('twenty legs show the net, what the close expected, and how far luck goes', async () => {
    await playUntilShown(ann, stage, second, 'live', 7, 0);
    play(stage, second, 'final', 20, 24);
    await expect(card(ann).getByText('Within luck')).toBeVisible(liveTimeout);
    await expect(
      card(ann).getByText(/^The net is .* Ching (above|below) what the closing odds expected\./),
    ).toBeVisible();
    await expect(card(ann).getByText('Expected by the close')).toBeVisible();
  });
  await expectAccessible(ann, 'profile with luck');
  await expectFits(ann, 'profile with luck');

  await test.step('a friend sees it on the page of the member', async () => {
    const { id } = await ask(ann, currentUser);
    await bob.goto(`/league/${league.id}/member/${id}`);
    await expect(card(bob).getByText('Within luck')).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { listGroups } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play } from './play.ts';
import { dialog, pressInDialog, toastOf } from './screen.ts';
import { expect, test } from './stage.ts';

const offer = (page: Page) => page.getByRole('region', { name: 'Almost nothing left?' });
const openDialog = (page: Page) => page.getByRole('button', { name: 'Take the rescue', exact: true }).click();
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'League Leaderboard' }).getByRole('listitem').filter({ hasText: name });

test('a member with almost nothing takes the rescue once, and all see that the title is given up', async ({
  stage,
  person,
}) => {
  const ann = await person();
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League', { fairPlay: { ...presets.classic, rescue: '250' } });
  const bob = await person();
  await signUp(bob, 'Bob');
  await join(league, bob);
  const [game] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  await placeSingle(ann, league, '960', moneyline(game, 'home'));

  await test.step('open bets count, so there is no offer before they are lost', async () => {
    await ann.goto(`/league/${league.id}`);
    await expect(ann.getByText('960 Ching').first()).toBeVisible();
    await expect(rowOf(ann, 'Ann')).toBeVisible();
    await expect(offer(ann)).toBeHidden();
  });

  await test.step('the lost bet brings the offer to the open page', async () => {
    play(stage, game, 'live', 0, 7);
    await expect.poll(async () => (await footballSlate(ann)).some(({ status }) => status === 'live')).toBe(true);
    play(stage, game, 'final', 10, 24);
    await expect(offer(ann)).toBeVisible({ timeout: 60_000 });
    await expect(offer(ann)).toContainText('250 Ching, once. Who takes it cannot win the title any more.');
  });

  const tab = await ann.context().newPage();
  await test.step('the dialog says what it adds and what it costs, and Cancel changes nothing', async () => {
    await tab.goto(`/league/${league.id}`);
    await openDialog(tab);
    await openDialog(ann);
    await expect(dialog(ann)).toContainText('It adds 250 Ching to your balance, once and for good.');
    await expect(dialog(ann)).toContainText('you cannot become champion');
    await expectAccessible(ann, 'the rescue');
    await expectFits(ann, 'the rescue');
    await pressInDialog(ann, 'Cancel');
    await expect(dialog(ann)).toBeHidden();
    expect((await ask(ann, listGroups))[0]?.balance).toBe(fromWhole(40));
  });

  await test.step('a double tap gives it once', async () => {
    await openDialog(ann);
    const asked: string[] = [];
    ann.on('request', (request) => {
      if (/\/rescue$/.test(request.url())) asked.push(request.method());
    });
    // No timer of the page runs between the taps, however quick or slow the machine is.
    await ann.clock.install();
    await ann.clock.pauseAt(Date.now() + 1_000);
    await dialog(ann).getByRole('button', { name: 'Add 250 Ching' }).dblclick();
    await ann.clock.resume();
    // The row says 'Rescued' too.
    await expect(toastOf(ann, 'Rescued').getByText('250 Ching were added to your balance.')).toBeVisible();
    expect(asked).toEqual(['POST']);
    await expect(offer(ann)).toBeHidden();
    await expect(ann.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeFocused();
    await expect(rowOf(ann, 'Ann')).toContainText('Rescued');
    await expect(rowOf(ann, 'Ann')).toContainText('290 Ching');
    await expect(rowOf(ann, 'Ann')).toContainText('-960 Ching');
  });

  await test.step('another tab says so by itself, and friends read it on the row', async () => {
    await expect(tab.getByText('290 Ching').first()).toBeVisible({ timeout: 60_000 });
    await expect(offer(tab)).toBeHidden();
    await tab.close();
    await bob.goto(`/leaderboard?league=${league.id}`);
    await expect(bob.getByRole('row').filter({ hasText: 'Ann' })).toContainText('Rescued');
    expect((await ask(ann, listGroups))[0]?.balance).toBe(fromWhole(290));
  });
});

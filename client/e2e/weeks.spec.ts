import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { listGroups } from '#shared/api/groups.ts';
import { leagueWeeks } from '#shared/api/weeks.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play } from './play.ts';
import { expectToast } from './screen.ts';
import { expect, test } from './stage.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const story = (page: Page) => page.getByRole('region', { name: / wins? (the )?week/ });

test('a week is frozen under an open page, and its story is copied and shared', async ({ stage, person }) => {
  const ann = await person();
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const bob = await person();
  await signUp(bob, 'Bob');
  await join(league, bob);
  const [game, open] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!game || !open) throw new Error('two games with odds are expected');
  await placeSingle(ann, league, '100', moneyline(game, 'home'));
  await placeSingle(bob, league, '60', moneyline(game, 'away'));
  await placeSingle(bob, league, '500', moneyline(open, 'home'));

  await test.step('before a bet is settled the week has no leader, and says when it ends', async () => {
    await ann.goto(`/league/${league.id}`);
    await tab(ann, 'Weeks').click();
    await expect(ann).toHaveURL(/\?view=weeks$/);
    await expect(ann.getByText('No bet has been settled in it yet.')).toBeVisible();
    await expect(ann.getByText('No week has ended yet')).toBeVisible();
  });

  await test.step('a settled game puts its winner in front, by itself', async () => {
    play(stage, game, 'live', 7, 0);
    await expect.poll(async () => (await footballSlate(ann)).some(({ status }) => status === 'live')).toBe(true);
    play(stage, game, 'final', 24, 20);
    await expect(ann.getByText(/^Ann leads it with \+\d+\.$/)).toBeVisible({ timeout: 60_000 });
    const { running } = await ask(ann, leagueWeeks, { params: { id: league.id } });
    expect(running).toMatchObject({ number: 1, bets: 2 });
  });

  await test.step('the end of the week brings its recap to the open page, of settled bets alone', async () => {
    await stage.ageLeague(league, 1);
    await expect(story(ann).getByRole('heading', { name: 'Ann wins the week' })).toBeVisible({ timeout: 60_000 });
    await expect(story(ann).getByRole('row', { name: /Bob 0-1 -60$/ })).toBeVisible();
    await expect(story(ann)).not.toContainText('500');
    await expect(ann.getByText(/^Week 2 · ends /)).toBeVisible();
  });

  await test.step('Copy text puts the story with its link on the clipboard', async () => {
    await story(ann).getByRole('button', { name: 'Copy text' }).click();
    await expectToast(ann, 'Recap copied');
    const copied = await ann.evaluate(() => navigator.clipboard.readText());
    const [first, second] = copied.split('\n');
    expect(first).toMatch(/^Sunday League, week 1, /);
    expect(second).toMatch(/^Ann wins the week: \+\d+ Ching$/);
    expect(copied).toContain(`${stage.url}/league/${league.id}?view=weeks&week=1`);
  });

  await test.step('Share picture saves a portrait where the browser shares no files', async () => {
    await ann.evaluate(() => Object.defineProperty(navigator, 'canShare', { value: () => false }));
    const saved = ann.waitForEvent('download');
    await story(ann).getByRole('button', { name: 'Share picture' }).click();
    const picture = await readFile(await (await saved).path());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);
  });

  await test.step('the link opens the same story for a friend, and the table shows the week won', async () => {
    await bob.goto(`/league/${league.id}?view=weeks&week=1`);
    await expect(story(bob)).toBeVisible();
    await bob.getByRole('link', { name: /^Week 1 Ann/ }).focus();
    await tab(bob, 'Table').click();
    const row = bob.getByRole('list', { name: 'League Leaderboard' }).getByRole('listitem').filter({ hasText: 'Ann' });
    await expect(row).toContainText('1 week won');
    await expect(row).toContainText('Last bets: won');
    const [membership] = await ask(bob, listGroups);
    expect(membership?.available).toBe(44_000);
    await bob.goto(`/league/${league.id}?view=weeks&week=9`);
    await expect(bob.getByText('There is no recap of week 9')).toBeVisible();
  });
});

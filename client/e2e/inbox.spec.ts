import type { Page } from '@playwright/test';
import { currentUser } from '#shared/api/auth.ts';
import { updateGroup } from '#shared/api/groups.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, playUntilShown } from './play.ts';
import { liveTimeout } from './screen.ts';
import { expect, test } from './stage.ts';

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768;

/** A link in a narrow bar, a button in a wide one. */
const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole(isWide(page) ? 'button' : 'link', {
    name: unread === 0 ? 'Inbox' : `Inbox, ${unread} new`,
    exact: true,
  });

/** The panel beside the page on a desktop, the page itself on a phone. */
async function inboxOf(page: Page) {
  const isPanel = isWide(page);
  const box = isPanel ? page.getByRole('dialog', { name: 'Inbox' }) : page.getByRole('main');
  await expect(box.getByRole('heading', { name: 'Inbox' })).toBeFocused();
  return { isPanel, box };
}

test('the bell counts what happened, and leads to where it happened', async ({ stage, person }) => {
  test.setTimeout(300_000); // a bet has to settle
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await ann.goto('/my-bets');

  await test.step('nothing has happened: the inbox says what to do', async () => {
    await bell(ann, 0).click();
    const { box } = await inboxOf(ann);
    await expect(box.getByText('Nothing here yet')).toBeVisible();
    await expectAccessible(ann, 'an empty inbox');
    await box.getByRole('link', { name: 'See the games' }).click();
    await expect(ann).toHaveURL(/:\d+\/$/);
    await expect(ann.getByRole('dialog')).toBeHidden();
  });

  await test.step('somebody joins: the number rises by itself', async () => {
    await join(league, bob);
    await expect(bell(ann, 1)).toBeVisible(liveTimeout);
    await expect(bell(ann, 1)).toHaveText('1');
  });

  await test.step('a bet settles: one notice with its net, unread in a tint, in bold and by a word', async () => {
    const [game] = await footballSlate(ann);
    if (!game) throw new Error('the slate is empty');
    await placeSingle(ann, league, '100', moneyline(game, 'home'));
    await playUntilShown(ann, stage, game, 'live', 7, 0);
    await playUntilShown(ann, stage, game, 'final', 30, 0);
    await expect(bell(ann, 2)).toBeVisible(liveTimeout);
    await bell(ann, 2).click();
    const { box } = await inboxOf(ann);
    const row = box.getByRole('listitem').first();
    await expect(row).toContainText(/: 1 bet settled, \+\d+/);
    await expect(row).toContainText('Sunday League · 1 won · 1st');
    await expect(row).toContainText('new');
    await expect(box.getByRole('listitem').nth(1)).toContainText('Bob joined Sunday League');
    await expectAccessible(ann, 'an inbox with notices');
  });

  await test.step('a notice leads to its place and is read; Back leads back', async () => {
    const { isPanel, box } = await inboxOf(ann);
    const { id } = await ask(ann, currentUser);
    await box.getByRole('link', { name: /1 bet settled/ }).click();
    await expect(ann).toHaveURL(new RegExp(`/league/${league.id}/member/${id}$`));
    await expect(ann.getByRole('dialog')).toBeHidden();
    await expect(bell(ann, 1)).toBeVisible(liveTimeout);
    await ann.goBack();
    await expect(ann).toHaveURL(isPanel ? /:\d+\/$/ : /\/inbox$/);
  });

  await test.step('an announcement stands on the league’s page and reaches the others', async () => {
    await bob.goto('/my-bets');
    await ann.goto(`/league/${league.id}`);
    await ann.getByRole('button', { name: 'League Settings' }).click();
    await ann.getByLabel('Announcement (optional)').fill('Wings at mine, kick-off at 1');
    await ann.getByRole('button', { name: 'Save Changes' }).click();
    await expect(ann.getByRole('region', { name: /^Announcement/ })).toContainText('Wings at mine, kick-off at 1');
    await expect(bell(bob, 1)).toBeVisible(liveTimeout);
    await bell(bob, 1).click();
    const { box } = await inboxOf(bob);
    await box.getByRole('link', { name: /Wings at mine/ }).click();
    await expect(bob).toHaveURL(new RegExp(`/league/${league.id}$`));
    await expect(bob.getByRole('region', { name: /^Announcement/ })).toContainText('Wings at mine, kick-off at 1');
    await expectAccessible(bob, 'an announcement');
    await ann.goto('/my-bets');
    await expect(bell(ann, 1)).toBeVisible(liveTimeout);
    if (!isWide(ann)) await ann.goto('/inbox');
  });

  await test.step('the keyboard opens, closes and marks all', async () => {
    const isPanel = isWide(ann);
    const box = isPanel ? ann.getByRole('dialog', { name: 'Inbox' }) : ann.getByRole('main');
    if (isPanel) {
      await bell(ann, 1).focus();
      await ann.keyboard.press('Enter');
      await inboxOf(ann);
      await ann.keyboard.press('Escape');
      await expect(box).toBeHidden();
      await expect(bell(ann, 1)).toBeFocused();
      await ann.keyboard.press('Enter');
      await expect(box).toBeVisible();
    }
    await box.getByRole('button', { name: 'Mark all read' }).press('Enter');
    await expect(bell(ann, 0)).toBeVisible();
    await expect(box.getByText('new', { exact: true })).toHaveCount(0);
    await expect(box.locator(':focus')).toHaveCount(1);
  });
});

test('a notice about the league whose page is open leads to its top, with the focus on its heading', async ({
  person,
}) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const heading = bob.getByRole('heading', { level: 1, name: 'Sunday League' });
  const announce = async (announcement: string) => {
    await ask(ann, updateGroup, { params: { id: league.id }, body: { announcement } });
    await expect(bell(bob, 1)).toBeVisible(liveTimeout);
    await bob.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => bob.evaluate(() => scrollY)).toBeGreaterThan(100);
    await bell(bob, 1).click();
    const { box } = await inboxOf(bob);
    await box.getByRole('link', { name: announcement }).click();
    await expect(bob.getByRole('dialog', { name: 'Inbox' })).toBeHidden();
    await expect(heading).toBeFocused();
    await expect.poll(() => bob.evaluate(() => scrollY)).toBe(0);
    await expect(bob).toHaveURL(new RegExp(`/league/${league.id}$`));
  };
  await bob.setViewportSize({ width: bob.viewportSize()?.width ?? 0, height: 400 });
  await bob.goto(`/league/${league.id}`);
  await expect(heading).toBeVisible();
  await announce('Wings at mine');
  await bob.getByRole('tab', { name: 'Weeks', exact: true }).click();
  await expect(bob).toHaveURL(/view=weeks$/);
  await announce('Wings at yours');
});

import type { Page } from '@playwright/test';
import { leaderboard } from '#shared/api/groups.ts';
import { ask } from './ask.ts';
import { createLeague, join, onlyLeague, signUp } from './people.ts';
import { dialog, expectToast, pressInDialog } from './screen.ts';
import { expect, test } from './stage.ts';

const qrCode = (page: Page) => dialog(page).getByRole('img', { name: 'QR code of the invite link' });

test('the link of a league is copied and shown as a QR code, after creation, in details and on the leaderboard', async ({
  person,
  stage,
}) => {
  const [ann, bob] = [await person(), await person()];
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  const link = `${stage.url}/join/${league.joinCode}`;
  const copied = () => ann.evaluate(() => navigator.clipboard.readText());
  const sheets: string[] = [];
  ann.on('request', (request) => {
    if (request.url().includes('invite-sheet')) sheets.push(request.url());
  });

  await test.step('a new league offers its link and a QR code, which is loaded when it is opened', async () => {
    await ann.goto(`/league/${league.id}`);
    await ann.getByRole('button', { name: 'Copy Link' }).click();
    await expectToast(ann, 'Invite link copied');
    expect(await copied()).toBe(link);
    expect(sheets).toEqual([]);
    await ann.getByRole('button', { name: 'Show QR Code' }).click();
    await expect(qrCode(ann)).toBeInViewport({ ratio: 1 });
    expect(sheets).toHaveLength(1);
    await expect(dialog(ann).getByText(link)).toBeVisible();
    await pressInDialog(ann, 'Close');
    await expect(ann.getByRole('button', { name: 'Show QR Code' })).toBeFocused();
  });

  await test.step('the details show the link', async () => {
    await ann.getByRole('button', { name: 'View Details' }).click();
    await expect(ann.getByRole('definition').getByText(link)).toBeVisible();
    await ann.evaluate(() => navigator.clipboard.writeText(''));
    await ann.getByRole('button', { name: 'Invite Friends' }).click();
    await pressInDialog(ann, 'Copy Link');
    await expectToast(ann, 'Invite link copied');
    expect(await copied()).toBe(link);
    await pressInDialog(ann, 'Close');
  });

  await test.step('a member passes on the same link and cannot replace it', async () => {
    await join(league, bob);
    await bob.goto('/leaderboard');
    await bob.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(dialog(bob).getByText(link)).toBeVisible();
    await expect(dialog(bob).getByRole('button', { name: 'Make a New Link' })).toHaveCount(0);
    await pressInDialog(bob, 'Close');
  });

  await test.step('a league that nobody can join has no link to pass on', async () => {
    await stage.endLeague(league, 1);
    await bob.reload();
    await expect(bob.getByRole('row', { name: /Bob/ })).toBeVisible();
    await expect(bob.getByRole('button', { name: 'Invite', exact: true })).toHaveCount(0);
  });
});

test('the owner makes a new link after a question, and the old one is dead at once', async ({ person }) => {
  const [ann, eve] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const { id, joinCode } = await createLeague(ann, 'Sunday League');
  await ann.goto('/leaderboard');
  await ann.getByRole('button', { name: 'Invite', exact: true }).click();
  const before = await qrCode(ann).locator('path').getAttribute('d');

  await pressInDialog(ann, 'Make a New Link');
  await expect(dialog(ann).getByRole('alert')).toContainText('stop at once');
  await expect(dialog(ann).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await ann.keyboard.press('Enter');
  await expect(dialog(ann).getByRole('button', { name: 'Make a New Link' })).toBeFocused();
  expect((await onlyLeague(ann)).joinCode).toBe(joinCode);

  await pressInDialog(ann, 'Make a New Link');
  await pressInDialog(ann, 'Make a New Link');
  await expectToast(ann, 'New Link Made', 'The old link and its code lead to no league any more.');
  const { joinCode: renewed } = await onlyLeague(ann);
  expect(renewed).not.toBe(joinCode);
  await expect(dialog(ann).getByText(`/join/${renewed}`)).toBeVisible();
  await expect(dialog(ann).getByRole('button', { name: 'Make a New Link' })).toBeFocused();
  await expect(qrCode(ann).locator('path')).not.toHaveAttribute('d', before ?? '');
  await eve.goto(`/join/${joinCode}`);
  await expect(eve.getByRole('heading', { name: 'This link leads to no league' })).toBeVisible();
  await eve.goto(`/join/${renewed}`);
  await expect(eve.getByRole('button', { name: 'Join Sunday League' })).toBeVisible();
  expect(await ask(ann, leaderboard, { params: { id } })).toHaveLength(1);
});

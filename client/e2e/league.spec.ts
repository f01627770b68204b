import { randomUUID } from 'node:crypto';
import { leaderboard, listGroups } from '#shared/api/groups.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, onlyLeague, signUp } from './people.ts';
import {
  blockEvents,
  dialog,
  expectLedToSignIn,
  expectToast,
  failNext,
  pressInDialog,
  waitForWords,
} from './screen.ts';
import { expect, test } from './stage.ts';

test('an owner creates a league', async ({ person }) => {
  const ann = await person();
  await signUp(ann, 'Ann');

  await test.step('the create dialog asks for what is missing, and leads to the new league', async () => {
    await ann.goto('/leaderboard');
    await expect(ann.getByRole('heading', { name: 'League Leaderboards' })).toBeVisible();
    await expect(ann.getByText('No Leagues Yet')).toBeVisible();
    await ann.getByRole('button', { name: 'Create League' }).click();
    await pressInDialog(ann, 'Create League');
    await expectToast(ann, 'League Name Required', 'Please enter a name for your league');
    await expect(ann.getByLabel('League Name')).toBeFocused();
    await expect(ann.getByLabel('League Name')).toHaveAccessibleDescription('Please enter a name for your league');
    await ann.keyboard.press('Escape'); // closes the dialog, not the notification
    await expect(dialog(ann)).toBeHidden();
    await expectToast(ann, 'League Name Required');
    await ann.getByRole('button', { name: 'Create League' }).click();
    await ann.getByLabel('League Name').fill('  Sunday League ');
    const deadline = await ann.getByLabel('Join Deadline').inputValue();
    expect(deadline).toMatch(/T00:00$/);
    await ann.getByLabel('Join Deadline').fill('');
    await pressInDialog(ann, 'Create League');
    await expectToast(ann, 'Join Deadline Required', 'Please set a join deadline for your league');
    await ann.getByLabel('Join Deadline').fill(deadline);
    const end = await ann.getByLabel('End Date').inputValue();
    expect(end).toMatch(/-12-31T23:59$/);
    await ann.getByLabel('End Date').fill('');
    await pressInDialog(ann, 'Create League');
    await expectToast(ann, 'End Date Required', 'Please set an end date for your league');
    await ann.getByLabel('End Date').fill('2020-01-01T00:00');
    await pressInDialog(ann, 'Create League');
    await expectToast(ann, 'Error', 'The end date must be in the future');
    await ann.getByLabel('End Date').fill(end);
    await failNext(ann, 'POST', /\/api\/groups$/);
    await pressInDialog(ann, 'Create League');
    await expectToast(ann, 'Error', 'Failed to create league');
    await pressInDialog(ann, 'Create League');
    await expectToast(
      ann,
      'League Created',
      'Your new league has been created successfully! Share your league code with friends!',
    );
    await expect(ann).toHaveURL(/\/league\/[0-9a-f-]{36}$/);
    await expect(ann.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
    const { joinDeadline } = await onlyLeague(ann);
    // The dialog's defaults are Eastern wall time, sent as UTC: Eastern midnight is 04:00 or 05:00 UTC.
    expect(joinDeadline).toMatch(/T0[45]:00:00/);
  });

  await test.step('the new league shows its code at once, that nothing is there yet, and its details', async () => {
    await expect(ann.getByText('Available Balance').locator('..')).toContainText('1,000 Ching');
    await expect(ann.getByText('Pending Bets').locator('..')).toContainText('0 Ching');
    await expect(ann.getByText('No bets placed yet. Be the first to start betting!')).toBeVisible();
    await expect(ann.getByText('No betting activity in this league')).toBeVisible();
    const { joinCode: code } = await onlyLeague(ann);
    const invitation = ann.getByRole('region', { name: 'Bring your friends' });
    await expect(invitation.getByText(code, { exact: true })).toBeVisible();
    await expect(invitation.getByRole('button', { name: 'Copy Link' })).toBeVisible();
    await expect(ann.getByText(/^All sports · Ends Dec 31, .+ · Bets of others show after they settle$/)).toBeVisible();
    const details = ann.getByRole('definition');
    await ann.getByRole('button', { name: 'View Details' }).click();
    await expect(details.getByText(code, { exact: true })).toBeVisible();
    await expect(ann.getByText('Start / Join Deadline Date')).toBeVisible();
    await ann.getByRole('button', { name: 'Hide Details' }).click();
    await expect(details.getByText(code, { exact: true })).toBeHidden();
  });

  await test.step('the widest of codes fits the smallest screen', async () => {
    await ann.route('**/api/groups', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/"joinCode":"\w+"/, '"joinCode":"WWWWWW"'),
      });
    });
    await ann.reload();
    await expect(ann.getByText('WWWWWW', { exact: true })).toBeVisible();
    await ann.getByRole('button', { name: 'View Details' }).click();
    await expectFits(ann, 'a league with the widest code');
  });
});

test('letters that are typed into the middle of a join code stay together', async ({ person }) => {
  const page = await person();
  await signUp(page, 'Ann');
  await page.goto('/leaderboard');
  await page.getByRole('button', { name: 'Join League' }).click();
  const code = dialog(page).getByLabel('Join Code');
  await code.pressSequentially('abef');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('cd');
  await expect(code).toHaveValue('ABCDEF');
});

test('a member joins with the code, and sees what is a member’s', async ({ person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const { id, joinCode: code } = await createLeague(ann, 'Sunday League');

  await test.step('Bob joins with the code, in small letters', async () => {
    await bob.goto('/leaderboard');
    await bob.getByRole('button', { name: 'Join League' }).click();
    await pressInDialog(bob, 'Join League');
    await expectToast(bob, 'Join Code Required', 'Please enter a league join code');
    await bob.getByLabel('Join Code').fill('nocode');
    await pressInDialog(bob, 'Join League');
    await expectToast(bob, 'Error', 'No league has this join code');
    await bob.getByLabel('Join Code').fill(code.toLowerCase());
    await expect(bob.getByLabel('Join Code')).toHaveValue(code);
    await pressInDialog(bob, 'Join League');
    await expectToast(bob, 'Joined League', 'You have successfully joined the league!');
    await expect(dialog(bob)).toBeHidden();
    await expect(bob.getByText('2 members')).toBeVisible();
    await bob.getByRole('button', { name: 'Join League' }).first().click();
    await expect(bob.getByLabel('Join Code')).toHaveValue('');
    await pressInDialog(bob, 'Close');
  });

  await test.step('a member has no owner’s buttons', async () => {
    await expect(bob.getByRole('row', { name: /Bob/ })).toBeVisible();
    await expect(bob.getByRole('button', { name: 'Manage League' })).toBeHidden();
    await expect(bob.getByRole('button', { name: 'Edit Display Name' })).toHaveCount(1);
    await bob.getByRole('link', { name: 'View Full' }).click();
    await expect(bob).toHaveURL(`/league/${id}`);
    await expect(bob.getByRole('listitem').filter({ hasText: 'Ann' })).toBeVisible();
    await expect(bob.getByRole('button', { name: 'League Settings' })).toBeHidden();
    await expect(bob.getByRole('button', { name: /^Remove/ })).toBeHidden();
    await bob.getByRole('link', { name: 'Back to Leaderboards' }).click();
    await expect(bob.getByRole('button', { name: 'Bob', exact: true })).toBeVisible();
  });
});

test('an owner changes the settings and the code of a league', async ({ person }) => {
  const ann = await person();
  await signUp(ann, 'Ann');
  const { id, joinCode } = await createLeague(ann, 'Sunday League');
  let code = joinCode;
  await ann.goto(`/league/${id}`);

  await test.step('the settings are refused in words, fail in words, and are saved', async () => {
    const settings = ann.getByRole('button', { name: 'League Settings' });
    await settings.click();
    await expect(ann.getByText('New members cannot join after this date')).toBeVisible();
    await expect(ann.getByText('Betting ends on this date')).toBeVisible();
    await expect(ann.getByLabel('League Join Code')).toHaveValue(code);
    await expect(ann.getByLabel('Allowed Sports').locator('option')).toHaveCount(7);
    await ann.getByLabel('League Name').fill(' ');
    await pressInDialog(ann, 'Save Changes');
    await expectToast(ann, 'League Name Required', 'Please enter a name for your league');
    await ann.getByLabel('League Name').fill('Monday League');
    await ann.getByLabel('Join Deadline').fill('2020-01-01T00:00');
    await pressInDialog(ann, 'Save Changes');
    await expectToast(ann, 'Error', 'The join deadline must be in the future');
    await ann.getByLabel('Join Deadline').fill('');
    await ann.getByLabel('End Date').focus();
    await ann.keyboard.press('Backspace'); // deletes the month alone: the field is then neither a date nor empty
    await pressInDialog(ann, 'Save Changes');
    await expectToast(ann, 'Error', 'The end date must be a whole date and time');
    await ann.getByLabel('End Date').fill('2030-12-31T23:59');
    await ann.getByLabel('Description').fill('For the long nights');
    await ann.getByLabel('Allowed Sports').selectOption('Hockey');
    await ann.getByLabel("Members see each other's bets").selectOption('started');
    await failNext(ann, 'PATCH', /\/api\/groups\/[^/]+$/);
    await pressInDialog(ann, 'Save Changes');
    await expectToast(ann, 'Error', 'Failed to update league settings.');

    const answer = await delayRequests(ann, '**/regenerate-code');
    await pressInDialog(ann, 'Regenerate');
    await expect(dialog(ann).getByRole('button', { name: 'Generating...' })).toBeDisabled();
    answer();
    await expectToast(ann, 'Join Code Regenerated', 'A new join code has been generated for your league.');
    await expect(ann.getByLabel('League Join Code')).not.toHaveValue(code);
    code = await ann.getByLabel('League Join Code').inputValue();
    await failNext(ann, 'PATCH', /regenerate-code$/);
    await pressInDialog(ann, 'Regenerate');
    await expectToast(ann, 'Error', 'Failed to regenerate join code.');

    await pressInDialog(ann, 'Save Changes');
    await expectToast(ann, 'League Updated', 'League settings have been updated successfully.');
    await expect(dialog(ann)).toBeHidden();
    await expect(settings).toBeFocused();
    await expect(ann.getByRole('heading', { level: 1, name: 'Monday League' })).toBeVisible();
    await expect(ann.getByText('For the long nights')).toBeVisible();
    await ann.getByRole('button', { name: 'View Details' }).click();
    await expect(ann.getByText('No deadline')).toBeVisible();
    expect(await onlyLeague(ann)).toMatchObject({
      joinCode: code,
      joinDeadline: null,
      endDate: '2031-01-01T04:59:00.000Z',
      allowedSports: 'Hockey',
      reveal: 'started',
    });
  });

  await test.step('the leaderboard page regenerates the code in its own words', async () => {
    await ann.getByRole('link', { name: 'Back to Leaderboards' }).click();
    await ann.getByRole('button', { name: 'Manage League' }).click();
    await failNext(ann, 'PATCH', /regenerate-code$/);
    await pressInDialog(ann, 'Regenerate');
    await expectToast(ann, 'Error', 'Failed to regenerate join code');
    await pressInDialog(ann, 'Regenerate');
    await expect(ann.getByLabel('League Join Code')).not.toHaveValue(code);
    code = await ann.getByLabel('League Join Code').inputValue();
    await expectToast(ann, 'Join Code Updated', `New join code: ${code}`);
    await pressInDialog(ann, 'Close');
    await expect(ann.getByRole('button', { name: 'Manage League' })).toBeFocused();
  });
});

test('an owner renames herself, removes a member and deletes the league', async ({ person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const path = `/league/${league.id}`;
  await ann.goto('/leaderboard');

  await test.step('Ann renames herself, and no one else', async () => {
    await expect(ann.getByRole('button', { name: 'Edit Display Name' })).toHaveCount(1);
    await ann.getByRole('button', { name: 'Edit Display Name' }).click();
    await ann.getByRole('textbox', { name: 'Display Name' }).fill('   ');
    await expect(dialog(ann).getByRole('button', { name: 'Save' })).toBeDisabled();
    await ann.getByRole('textbox', { name: 'Display Name' }).fill(' Queen Ann ');
    await failNext(ann, 'PATCH', /display-name$/);
    await pressInDialog(ann, 'Save');
    await expectToast(ann, 'Failed to update display name', 'Please try again');
    await pressInDialog(ann, 'Save');
    await expectToast(ann, 'Display name updated successfully');
    await expect(ann.getByRole('row', { name: /Queen Ann/ })).toBeVisible();
  });

  await test.step('Ann removes Bob', async () => {
    await ann.goto(path);
    await expect(ann.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await ann.getByRole('button', { name: 'Remove Bob' }).click();
    await expect(dialog(ann)).toContainText('Remove Member from League?');
    await expect(dialog(ann)).toContainText('This action cannot be undone');
    await pressInDialog(ann, 'Cancel');
    await expect(dialog(ann)).toBeHidden();
    await ann.getByRole('button', { name: 'Remove Bob' }).click();
    await failNext(ann, 'DELETE', /members/);
    await pressInDialog(ann, 'Remove Member');
    await expectToast(ann, 'Error', 'Failed to remove member from league.');
    await pressInDialog(ann, 'Remove Member');
    await expectToast(ann, 'Member Removed', 'The member has been removed from the league.');
    await expect(ann.getByRole('button', { name: 'Bob', exact: true })).toBeHidden();
    const { id } = await onlyLeague(ann);
    expect(await ask(ann, leaderboard, { params: { id } })).toHaveLength(1);
    await bob.goto(path);
    await expect(bob.getByText(/^League not found\. This league may not exist/)).toBeVisible();
  });

  await test.step('Ann deletes the league', async () => {
    await ann.goto('/leaderboard');
    await ann.getByRole('button', { name: 'Manage League' }).click();
    const prompt =
      'Are you sure you want to delete this league? This action cannot be undone and will remove all associated bets and data.';
    await pressInDialog(ann, 'Delete League');
    await expect(dialog(ann).getByText(prompt)).toBeVisible();
    await pressInDialog(ann, 'Cancel');
    await expect(dialog(ann).getByText(prompt)).toBeHidden();
    await pressInDialog(ann, 'Delete League');
    await failNext(ann, 'DELETE', /\/api\/groups\/[^/]+$/);
    await pressInDialog(ann, 'Delete League');
    await expectToast(ann, 'Error', 'Failed to delete league');
    await pressInDialog(ann, 'Delete League');
    await expectToast(ann, 'League Deleted');
    await expect(ann.getByText('No Leagues Yet')).toBeVisible();
    expect(await ask(ann, listGroups)).toEqual([]);
  });
});

test('a league that is deleted leaves the focus at the heading of the page', async ({ person }) => {
  const ann = await person();
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  await createLeague(ann, 'Monday League');
  await ann.goto(`/leaderboard?league=${league.id}`);
  await ann.getByRole('button', { name: 'Manage League' }).press('Enter');
  await dialog(ann).getByRole('button', { name: 'Delete League' }).press('Enter');
  await dialog(ann).getByRole('group').getByRole('button', { name: 'Delete League' }).press('Enter');
  await expectToast(ann, 'League Deleted');
  await expect(ann.getByRole('button', { name: /^Sunday League/ })).toHaveCount(0);
  await expect(ann.getByRole('heading', { level: 1, name: 'League Leaderboards' })).toBeFocused();
});

test('a visitor of a league is led to sign in; without an id there is no league', async ({ person }) => {
  const ann = await person();
  await ann.goto('/league/0197f0a0-0000-7000-8000-000000000000', { waitUntil: 'commit' });
  await waitForWords(ann, 'Loading league details...');
  await expect(ann.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await ann.goto('/league');
  await expect(ann.getByText('League not found', { exact: true })).toBeVisible();
  await signUp(ann, 'Ann');
  await ann.goto('/league/0197f0a0-0000-7000-8000-000000000000');
  await expect(
    ann.getByText("League not found. This league may not exist or you don't have access to it."),
  ).toBeVisible();
  await expect(ann.getByRole('link', { name: 'Back to Profile' })).toHaveAttribute('href', '/profile');
});

test('a long table shows its first fifty and the viewer, and the others on demand', async ({ person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const { id: bobsId } = await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const { id } = league;
  const standings: { user: { id: string } }[] = await bob.request
    .get(`/api/groups/${id}/leaderboard`)
    .then((answer) => answer.json());
  const crowd = Array.from({ length: 70 }, (_, at) => ({
    ...standings[0],
    rank: at + 1,
    displayName: `Member ${at + 1}`,
    user: { id: randomUUID(), firstName: 'One', email: 'one' },
  }));
  const own = { ...standings.find(({ user }) => user.id === bobsId), rank: 71 };
  await bob.route('**/api/groups/*/leaderboard', (route) => route.fulfill({ json: [...crowd, own] }));
  await bob.goto(`/league/${id}`);
  const rows = bob.getByRole('region', { name: 'League Leaderboard' }).getByRole('listitem');
  await expect(rows).toHaveCount(51);
  await expect(rows.last()).toContainText('#71Bob');
  await expect(bob.getByText('50 of 71 members')).toBeVisible();
  await bob.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(71);
  await expect(rows.nth(50)).toBeFocused();
  const late = bob.getByRole('button', { name: 'Member 60', exact: true });
  await late.click();
  await expect(dialog(bob).getByRole('heading', { name: 'Member 60' })).toBeVisible();
  await pressInDialog(bob, 'Close');
  await expect(late).toBeFocused();
  await bob.goto(`/leaderboard?league=${id}`);
  const ranked = bob.getByRole('table', { name: 'Rankings' }).getByRole('row');
  await expect(ranked).toHaveCount(52);
  await expect(ranked.last()).toContainText('#71');
});

test('signed out meanwhile, creating and joining lead to sign in', async ({ person }) => {
  const ann = await person();
  await signUp(ann, 'Ann');
  await blockEvents(ann); // otherwise an event refetches the leagues, which leads to sign in before the form does
  await ann.goto('/leaderboard');
  await expect(ann.getByText('No Leagues Yet')).toBeVisible();
  await ann.context().clearCookies();
  await ann.getByRole('button', { name: 'Create League' }).click();
  await ann.getByLabel('League Name').fill('Too late');
  await expectLedToSignIn(ann, () => pressInDialog(ann, 'Create League'));
  await ann.goto('/games');
  await ann.getByRole('button', { name: 'Join League' }).click();
  await ann.getByLabel('Join Code').fill('ABCDEF');
  await expectLedToSignIn(ann, () => pressInDialog(ann, 'Join League'));
});

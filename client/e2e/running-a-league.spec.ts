import type { Page } from '@playwright/test';
import { regenerateCode, updateGroup } from '#shared/api/groups.ts';
import { askToJoin, listJoinRequests } from '#shared/api/join-requests.ts';
import { nameManager } from '#shared/api/league-roles.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, onlyLeague, signUp } from './people.ts';
import { dialog, expectToast, liveTimeout, pressInDialog } from './screen.ts';
import { expect, test } from './stage.ts';

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Examines a screen in both themes, and that nothing is cut. */
async function see(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await expectFits(page, where);
}

test('an owner names a manager, hands the league over, and everybody reads about it', async ({ person }) => {
  test.setTimeout(300_000); // axe runs on many screens, also on a busy machine
  const [ann, bob, cat] = [await person(), await person(), await person()];
  await signUp(ann, 'Ann');
  const { id: bobId } = await signUp(bob, 'Bob');
  await signUp(cat, 'Cat');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob, cat);
  const path = `/league/${league.id}`;

  await test.step('a member becomes a manager, sees the settings at once, and changes them', async () => {
    await bob.goto(path);
    await expect(heading(bob, 'Sunday League')).toBeVisible();
    await expect(bob.getByRole('button', { name: 'League Settings' })).toBeHidden();
    await ann.goto(`${path}/member/${bobId}`);
    await ann.getByRole('button', { name: 'Make a Manager' }).press('Enter');
    await expectToast(ann, 'Manager Named');
    await expect(ann.getByText('Manager of the league')).toBeVisible();
    await see(ann, 'a member who is a manager');
    await bob.getByRole('button', { name: 'League Settings' }).click(liveTimeout);
    await dialog(bob).getByLabel('League Name').fill('Monday League');
    await see(bob, 'the settings of a manager');
    await pressInDialog(bob, 'Save Changes');
    await expect(heading(bob, 'Monday League')).toBeVisible();
    await expect(bob.getByRole('button', { name: 'Remove Cat' })).toBeVisible();
    await expect(bob.getByRole('button', { name: 'Remove Ann' })).toBeHidden();
    const file = bob.waitForEvent('download');
    await bob.getByRole('button', { name: 'League Settings' }).click();
    await dialog(bob).getByRole('link', { name: 'Standings (CSV)' }).click();
    expect((await file).suggestedFilename()).toBe('ching-standings.csv');
    await pressInDialog(bob, 'Cancel');
  });

  await test.step('the owner offers the league, and the other accepts', async () => {
    await ann.getByRole('button', { name: 'Offer the League' }).press('Enter');
    await expect(ann.getByRole('alert')).toContainText('Offer the league to Bob?');
    await see(ann, 'the question before an offer');
    await ann.getByRole('button', { name: 'Offer the League' }).click();
    await expectToast(ann, 'League Offered');
    await ann.goto(path);
    await expect(card(ann, 'You offered the league to Bob')).toBeVisible();
    await see(bob, 'an offered league');
    await card(bob, 'The league is offered to you').getByRole('button', { name: 'Accept' }).click(liveTimeout);
    await expectToast(bob, 'You Own the League Now');
    await expect(card(bob, 'The league is offered to you')).toBeHidden();
    await expect(bob.getByRole('button', { name: 'Remove Ann' })).toBeVisible();
    await expect(card(ann, /^You offered/)).toBeHidden(liveTimeout);
  });

  await test.step('every member reads in the log who did what', async () => {
    await cat.goto(path);
    await cat.getByRole('button', { name: 'League log' }).press('Enter');
    const entries = dialog(cat).getByRole('listitem');
    await expect(entries).toHaveText([
      /^Bob took the league over from Ann, who is a manager now/,
      /^Ann offered the league to Bob/,
      /^Bob changed the name from “Sunday League” to “Monday League”/,
      /^Ann made Bob a manager/,
    ]);
    await see(cat, 'the log of a league');
  });
});

test('saved settings leave alone what a manager changed since the form was opened', async ({ person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const { id: bobId } = await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  await ask(ann, nameManager, { params: { id: league.id, userId: bobId } });
  await ann.goto(`/league/${league.id}`);
  await ann.getByRole('button', { name: 'League Settings' }).click();
  await dialog(ann).getByLabel('Description (optional)').fill('Every Sunday');
  const endDate = new Date(Date.now() + 90 * 86_400_000).toISOString();
  await ask(bob, updateGroup, { params: { id: league.id }, body: { name: 'Monday League', endDate } });
  await expect(ann.locator('h1')).toHaveText('Monday League', liveTimeout); // hidden from the roles by the dialog
  await pressInDialog(ann, 'Save Changes');
  await expectToast(ann, 'League Updated');
  expect(await onlyLeague(ann)).toMatchObject({ description: 'Every Sunday', name: 'Monday League', endDate });
});

test('where joins are approved, who has the link asks, waits, and is let in', async ({ person }) => {
  const [ann, sue, tom] = [await person(), await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(sue, 'Sue');
  await signUp(tom, 'Tom');
  const league = await createLeague(ann, 'Sunday League', { approvesJoins: true });
  await ann.goto(`/league/${league.id}`);
  await expect(heading(ann, 'Sunday League')).toBeVisible();

  await test.step('by the code they come to the invitation, where they ask', async () => {
    await sue.goto('/leaderboard');
    await sue.getByRole('button', { name: 'Join League' }).first().click();
    await dialog(sue).getByLabel('Join Code').fill(league.joinCode);
    await pressInDialog(sue, 'Join League');
    await sue.getByRole('button', { name: 'Ask to Join Sunday League' }).press('Enter');
    await expect(sue.getByText('You have asked to join. Waiting for an answer.')).toBeVisible();
    await see(sue, 'an invitation that waits for an answer');
    await tom.goto(invitePath(league.joinCode));
    await tom.getByRole('button', { name: 'Ask to Join Sunday League' }).click();
    await expect(tom.getByText('Waiting for an answer')).toBeVisible();
  });

  await test.step('the owner sees them at once, lets one in and turns the other down', async () => {
    await expect(card(ann, '2 people ask to join')).toBeVisible(liveTimeout);
    await see(ann, 'people who ask to join');
    await ann.getByRole('button', { name: 'Turn down Tom T.' }).click();
    await expect(tom.getByRole('button', { name: 'Ask to Join Sunday League' })).toBeVisible(liveTimeout);
    await ann.getByRole('button', { name: 'Let in Sue T.' }).press('Enter');
    await expect(card(ann, /asks? to join/)).toBeHidden(liveTimeout);
    await expect(heading(sue, 'Sunday League')).toBeVisible(liveTimeout);
  });
});

test('who waits takes the request back on the profile, also once the link has changed', async ({ person }) => {
  const [ann, sue] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(sue, 'Sue');
  const league = await createLeague(ann, 'Sunday League', { approvesJoins: true });
  await ask(sue, askToJoin, { body: { joinCode: league.joinCode } });
  await ask(ann, regenerateCode, { params: { id: league.id } });
  await sue.goto('/profile');
  await expect(card(sue, 'Waiting for an answer')).toContainText('Sunday League');
  await see(sue, 'requests to join on the profile');
  await sue.getByRole('button', { name: 'Take back the request to Sunday League' }).press('Enter');
  await expectToast(sue, 'Request Taken Back');
  await expect(card(sue, 'Waiting for an answer')).toBeHidden();
  await expect(heading(sue, "Sue's Profile")).toBeFocused();
  expect(await ask(ann, listJoinRequests, { params: { id: league.id } })).toEqual([]);
});

test('an offered league leaves the focus at the heading, and a question that is cancelled at its button', async ({
  person,
}) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  const { id } = await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  await ann.goto(`/league/${league.id}/member/${id}`);
  const offer = ann.getByRole('button', { name: 'Offer the League' });
  await offer.press('Enter');
  await ann.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(offer).toBeFocused();
  await offer.press('Enter');
  await ann.getByRole('group').getByRole('button', { name: 'Offer the League' }).press('Enter');
  await expect(ann.getByText('You offered the league to them.')).toBeVisible();
  await expect(ann.getByRole('heading', { level: 1 })).toBeFocused();
});

import type { Locator, Page } from '@playwright/test';
import { currentUser } from '#shared/api/auth.ts';
import { updateGroup } from '#shared/api/groups.ts';
import { endOffer, offerLeague } from '#shared/api/league-roles.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { isolate } from '#shared/domain/naming.ts';
import { ask } from '../ask.ts';
import { letAllAsk, names, type RealPeople } from '../real-people.ts';
import { dialog, pressInDialog } from '../screen.ts';
import { expect } from '../stage.ts';
import { type Check, cards, open, press, seeDialogs } from './steps.ts';

/** Lets everybody of `names` ask for the first league and offers it to a friend, as all sides see it. */
export async function seeRequestsAndOffers(
  { page, leagues: [league], friends: [friend] }: RealPeople,
  asker: Page,
  check: Check,
) {
  const params = { id: league.id };
  await letAllAsk({ page, leagues: [league] }, asker, async () => {
    await open(asker, invitePath(league.joinCode), asker.getByRole('button', { name: /^Ask to Join / }));
    await check(asker, 'invitation to ask');
    await press(asker, /^Ask to Join /);
    await expect(asker.getByText(/^You have asked to join/)).toBeVisible();
    await check(asker, 'request that waits');
  });
  const { id: friendId } = await ask(friend, currentUser);
  await open(page, `/league/${league.id}/member/${friendId}`, page.getByRole('button', { name: 'Offer the League' }));
  await press(page, 'Make a Manager');
  await expect(page.getByRole('button', { name: 'Remove as Manager' })).toBeVisible();
  await press(page, 'Offer the League');
  await expect(page.getByRole('alert')).toBeVisible();
  await check(page, 'question before an offer');
  await ask(page, offerLeague, { params, body: { userId: friendId } });
  for (const one of [page, friend]) {
    await open(one, `/league/${league.id}`, one.getByRole('heading', { name: / people ask to join$/ }));
    await expect(one.getByRole('heading', { name: /^(You offered the league|The league is offered)/ })).toBeVisible();
    await check(one, one === page ? 'requests, and an offer' : 'requests, and an offer to oneself');
  }
  await ask(page, endOffer, { params });
  await ask(page, updateGroup, { params, body: { approvesJoins: false } });
}

export async function seeLeague({ page, leagues }: RealPeople, check: Check): Promise<void> {
  await open(page, `/leaderboard?league=${leagues[0].id}`, page.getByRole('row'));
  await expect(cards(page).first()).toBeVisible();
  await check(page, 'leaderboard');
  await press(page, /^React to the bet of /);
  await expect(page.getByRole('group', { name: 'Your reaction' })).toBeVisible();
  await check(page, 'reactions to choose from');
  const dialogs = ['Create League', 'Join League', 'Invite', 'Manage League', 'Edit Display Name'];
  await seeDialogs(page, check, [...dialogs, /^W{60}$/, new RegExp(`^${names.word}$`)]);
  await seeIfEnded(page, check, page.getByRole('table', { name: 'Rankings, if it ended now' }));
  await open(page, `/league/${leagues[0].id}`, cards(page));
  await press(page, 'View Details');
  await check(page, 'league');
  await seeIfEnded(page, check, page.getByRole('list', { name: 'League Leaderboard If it ended now' }));
  await seeDialogs(page, check, ['League Settings', 'League log', `Remove ${isolate(names.hebrew)}`]);
  await press(page, 'League Settings');
  await pressInDialog(page, 'Group Chat');
  await expect(dialog(page).getByRole('button', { name: 'Save Group Chat' })).toBeVisible();
  await check(page, 'group chat');
  await pressInDialog(page, 'Close');
  await press(page, 'Invite Friends');
  await pressInDialog(page, 'Make a New Link');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await check(page, 'question before a new link');
  await pressInDialog(page, 'Close');
  const meter = page.getByText(/\d to spare/);
  await open(page, `/leaderboard?league=${leagues[1]?.id}`, meter);
  await check(page, 'leaderboard under Fair play');
  await open(page, `/league/${leagues[1]?.id}`, meter);
  await check(page, 'league under Fair play');
}

/** Switches on how it would end, which renames the rows. */
async function seeIfEnded(page: Page, check: Check, rows: Locator): Promise<void> {
  await page.getByRole('switch', { name: 'If it ended now' }).click();
  await expect(rows).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0)); // axe counts what the top bar covers as a target that is too small
  await check(page, 'if it ended now');
}

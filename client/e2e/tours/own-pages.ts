import type { Page } from '@playwright/test';
import { currentUser } from '#shared/api/auth.ts';
import { leagueChat, saveChat } from '#shared/api/chat.ts';
import { leaderboard } from '#shared/api/groups.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { ask } from '../ask.ts';
import { createLeague, signUp } from '../people.ts';
import { names, type RealPeople } from '../real-people.ts';
import { dialog, pressInDialog } from '../screen.ts';
import { expect, type Stage } from '../stage.ts';
import { type Check, cards, open, press } from './steps.ts';

/** Opens links of leagues as a visitor and as a member of others, and one that leads to no league. */
export async function seeInvitations(
  stage: Stage,
  { page, leagues }: RealPeople,
  visitor: Page,
  check: Check,
): Promise<void> {
  const join = (one: Page) => one.getByRole('button', { name: /^Join / });
  for (const { joinCode } of leagues.slice(0, 2)) {
    await open(visitor, invitePath(joinCode), join(visitor));
    await check(visitor, 'invitation');
  }
  await join(visitor).click();
  await expect(visitor.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await check(visitor, 'create account for an invitation');
  await open(visitor, invitePath('ZZZZZZ'), visitor.getByText('This link leads to no league'));
  await check(visitor, 'link to no league');
  const host = await page.context().browser()?.newPage({ baseURL: stage.url });
  if (!host) throw new Error('no browser');
  await signUp(host, 'Host');
  const other = await createLeague(host, names.word);
  await host.close();
  await open(page, invitePath(other.joinCode), join(page));
  await check(page, 'invitation of a member');
  await stage.endLeague(other);
  await open(visitor, invitePath(other.joinCode), visitor.getByText('The join deadline for this league has passed'));
  await check(visitor, 'invitation to a closed league');
}

/**
 * Opens the running week with the recap of the one that has just been frozen, which may not have reached the group chat,
 * and the race.
 */
export async function seeWeeks(stage: Stage, { page, leagues: [league] }: RealPeople, check: Check): Promise<void> {
  const params = { id: league.id };
  await ask(page, saveChat, { params, body: { service: 'slack', address: stage.chat.slack } });
  stage.chat.answerWith(504);
  await stage.ageLeague(league, 1);
  const doubts = async () => (await ask(page, leagueChat, { params })).chat?.doubts.length;
  await expect.poll(doubts, { timeout: 60_000 }).toBe(1);
  await open(page, `/league/${league.id}`, page.getByRole('button', { name: /^League Settings, 1 message/ }));
  await press(page, /^League Settings/);
  await check(page, 'settings with a post in doubt');
  await pressInDialog(page, 'Group Chat');
  await expect(dialog(page).getByRole('button', { name: 'Post it again' })).toBeVisible();
  await check(page, 'post in doubt');
  await pressInDialog(page, 'Close');
  await open(page, `/league/${league.id}?view=weeks`, page.getByRole('button', { name: 'Share picture' }));
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await check(page, 'weeks');
  await open(page, `/league/${league.id}?view=race`, page.getByRole('slider'));
  await page.getByRole('group', { name: 'A third line in front' }).getByRole('button').first().click();
  await check(page, 'race');
}

export async function seeOwnPages({ page, leagues: [league] }: RealPeople, check: Check): Promise<void> {
  await open(page, '/my-bets', cards(page));
  for (const why of await page.getByText('Why?').all()) await why.click();
  await press(page, /^Reactions/);
  await expect(page.getByRole('list', { name: 'Who has reacted' })).toBeVisible();
  await check(page, 'my bets');
  await page.route('**/assets/profile-page-*.js', (route) => route.abort());
  await open(page, '/profile', page.getByText('This page did not load'));
  await check(page, 'a page that did not load');
  await page.unrouteAll();
  await open(page, '/profile', page.getByText(/^#\d+ of \d+$/));
  await expect(page.getByRole('heading', { name: 'Net over time' })).toBeVisible();
  await page.getByText('Week by week', { exact: true }).click();
  await check(page, 'profile');
  await press(page, 'Make a Calendar Link');
  await expect(page.getByLabel('Your calendar link')).toBeFocused();
  await press(page, 'Make a New Link');
  await check(page, 'calendar link');
  await open(page, '/profile/notifications', page.getByRole('checkbox', { name: 'Week recap, push' }));
  await page.getByRole('checkbox', { name: 'Week recap, mail' }).check();
  await expect(page.getByRole('button', { name: 'Send It Again' })).toBeVisible();
  await check(page, 'notice settings');
  await open(page, '/profile/account', page.getByText(/^This browser: /));
  await check(page, 'account');
  await press(page, 'Delete Account');
  await check(page, 'deletion of an account');
  const { id } = await ask(page, currentUser);
  await open(page, `/league/${league.id}/member/${id}`, page.getByRole('heading', { name: 'Net over time' }));
  await check(page, 'member');
  const rival = (await ask(page, leaderboard, { params: { id: league.id } })).find(({ user }) => user.id !== id);
  await open(
    page,
    `/league/${league.id}/member/${rival?.user.id}`,
    page.getByRole('heading', { name: /^You against / }),
  );
  await check(page, 'rival');
  await open(page, `/league/${league.id}/statement`, page.getByRole('table'));
  await check(page, 'statement');
  await open(page, '/inbox', page.getByRole('main').getByRole('listitem'));
  await check(page, 'inbox');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 }); // where the bell opens a panel
  await press(page, /^Inbox/);
  await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
  await check(page, 'inbox as a panel');
  if (size) await page.setViewportSize(size);
  await open(page, '/how-to-play');
  await check(page, 'how to play');
}

import type { Locator, Page } from '@playwright/test';
import { currentUser } from '#shared/api/auth.ts';
import { leagueChat, saveChat } from '#shared/api/chat.ts';
import { slateCalls } from '#shared/api/games.ts';
import { leaderboard, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import { endOffer, offerLeague } from '#shared/api/league-roles.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { isolate } from '#shared/domain/naming.ts';
import { ask } from './ask.ts';
import { createLeague, signUp } from './people.ts';
import { closeReceipt, openSlip } from './play.ts';
import { askForPushes } from './push.ts';
import { email, gather, names, type RealPeople, teamNames } from './real-people.ts';
import { dialog, pressInDialog } from './screen.ts';
import { expect, type Stage } from './stage.ts';

/** Examines the screen or dialog that is open. */
type Check = (page: Page, where: string) => Promise<void>;
type Person = () => Promise<Page>;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const cards = (page: Page) => page.getByRole('article');
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click({ timeout: 20_000 });

/** Opens a path and waits until `shown` is there. */
async function open(page: Page, path: string, shown = heading(page)): Promise<void> {
  await page.goto(path);
  await expect(shown.first()).toBeVisible({ timeout: 40_000 });
}

/**
 * Goes through every screen and dialog, filled with the content of real people, and examines each. `size` is that of
 * the crowd.
 */
export async function tour(stage: Stage, person: Person, check: Check, size: Parameters<typeof gather>[2]) {
  const visitor = await person();
  const [people] = await Promise.all([gather(stage, person, size), seeVisitorsPages(visitor, check)]);
  await seeSlate(people, check);
  await seeRequestsAndOffers(people, await person(), check);
  await seeLeague(people, check);
  await seeInvitations(stage, people, visitor, check);
  await seeWeeks(stage, people, check);
  await seeOwnPages(people, check);
  await stage.grantAdmin(email);
  await seeOdds(people, check);
  await seeSite(stage, people, check);
}

/** Sets odds of a game that jump, and opens their history. */
async function seeOdds({ page }: RealPeople, check: Check): Promise<void> {
  await open(page, '/admin-odds', cards(page));
  await check(page, 'admin odds');
  const form = cards(page)
    .filter({ has: page.getByLabel('Over Odds', { exact: true }) })
    .first();
  for (const price of ['-900', '900']) {
    for (const label of ['Home Moneyline', 'Over Odds']) await form.getByLabel(label, { exact: true }).fill(price);
    await form.getByRole('button', { name: 'Save Odds for This Game' }).click();
    await expect(form.getByRole('button', { name: 'Save Anyway' })).toBeVisible();
    await check(page, 'odds that jump');
    await form.getByRole('button', { name: 'Save Anyway' }).click();
    await expect(form.getByText('Set by')).toBeVisible();
  }
  await open(page, '/', page.getByRole('button', { name: /^Odds by / }));
  await check(page, 'odds of an admin');
  await seeDialogs(page, check, [/^Odds by /]);
}

/** Finds oneself and a league, among mail that failed, and narrows what was done. */
async function seeSite(stage: Stage, { page, leagues }: RealPeople, check: Check): Promise<void> {
  for (let letter = 0; letter < 3; letter += 1) await stage.refuseMail(email);
  await open(page, '/admin', page.getByRole('button', { name: /^Try again: / }));
  await expect(page.getByText('set odds on').first()).toBeVisible();
  await check(page, 'site');
  const query = page.getByLabel('Id, or e-mail of an account');
  for (const [text, found] of [
    [email, 'The account'],
    [leagues[0].id, 'The league'],
  ] as const) {
    await query.fill(text);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('region', { name: found })).toBeVisible();
    await check(page, found);
  }
  await page.getByLabel('E-mail or id of an account').fill(email);
  await page.getByRole('button', { name: 'Make Admin', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByText('Filters').click();
  await check(page, 'questions and filters of the site');
  await seeQuarantinedEvent(stage, page, check);
}

/** Breaks the event of a game: opens the event as it came, and the game, which waits. */
async function seeQuarantinedEvent(stage: Stage, page: Page, check: Check): Promise<void> {
  const game = stage.replay.games().find(({ sport, stage }) => sport === 'NFL' && stage === 'scheduled');
  if (!game) throw new Error('no football game');
  stage.replay.changeGame(game.id, { isBroken: true });
  await open(page, '/admin', page.getByRole('button', { name: `Raw event: Event ${game.id}` }));
  await seeDialogs(page, check, [`Raw event: Event ${game.id}`]);
  await press(page, /Quarantined/);
  await expect(page.getByRole('button', { name: 'Wait' })).toBeVisible();
  await check(page, 'a game to decide');
  stage.replay.changeGame(game.id, { isBroken: false });
}

async function seeVisitorsPages(page: Page, check: Check): Promise<void> {
  await open(page, '/');
  await check(page, 'sign in');
  await press(page, 'Create Account');
  await check(page, 'create account');
  await open(page, '/forgot-password');
  await check(page, 'forgot password');
  await page.getByLabel('Email').fill(email);
  await page.locator('form').getByRole('button').click();
  await expect(page.getByText(email)).toBeVisible();
  await check(page, 'mail sent');
  for (const path of [
    '/reset-password',
    '/reset-password?token=1',
    '/confirm-mail?token=1',
    '/confirm-email?token=1',
    '/undo-email?token=1',
    '/unsubscribe/recap-1',
    '/profile',
    '/nowhere',
  ]) {
    await open(page, path);
    await check(page, path);
  }
  await open(page, '/undo-email?token=1');
  await page.getByLabel('New Password').fill('correct horse');
  await press(page, 'Get My Address Back');
  await expect(page.getByText(/^This link is not valid any more/)).toBeVisible();
  await check(page, 'undo of an address by a link that is not valid');
  await open(page, '/confirm-email?token=1');
  await press(page, 'Yes, Use This Address');
  await expect(page.getByText(/^This link is not valid any more/)).toBeVisible();
  await check(page, 'confirmation of an address by a link that is not valid');
}

async function seeSlate({ page }: RealPeople, check: Check): Promise<void> {
  await nameCompetitions(page);
  await askForPushes(page);
  await open(page, '/', cards(page));
  await check(page, 'slate');
  await seeDialogs(page, check, [/^View league bets/, /^View completed bets/]);
  await page.getByRole('tab', { name: 'Soccer' }).click();
  await expect(page.getByText(teamNames.wide).first()).toBeVisible({ timeout: 30_000 });
  await check(page, 'soccer');
  await pickFrom(page, 'NFL', 6);
  await pickFrom(page, 'CFB', 6);
  await check(page, 'college football');
  await openSlip(page);
  const amounts = page.getByLabel(/^Amount in Ching/);
  await expect(amounts).toHaveCount(12);
  for (const amount of await amounts.all()) await amount.fill('80000');
  await check(page, 'slip');
  await press(page, /^Bet in/);
  await expect(page.getByRole('radio')).not.toHaveCount(0);
  await check(page, 'leagues on the slip');
  await press(page, /^Bet in/);
  await press(page, /^Place /);
  await expect(page.getByRole('radio').first()).toBeVisible();
  await check(page, 'confirm');
  await page.getByRole('radio').first().check();
  await check(page, 'confirm in a league');
  await page.keyboard.press('Escape');
  await openSlip(page);
  await page.getByRole('tab', { name: 'Parlay' }).click();
  await page.getByLabel('Parlay amount in Ching').fill('30000');
  await check(page, 'parlay');
  await press(page, /^Place /);
  await page.getByRole('radio').first().check();
  await pressInDialog(page, 'Confirm Parlay');
  await expect(page.getByText('Parlay Placed!').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes, tell me' })).toBeVisible();
  await check(page, 'placed');
  await closeReceipt(page);
  await pickFrom(page, 'NFL', 1);
  await openSlip(page);
  await press(page, /^Bet in/);
  await page.getByRole('radio').nth(1).click();
  await expect(page.getByText(/\d to spare/)).toBeVisible();
  await check(page, 'slip under Fair play');
}

/** Picks a winner on this many cards. */
async function pickFrom(page: Page, sport: string, count: number): Promise<void> {
  await page.getByRole('tab', { name: sport, exact: true }).click();
  const open = cards(page).filter({ has: page.getByRole('button', { name: / moneyline / }) });
  await expect(open.nth(count - 1)).toBeVisible({ timeout: 30_000 });
  for (let at = 0; at < count; at += 1)
    await open
      .nth(at)
      .getByRole('button', { name: / moneyline / })
      .first()
      .click();
}

/** Gives the competitions of soccer a long name, in the replies: its feed knows only two. */
async function nameCompetitions(page: Page): Promise<void> {
  await page.route(`**${slateCalls.Soccer.games.path}`, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.text()).replace(/"competition":"[^"]*"/g, `"competition":"${teamNames.wide}"`);
    await route.fulfill({ response: reply, body });
  });
}

/** Opens the dialogs of these buttons, one after the other. */
async function seeDialogs(page: Page, check: Check, buttons: readonly (string | RegExp)[]): Promise<void> {
  for (const name of buttons) {
    await press(page, name);
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator('[aria-busy=true]')).toHaveCount(0);
    await check(page, `dialog of ${name}`);
    await pressInDialog(page, 'Close');
    await expect(dialog(page)).toBeHidden();
  }
}

/** Switches on how it would end, which renames the rows. */
async function seeIfEnded(page: Page, check: Check, rows: Locator): Promise<void> {
  await page.getByRole('switch', { name: 'If it ended now' }).click();
  await expect(rows).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0)); // axe counts what the top bar covers as a target that is too small
  await check(page, 'if it ended now');
}

/** Lets everybody of `names` ask for the first league and offers it to a friend, as all sides see it. */
async function seeRequestsAndOffers(
  { page, leagues: [league], friends: [friend] }: RealPeople,
  asker: Page,
  check: Check,
) {
  const params = { id: league.id };
  await ask(page, updateGroup, { params, body: { approvesJoins: true } });
  for (const [at, name] of Object.values(names).entries()) {
    await signUp(asker, name, `asker.${at}@example.com`);
    if (at > 0) await ask(asker, askToJoin, { body: { joinCode: league.joinCode } });
    else {
      await open(asker, invitePath(league.joinCode), asker.getByRole('button', { name: /^Ask to Join / }));
      await check(asker, 'invitation to ask');
      await press(asker, /^Ask to Join /);
      await expect(asker.getByText(/^You have asked to join/)).toBeVisible();
      await check(asker, 'request that waits');
    }
  }
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

async function seeLeague({ page, leagues }: RealPeople, check: Check): Promise<void> {
  await open(page, `/leaderboard?league=${leagues[0].id}`, page.getByRole('row'));
  await expect(cards(page).first()).toBeVisible();
  await check(page, 'leaderboard');
  await press(page, /^React to the bet of /);
  await expect(page.getByRole('group', { name: 'Your reaction' })).toBeVisible();
  await check(page, 'reactions to choose from');
  const dialogs = ['Create League', 'Join League', 'Invite', 'Manage League', 'Edit Display Name'];
  await seeDialogs(page, check, [...dialogs, /^W{60}$/, new RegExp(`^${names.word}$`)]);
  await seeIfEnded(page, check, page.getByRole('table', { name: 'Rankings, if it ended now' }));
  await ask(page, updateGroup, { params: { id: leagues[0].id }, body: { announcement: 'W'.repeat(280) } });
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

/** Opens links of leagues as a visitor and as a member of others, and one that leads to no league. */
async function seeInvitations(stage: Stage, { page, leagues }: RealPeople, visitor: Page, check: Check): Promise<void> {
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
async function seeWeeks(stage: Stage, { page, leagues: [league] }: RealPeople, check: Check): Promise<void> {
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

async function seeOwnPages({ page, leagues: [league] }: RealPeople, check: Check): Promise<void> {
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

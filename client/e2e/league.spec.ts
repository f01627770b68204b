import type { Page } from '@playwright/test';
import type { GameView } from '#shared/api/games.ts';
import { expect, test } from './stage.ts';

const dayMs = 86_400_000;

/** What the server answers to a call of this browser's; a refusal fails the journey. */
async function ask(page: Page, method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) {
  const answer = await page.request.fetch(path, { method, ...(data && { data }) });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return answer.json();
}

async function signUp(page: Page, firstName: string): Promise<void> {
  const email = `${firstName.toLowerCase()}@example.com`;
  await ask(page, 'POST', '/api/auth/register', { email, password: 'correct horse', firstName, lastName: 'Tester' });
}

/** A league made without the screens; open for a year, its bets shown once they settle. */
async function createLeague(page: Page, name: string): Promise<{ id: string; joinCode: string }> {
  return ask(page, 'POST', '/api/groups', {
    name,
    joinDeadline: new Date(Date.now() + dayMs).toISOString(),
    endDate: new Date(Date.now() + 365 * dayMs).toISOString(),
  });
}

async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  if (text) await expect(page.getByText(text, { exact: true })).toBeVisible();
}

/** Waits, in the page itself, for words that stand for half a second only before the page is left. */
async function glimpse(page: Page, words: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body?.innerText.includes(wanted), words);
}

async function expectLedToSignIn(page: Page, act: () => Promise<void>): Promise<void> {
  const told = glimpse(page, 'Unauthorized\nYou are logged out. Logging in again...');
  await act();
  await told;
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}

/** Lets the next such call fail as a server does that has broken down. */
async function failNext(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(
    path,
    (route) => (route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.fallback()),
    { times: 1 },
  );
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

test('an owner creates, settles, renames and deletes a league, and a member sees what is a member’s', async ({
  person,
}) => {
  test.setTimeout(120_000);
  const [ann, bob] = [await person(), await person()];
  await signUp(bob, 'Bob');
  let code = '';
  let path = '';

  await test.step('a stranger is led to sign in; without an id there is no league', async () => {
    await ann.goto('/league/0197f0a0-0000-7000-8000-000000000000', { waitUntil: 'commit' });
    await glimpse(ann, 'Loading league details...');
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

  await test.step('the create dialog asks for what is missing, and leads to the new league', async () => {
    await ann.goto('/leaderboard');
    await expect(ann.getByRole('heading', { name: 'League Leaderboards' })).toBeVisible();
    await expect(ann.getByText('No Leagues Yet')).toBeVisible();
    await ann.getByRole('button', { name: 'Create League' }).click();
    await press(ann, 'Create League');
    await expectToast(ann, 'League Name Required', 'Please enter a name for your league');
    await ann.getByLabel('League Name').fill('  Sunday League ');
    const deadline = await ann.getByLabel('Join Deadline').inputValue();
    expect(deadline).toMatch(/T00:00$/);
    await ann.getByLabel('Join Deadline').fill('');
    await press(ann, 'Create League');
    await expectToast(ann, 'Join Deadline Required', 'Please set a join deadline for your league');
    await ann.getByLabel('Join Deadline').fill(deadline);
    const end = await ann.getByLabel('End Date').inputValue();
    expect(end).toMatch(/-12-31T23:59$/);
    await ann.getByLabel('End Date').fill('');
    await press(ann, 'Create League');
    await expectToast(ann, 'End Date Required', 'Please set an end date for your league');
    await ann.getByLabel('End Date').fill('2020-01-01T00:00');
    await press(ann, 'Create League');
    await expectToast(ann, 'Error', 'The end date must be in the future');
    await ann.getByLabel('End Date').fill(end);
    await failNext(ann, 'POST', /\/api\/groups$/);
    await press(ann, 'Create League');
    await expectToast(ann, 'Error', 'Failed to create league');
    await press(ann, 'Create League');
    await expectToast(
      ann,
      'League Created',
      'Your new league has been created successfully! Share your league code with friends!',
    );
    await expect(ann).toHaveURL(/\/league\/[0-9a-f-]{36}$/);
    await expect(ann.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
    path = new URL(ann.url()).pathname;
    const [{ group }] = await ask(ann, 'GET', '/api/groups');
    code = group.joinCode;
    // The dialog's defaults are Eastern wall time, sent as UTC: midnight is four or five hours past it.
    expect(group.joinDeadline).toMatch(/T0[45]:00:00/);
  });

  await test.step('the new league says that nothing is there yet, and its details', async () => {
    await expect(ann.getByText('Available Balance').locator('..')).toContainText('1,000 Ching');
    await expect(ann.getByText('Pending Bets').locator('..')).toContainText('0 Ching');
    await expect(ann.getByText('No bets placed yet. Be the first to start betting!')).toBeVisible();
    await expect(ann.getByText('No betting activity in this league')).toBeVisible();
    await expect(ann.getByText(code)).toBeHidden();
    await ann.getByRole('button', { name: 'View Details' }).click();
    await expect(ann.getByText(code)).toBeVisible();
    await expect(ann.getByText('Start / Join Deadline Date')).toBeVisible();
    await ann.getByRole('button', { name: 'Hide Details' }).click();
    await expect(ann.getByText(code)).toBeHidden();
  });

  await test.step('Bob joins with the code, in small letters', async () => {
    await bob.goto('/leaderboard');
    await bob.getByRole('button', { name: 'Join League' }).click();
    await press(bob, 'Join League');
    await expectToast(bob, 'Join Code Required', 'Please enter a league join code');
    await bob.getByLabel('Join Code').fill('nocode');
    await press(bob, 'Join League');
    await expectToast(bob, 'Error', 'No league has this join code');
    await bob.getByLabel('Join Code').fill(code.toLowerCase());
    await expect(bob.getByLabel('Join Code')).toHaveValue(code);
    await press(bob, 'Join League');
    await expectToast(bob, 'Joined League', 'You have successfully joined the league!');
    await expect(dialog(bob)).toBeHidden();
    await expect(bob.getByText('2 members')).toBeVisible();
    await bob.getByRole('button', { name: 'Join League' }).first().click();
    await expect(bob.getByLabel('Join Code')).toHaveValue('');
    await press(bob, 'Close');
  });

  await test.step('a member has no owner’s buttons', async () => {
    await expect(bob.getByRole('row', { name: /Bob/ })).toBeVisible();
    await expect(bob.getByRole('button', { name: 'Manage League' })).toBeHidden();
    await expect(bob.getByRole('button', { name: 'Edit Display Name' })).toHaveCount(1);
    await bob.getByRole('link', { name: 'View Full' }).click();
    await expect(bob).toHaveURL(new RegExp(`${path}$`));
    await expect(bob.getByRole('listitem').filter({ hasText: 'Ann' })).toBeVisible();
    await expect(bob.getByRole('button', { name: 'League Settings' })).toBeHidden();
    await expect(bob.getByRole('button', { name: /^Remove/ })).toBeHidden();
    await bob.getByRole('link', { name: 'Back to Leaderboards' }).click();
    await expect(bob.getByRole('button', { name: 'Bob', exact: true })).toBeVisible();
  });

  await test.step('the settings are refused in words, fail in words, and are saved', async () => {
    const settings = ann.getByRole('button', { name: 'League Settings' });
    await settings.click();
    await expect(ann.getByText('New members cannot join after this date')).toBeVisible();
    await expect(ann.getByText('Betting ends on this date')).toBeVisible();
    await expect(ann.getByLabel('League Join Code')).toHaveValue(code);
    await expect(ann.getByLabel('Allowed Sports').locator('option')).toHaveCount(7);
    await ann.getByLabel('League Name').fill(' ');
    await press(ann, 'Save Changes');
    await expectToast(ann, 'League Name Required', 'Please enter a name for your league');
    await ann.getByLabel('League Name').fill('Monday League');
    await ann.getByLabel('Join Deadline').fill('2020-01-01T00:00');
    await press(ann, 'Save Changes');
    await expectToast(ann, 'Error', 'The join deadline must be in the future');
    await ann.getByLabel('Join Deadline').fill('');
    await ann.getByLabel('Description').fill('For the long nights');
    await ann.getByLabel('Allowed Sports').selectOption('Hockey');
    await ann.getByLabel("Members see each other's bets").selectOption('started');
    await failNext(ann, 'PATCH', /\/api\/groups\/[^/]+$/);
    await press(ann, 'Save Changes');
    await expectToast(ann, 'Error', 'Failed to update league settings.');

    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await ann.route(/regenerate-code$/, async (route) => held.then(() => route.fallback()), { times: 1 });
    await press(ann, 'Regenerate');
    await expect(dialog(ann).getByRole('button', { name: 'Generating...' })).toBeDisabled();
    answer();
    await expectToast(ann, 'Join Code Regenerated', 'A new join code has been generated for your league.');
    await expect(ann.getByLabel('League Join Code')).not.toHaveValue(code);
    code = await ann.getByLabel('League Join Code').inputValue();
    await failNext(ann, 'PATCH', /regenerate-code$/);
    await press(ann, 'Regenerate');
    await expectToast(ann, 'Error', 'Failed to regenerate join code.');

    await press(ann, 'Save Changes');
    await expectToast(ann, 'League Updated', 'League settings have been updated successfully.');
    await expect(dialog(ann)).toBeHidden();
    await expect(settings).toBeFocused();
    await expect(ann.getByRole('heading', { level: 1, name: 'Monday League' })).toBeVisible();
    await expect(ann.getByText('For the long nights')).toBeVisible();
    await ann.getByRole('button', { name: 'View Details' }).click();
    await expect(ann.getByText('No deadline')).toBeVisible();
    const [{ group }] = await ask(ann, 'GET', '/api/groups');
    expect(group).toMatchObject({ joinCode: code, joinDeadline: null, allowedSports: 'Hockey', reveal: 'started' });
  });

  await test.step('the leaderboard page regenerates the code in its own words', async () => {
    await ann.getByRole('link', { name: 'Back to Leaderboards' }).click();
    await ann.getByRole('button', { name: 'Manage League' }).click();
    await failNext(ann, 'PATCH', /regenerate-code$/);
    await press(ann, 'Regenerate');
    await expectToast(ann, 'Error', 'Failed to regenerate join code');
    await press(ann, 'Regenerate');
    await expect(ann.getByLabel('League Join Code')).not.toHaveValue(code);
    code = await ann.getByLabel('League Join Code').inputValue();
    await expectToast(ann, 'Join Code Updated', `New join code: ${code}`);
    await press(ann, 'Close');
    await expect(ann.getByRole('button', { name: 'Manage League' })).toBeFocused();
  });

  await test.step('Ann renames herself, and no one else', async () => {
    await expect(ann.getByRole('button', { name: 'Edit Display Name' })).toHaveCount(1);
    await ann.getByRole('button', { name: 'Edit Display Name' }).click();
    await ann.getByRole('textbox', { name: 'Display Name' }).fill('   ');
    await expect(dialog(ann).getByRole('button', { name: 'Save' })).toBeDisabled();
    await ann.getByRole('textbox', { name: 'Display Name' }).fill(' Queen Ann ');
    await failNext(ann, 'PATCH', /display-name$/);
    await press(ann, 'Save');
    await expectToast(ann, 'Failed to update display name', 'Please try again');
    await press(ann, 'Save');
    await expectToast(ann, 'Display name updated successfully');
    await expect(ann.getByRole('row', { name: /Queen Ann/ })).toBeVisible();
  });

  await test.step('Ann removes Bob', async () => {
    await ann.goto(path);
    await expect(ann.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await ann.getByRole('button', { name: 'Remove Bob' }).click();
    await expect(dialog(ann)).toContainText('Remove Member from League?');
    await expect(dialog(ann)).toContainText('This action cannot be undone');
    await press(ann, 'Cancel');
    await expect(dialog(ann)).toBeHidden();
    await ann.getByRole('button', { name: 'Remove Bob' }).click();
    await failNext(ann, 'DELETE', /members/);
    await press(ann, 'Remove Member');
    await expectToast(ann, 'Error', 'Failed to remove member from league.');
    await press(ann, 'Remove Member');
    await expectToast(ann, 'Member Removed', 'The member has been removed from the league.');
    await expect(ann.getByRole('button', { name: 'Bob', exact: true })).toBeHidden();
    expect(await ask(ann, 'GET', `/api${path.replace('league', 'groups')}/leaderboard`)).toHaveLength(1);
    await bob.goto(path);
    await expect(bob.getByText(/^League not found\. This league may not exist/)).toBeVisible();
  });

  await test.step('Ann deletes the league', async () => {
    await ann.goto('/leaderboard');
    await ann.getByRole('button', { name: 'Manage League' }).click();
    const prompt =
      'Are you sure you want to delete this league? This action cannot be undone and will remove all associated bets and data.';
    await press(ann, 'Delete League');
    await expect(dialog(ann).getByText(prompt)).toBeVisible();
    await press(ann, 'Cancel');
    await expect(dialog(ann).getByText(prompt)).toBeHidden();
    await press(ann, 'Delete League');
    await failNext(ann, 'DELETE', /\/api\/groups\/[^/]+$/);
    await press(ann, 'Delete League');
    await expectToast(ann, 'Error', 'Failed to delete league');
    await press(ann, 'Delete League');
    await expectToast(ann, 'League Deleted');
    await expect(ann.getByText('No Leagues Yet')).toBeVisible();
    expect(await ask(ann, 'GET', '/api/groups')).toEqual([]);
  });

  await test.step('signed out meanwhile, creating and joining lead to sign in', async () => {
    await ann.context().clearCookies();
    await ann.getByRole('button', { name: 'Create League' }).click();
    await ann.getByLabel('League Name').fill('Too late');
    await expectLedToSignIn(ann, () => press(ann, 'Create League'));
    await ann.goto('/games');
    await ann.getByRole('button', { name: 'Join League' }).click();
    await ann.getByLabel('Join Code').fill(code);
    await expectLedToSignIn(ann, () => press(ann, 'Join League'));
  });
});

test('bets live, settle and crown a champion on the pages of their league', async ({ stage, person }) => {
  test.setTimeout(120_000);
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League');
  await ask(bob, 'POST', '/api/groups/join', { joinCode: league.joinCode });

  const { week, season } = await ask(ann, 'GET', '/api/games/current-week');
  const slate = async (): Promise<GameView[]> => ask(ann, 'GET', `/api/games/week/${week}/${season}`);
  const [first, second] = (await slate()).filter((game) => !game.bettingLocked && game.moneylineHome !== null);
  if (!first || !second) throw new Error('the replay has no two football games');
  const replayId = ({ id }: Pick<GameView, 'id'>) => id.replace('espn:', '');
  const pickHome = ({ id, moneylineHome }: GameView) => ({
    gameId: id,
    betType: 'moneyline',
    betSide: 'home',
    odds: moneylineHome,
    line: null,
  });
  const single = (amount: string, pick: object) => ({ groupId: league.id, amount, potentialPayout: '0', ...pick });
  // At even odds: a win pays the stake once over.
  for (const game of [first, second])
    stage.replay.lead(replayId(game), {
      odds: { moneylineHome: 100, moneylineAway: -120, totalPoints: 40, overPrice: 100, underPrice: -120 },
    });
  await expect
    .poll(async () => (await slate()).filter((game) => game.moneylineHome === 100 && Number(game.totalPoints) === 40), {
      timeout: 30_000,
    })
    .toHaveLength(2);
  const start = async ({ id }: GameView) => {
    stage.replay.lead(replayId({ id }), { startsInSeconds: 1 });
    const isLocked = async () => (await slate()).find((game) => game.id === id)?.bettingLocked;
    await expect.poll(isLocked, { timeout: 30_000 }).toBe(true);
    stage.replay.lead(replayId({ id }), { stage: 'live', home: 7, away: 3 });
  };
  const even = (game: GameView) => ({ ...pickHome(game), odds: 100 });

  await test.step('a win, a push and a parlay of Ann’s, a loss of Bob’s', async () => {
    await ask(ann, 'POST', '/api/bets', single('100', even(first)));
    await ask(
      ann,
      'POST',
      '/api/bets',
      single('30', { ...even(first), betType: 'total', betSide: 'over', line: '40' }),
    );
    await ask(ann, 'POST', '/api/bets/parlay', {
      groupId: league.id,
      totalAmount: '50',
      bets: [even(first), even(second)],
    });
    await ask(bob, 'POST', '/api/bets', single('60', { ...even(first), betSide: 'away', odds: -120 }));
  });

  await test.step('her open bets are Live; his stay hidden until they settle', async () => {
    await ann.goto(`/league/${league.id}`);
    await expect(ann.getByText('Available Balance').locator('..')).toContainText('820 Ching');
    await expect(ann.getByText('Pending Bets').locator('..')).toContainText('180 Ching');
    await expect(ann.getByRole('tab', { name: 'Live 3', exact: true })).toBeVisible();
    await ann.getByRole('tab', { name: 'Won 0', exact: true }).click();
    await expect(ann.getByText('No winning bets in the last 7 days')).toBeVisible();
    await ann.getByRole('tab', { name: 'Lost 0', exact: true }).click();
    await expect(ann.getByText('No losing bets in the last 7 days')).toBeVisible();
    await ann.getByRole('button', { name: 'Bob', exact: true }).click();
    await expect(dialog(ann).getByRole('heading', { name: 'Bob' })).toBeVisible();
    await expect(dialog(ann).getByText('No bets placed yet')).toBeVisible();
    await press(ann, 'Close');
    await expect(ann.getByRole('button', { name: 'Bob', exact: true })).toBeFocused();
  });

  await test.step('the first game ends: won, pushed and lost, each in its tab', async () => {
    await start(first);
    stage.replay.lead(replayId(first), { stage: 'final', home: 24, away: 16 });
    await expect
      .poll(async () => (await ask(ann, 'GET', `/api/groups/${league.id}/leaderboard`))[0]?.balance, {
        timeout: 30_000,
      })
      .toBe('1100.00');
    await ann.reload();
    const own = ann.getByRole('listitem').filter({ has: ann.getByRole('button', { name: 'Ann', exact: true }) });
    await expect(own).toContainText('#1');
    await expect(own).toContainText('1-0 · 3 bets');
    await expect(own).toContainText('1,100 Ching');
    await expect(own.getByText('+100 Ching')).toBeVisible();
    const other = ann.getByRole('listitem').filter({ has: ann.getByRole('button', { name: 'Bob', exact: true }) });
    await expect(other).toContainText('940 Ching');
    await expect(other.getByText('-60 Ching')).toBeVisible();
    await expect(ann.getByRole('tab', { name: 'Live 1', exact: true })).toBeVisible();
    await ann.getByRole('tab', { name: 'Lost 1', exact: true }).click();
    await expect(ann.getByRole('article')).toContainText('Bob T.');
    await expect(ann.getByRole('article')).toContainText('-60 Ching');
  });

  await test.step('a history shows game, week, league, bet, amount, odds and result', async () => {
    await ann.getByRole('button', { name: 'Ann', exact: true }).click();
    const bet = dialog(ann).getByRole('article');
    const { awayTeamAbbr: away, homeTeamAbbr: home } = first;
    await expect(bet).toContainText('PARLAY (2 bets)');
    await expect(bet).toContainText('50 Ching at +300');
    await expect(bet).toContainText('To win 150 Ching');
    await expect(bet.getByRole('listitem')).toHaveCount(2);
    await expect(bet.getByRole('listitem').first()).toContainText('WON');
    await expect(bet.getByRole('listitem').last()).toContainText('PENDING');
    await dialog(ann).getByRole('tab', { name: 'Won 1', exact: true }).click();
    await expect(bet).toContainText(`${away} 16 @ ${home} 24 · Final`);
    await expect(bet).toContainText(`Week ${first.week} · Sunday League`);
    await expect(bet).toContainText(`${first.homeTeamName} ML`);
    await expect(bet).toContainText('100 Ching at +100');
    await expect(bet).toContainText('+100 Ching');
    await bet.getByText('Why?').click();
    await expect(bet).toContainText(`${home} 24 against ${away} 16`);
    await dialog(ann).getByRole('tab', { name: 'Push 1', exact: true }).click();
    await expect(bet).toContainText('Total Over 40');
    await expect(bet.getByText('Push', { exact: true })).toBeVisible();
    await press(ann, 'Close');
    await ann.goto('/leaderboard');
    await expect(ann.getByRole('row', { name: /Ann/ })).toContainText('1-0');
    await ann.getByRole('button', { name: 'Bob', exact: true }).click();
    await expect(dialog(ann).getByRole('tab', { name: 'Push' })).toBeHidden();
    await expect(dialog(ann).getByRole('article')).toContainText('-60 Ching');
    await press(ann, 'Close');
  });

  await test.step('what cannot be loaded says so, and can be asked for again', async () => {
    await ann.route('**/api/events', (route) => route.abort()); // or the page asks anew as soon as it can hear of changes
    await failNext(ann, 'GET', /\/leaderboard$/);
    await failNext(ann, 'GET', /last-7-days$/);
    await ann.goto(`/league/${league.id}`);
    await expect(ann.getByText('Failed to load leaderboard')).toBeVisible();
    await expect(ann.getByText('Failed to load betting activity')).toBeVisible();
    for (const name of ['League Leaderboard', 'League Betting Activity - Last 7 Days'])
      await ann.getByRole('region', { name }).getByRole('button', { name: 'Try again' }).click();
    await expect(ann.getByRole('button', { name: 'Bob', exact: true })).toBeVisible();
    await failNext(ann, 'GET', /\/api\/users\//);
    await ann.getByRole('button', { name: 'Bob', exact: true }).click();
    await expect(dialog(ann).getByText('Failed to load betting history')).toBeVisible();
    await press(ann, 'Try again');
    await expect(dialog(ann).getByRole('article')).toBeVisible();
    await press(ann, 'Close');
    await failNext(ann, 'GET', /\/api\/groups$/);
    await ann.reload();
    await expect(ann.getByText('Failed to load league details')).toBeVisible();
    await ann.getByRole('button', { name: 'Try again' }).click();
    await expect(ann.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
  });

  await test.step('the league ends: it waits for the last bet, then names its champion', async () => {
    await start(second);
    await ask(ann, 'PATCH', `/api/groups/${league.id}`, {
      joinDeadline: null,
      endDate: new Date(Date.now() + 1_500).toISOString(),
    });
    await expect.poll(async () => (await ask(ann, 'GET', '/api/groups'))[0].group.state).toBe('settling');
    await ann.reload();
    await expect(ann.getByText('Waiting for 1 bet to settle')).toBeVisible();
    await ann.getByRole('button', { name: 'League Settings' }).click();
    await expect(ann.getByLabel('End Date')).toBeDisabled();
    await press(ann, 'Close');
    stage.replay.lead(replayId(second), { stage: 'final', home: 10, away: 17 });
    await expect
      .poll(async () => (await ask(bob, 'GET', '/api/groups'))[0].group.state, { timeout: 30_000 })
      .toBe('final');
    for (const page of [ann, bob]) {
      await page.goto(`/league/${league.id}`);
      const crowned = page.locator('section').filter({ hasText: 'Final standings · Champion' });
      await expect(crowned.first()).toContainText('Ann');
      await expect(crowned.first()).toContainText('1,050 Ching');
    }
    await expect(bob.getByText('CHAMPION', { exact: true })).toBeVisible();
    await bob.goto('/leaderboard');
    await expect(bob.getByText('Final standings · Champion')).toBeVisible();
  });
});

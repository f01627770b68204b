import type { Page } from '@playwright/test';
import { slateCalls } from '#shared/api/games.ts';
import { closeReceipt, openSlip } from '../play.ts';
import { email, type RealPeople, teamNames } from '../real-people.ts';
import { pressInDialog } from '../screen.ts';
import { expect, type Stage } from '../stage.ts';
import { type Check, cards, open, press, seeDialogs } from './steps.ts';

export async function seeVisitorsPages(page: Page, check: Check): Promise<void> {
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

export async function seeSlate({ page }: RealPeople, check: Check): Promise<void> {
  await nameCompetitions(page);
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

/** Sets odds of a game that jump, and opens their history. */
export async function seeOdds({ page }: RealPeople, check: Check): Promise<void> {
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
export async function seeSite(stage: Stage, { page, leagues }: RealPeople, check: Check): Promise<void> {
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

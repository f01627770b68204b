import type { Page } from '@playwright/test';
import type { Group } from '#shared/api/groups.ts';
import { listGroups } from '#shared/api/groups.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { cardOf, closeReceipt, footballSlate, moneyline, openSlate, openSlip, placeSingle, play } from './play.ts';
import { dialog } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const fairPlay = { activeWeeksPct: 75, maxInPlayPct: 25, lateStart: 'median', rescue: '250', maxLegs: 6 } as const;
const rows = (page: Page) => page.getByRole('list', { name: 'League Leaderboard' }).getByRole('listitem');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const claim = (page: Page) => page.getByRole('region', { name: 'Your claim to the title' });

/** Ann and Bob, who is in her league under Fair play, and a game with odds. */
async function enter(person: () => Promise<Page>) {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League', { fairPlay });
  await join(league, bob);
  const [game] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  return { ann, bob, league, game };
}

/** Ends the league once its bets are settled, and waits until it is final. */
async function finish(page: Page, stage: Stage, { id }: Group, isSettled: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
  await stage.endLeague({ id }, 0);
  const state = async () => (await ask(page, listGroups))[0]?.group.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('final');
}

const hasNothingOpen = (page: Page) => async () => (await ask(page, listGroups))[0]?.pending === 0;

test('the meter follows each bet, and the title goes to who played, not to who has more', async ({ stage, person }) => {
  const { ann, bob, league, game } = await enter(person);

  await test.step('the slip says what the week still needs, before and after a bet', async () => {
    await openSlate(ann);
    await cardOf(ann, game)
      .getByRole('button', { name: new RegExp(`^${game.homeTeamName} moneyline`) })
      .click();
    await openSlip(ann);
    await expect(
      ann.getByText('No week counts yet. Bet 100 more by Tuesday 6 AM ET to count this week, if a game starts in it.'),
    ).toBeVisible();
    await ann.getByLabel(/^Amount in Ching/).fill('40');
    await ann.getByRole('button', { name: 'Place Bet', exact: true }).click();
    await dialog(ann).getByRole('button', { name: 'Confirm Bet' }).click();
    await closeReceipt(ann);
  });

  await test.step('the league page and the own row say the same, and follow a bet of another tab', async () => {
    await bob.goto(`/league/${league.id}`);
    await expect(claim(bob)).toContainText('Bet 100 more by Tuesday 6 AM ET');
    await placeSingle(bob, league, '100', moneyline(game, 'away'));
    await expect(claim(bob)).toContainText('This week counts once a game has started in it.', { timeout: 60_000 });
    await ann.goto(`/leaderboard?league=${league.id}`);
    const meter = ann.getByRole('row').filter({ hasText: 'Bet 60 more by Tuesday 6 AM ET to count this week' });
    await expect(meter).toBeVisible();
  });

  await test.step('the game makes the week count, for everybody by their own bets alone', async () => {
    play(stage, game, 'live', 7, 0);
    await expect.poll(async () => (await footballSlate(ann)).some(({ status }) => status === 'live')).toBe(true);
    play(stage, game, 'final', 24, 20);
    await expect(claim(bob)).toContainText(/1 of 1 week, \d+ to spare/, { timeout: 60_000 });
    await expect(rowOf(bob, 'Ann')).toContainText('1-0');
    await expect(rows(bob).filter({ hasText: 'eligible' })).toHaveCount(0);
  });

  await finish(ann, stage, league, hasNothingOpen(ann));

  await test.step('the champion is the best eligible member, and the page says why Ann is not', async () => {
    await ann.goto(`/league/${league.id}`);
    const crowned = ann.locator('section').filter({ hasText: 'Final standings · Champion' }).first();
    await expect(crowned).toContainText('Bob');
    await expect(crowned).toContainText('Ann has more, but was active in 0 of 1 week.');
    await expect(claim(ann)).toBeHidden();
    await expect(rows(ann).first()).toContainText('Ann');
    await expect(rowOf(ann, 'Ann')).toContainText('0 of 1 week, not eligible');
    await expect(rowOf(ann, 'Bob')).toContainText('1 of 1 week, eligible');
    await expect(rowOf(ann, 'Bob').getByText('CHAMPION', { exact: true })).toBeVisible();
    await bob.goto(`/leaderboard?league=${league.id}`);
    await expect(bob.getByText('Ann has more, but was active in 0 of 1 week.')).toBeVisible();
    await expect(bob.getByRole('row').filter({ hasText: 'Ann' })).toContainText('not eligible');
  });
});

test('a league whose members hardly bet has no champion, and says so', async ({ stage, person }) => {
  const { ann, bob, league, game } = await enter(person);
  await placeSingle(ann, league, '20', moneyline(game, 'home'));
  play(stage, game, 'live', 7, 0);
  await expect.poll(async () => (await footballSlate(ann)).some(({ status }) => status === 'live')).toBe(true);
  play(stage, game, 'final', 24, 20);
  await finish(ann, stage, league, hasNothingOpen(ann));
  for (const page of [ann, bob]) {
    await page.goto(`/league/${league.id}`);
    await expect(page.getByRole('heading', { name: 'Final standings · No champion' })).toBeVisible();
    await expect(
      page.getByText('Nobody met what the title asks for: bets in 75% of the weeks that count'),
    ).toBeVisible();
    await expect(rows(page).filter({ hasText: '0 of 1 week, not eligible' })).toHaveCount(2);
    await expect(page.getByText('CHAMPION', { exact: true })).toHaveCount(0);
  }
});

import type { Page } from '@playwright/test';
import { unreachableHeader } from '#shared/api/endpoint.ts';
import { createLeague, signUp } from './people.ts';
import { cardOf, footballSlate, moneyline, openSlate, openSlip, placeSingle } from './play.ts';
import { expect, test } from './stage.ts';

type Listed = { group: { id: string } };

/** Takes the league out of all lists, as the server does while its machine is lost, until the function is called. */
async function lose(page: Page, leagueId: string): Promise<() => void> {
  let isLost = true;
  await page.route(/\/api\/(groups|bets|bets\?.*|games\/[^/]+\/bets)$/, async (route) => {
    if (!isLost || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const answer: Listed[] | { bets: Listed[] } = await response.json();
    const { 'content-length': _whole, ...headers } = response.headers();
    const present = (all: Listed[]) => all.filter(({ group }) => group.id !== leagueId);
    const noneIn = { all: 0, open: 0, live: 0, pending: 0, won: 0, lost: 0, push: 0 };
    const json = Array.isArray(answer)
      ? present(answer)
      : { bets: present(answer.bets), next: null, counts: noneIn, groups: [] }; // only the lost league has a bet
    await route.fulfill({ response, json, headers: { ...headers, [unreachableHeader]: '1' } });
  });
  // The route stays: one that is removed while it answers is handled twice.
  return () => {
    isLost = false;
  };
}

test('a league that cannot be reached is missing, not lost, and is back by itself', async ({ person }) => {
  const page = await person();
  await signUp(page, 'Ann');
  await createLeague(page, 'Sunday League');
  const office = await createLeague(page, 'Office Pool');
  await expect.poll(async () => (await footballSlate(page)).length).toBeGreaterThan(0);
  const [game] = await footballSlate(page);
  if (!game) throw new Error('the replay has no game');
  await placeSingle(page, office, '100', moneyline(game, 'home'));
  const notice = page.getByRole('status').filter({ hasText: '1 league cannot be reached at the moment' });
  const league = page.getByRole('button', { name: /^Bet in/ });

  await openSlate(page, '/');
  await cardOf(page, game)
    .getByRole('button', { name: new RegExp(`^${game.awayTeamName} moneyline`) })
    .click();
  await openSlip(page);
  await league.click();
  await page.getByText('Office Pool', { exact: true }).click();
  await expect(league).toHaveText(/Office Pool/);
  const restore = await lose(page, office.id);

  await test.step('the slip does not replace it by another one', async () => {
    await openSlate(page, '/');
    await openSlip(page);
    await expect(league).toHaveText(/Choose a league/);
    await expect(notice).toBeVisible();
  });

  await test.step('its page and the lists say so', async () => {
    await page.goto(`/league/${office.id}`);
    await expect(page.getByText('This league cannot be reached at the moment, or', { exact: false })).toBeVisible();
    await page.goto('/profile');
    await expect(notice).toBeVisible();
    await page.goto('/my-bets');
    await expect(notice).toBeVisible();
    await expect(page.getByText('No bets can be shown')).toBeVisible();
    await page.goto(`/leaderboard?league=${office.id}`);
    await expect(notice).toBeVisible();
    const listed = page.getByRole('list', { name: 'My leagues' }).getByRole('button');
    await expect(listed).toContainText(['Sunday League']);
  });

  await test.step('the next whole answer brings it back, as chosen', async () => {
    restore();
    await page.getByRole('link', { name: 'My Bets' }).first().click();
    await expect(page.getByRole('tab', { name: 'All Leagues (1)' })).toBeVisible();
    await expect(notice).toBeHidden();
    await openSlate(page, '/');
    await openSlip(page);
    await expect(league).toHaveText(/last used.*Office Pool/);
  });
});

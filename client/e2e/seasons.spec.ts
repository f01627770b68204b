import type { Page } from '@playwright/test';
import { listGroups } from '#shared/api/groups.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { delayRequests } from './delay.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { dialog, expectToast, liveTimeout } from './screen.ts';
import { expect, test } from './stage.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('the owner plays again: friends are invited, and each season leads to the other', async ({ stage, person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League', { allowedSports: 'NBA', reveal: 'started' });
  await join(league, bob);
  const requestsPart = '**/assets/join-requests-*.js';
  const releaseRequests = await delayRequests(ann, requestsPart);
  const requestsPartWanted = ann.waitForRequest(requestsPart);
  await ann.goto(`/league/${league.id}`);
  await expect(ann.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Play Again' })).toBeHidden();
  await requestsPartWanted;
  releaseRequests();

  await test.step('once it is final the owner may start the next season, and friends read from when they may', async () => {
    await stage.endLeague(league);
    await expect(ann.getByRole('button', { name: 'Play Again' })).toBeVisible({ timeout: 60_000 });
    await bob.goto(`/league/${league.id}`);
    await expect(card(bob, 'Another season')).toContainText(/The owner can start it now, and every member from .+ ET/);
    await expect(bob.getByRole('button', { name: 'Play Again' })).toBeHidden();
    for (const page of [ann, bob]) await expectAccessible(page, 'a final league');
  });

  await test.step('the dialog has the settings of the league, a name that counts up, and opens by the keyboard', async () => {
    await ann.getByRole('button', { name: 'Play Again' }).focus();
    await ann.keyboard.press('Enter');
    await expect(dialog(ann).getByRole('heading', { name: 'Play Again' })).toBeVisible();
    await expect(dialog(ann).getByLabel('League Name')).toHaveValue('Sunday League 2');
    await expect(dialog(ann).getByLabel('Allowed Sports')).toHaveValue('NBA');
    await expect(dialog(ann).getByLabel("Members see each other's bets")).toHaveValue('started');
    await expectAccessible(ann, 'the settings of a next season');
    await expectFits(ann, 'the settings of a next season');
    await dialog(ann).getByLabel('League Name').fill('');
    await ann.keyboard.press('Enter');
    await expectToast(ann, 'League Name Required');
    await dialog(ann).getByLabel('League Name').fill('Sunday League, again');
  });

  await test.step('then the link of the new league, which the season before leads to', async () => {
    const seasonsPart = '**/assets/series-panel-*.js';
    const releaseSeasons = await delayRequests(ann, seasonsPart);
    const seasonsPartWanted = ann.waitForRequest(seasonsPart);
    await ann.keyboard.press('Enter');
    const name = dialog(ann).getByRole('heading', { name: 'Sunday League, again' });
    await expect(name).toBeFocused();
    await seasonsPartWanted;
    await expect(name).toBeFocused();
    releaseSeasons();
    await expect(ann.locator('main h2', { hasText: 'All seasons' })).toBeVisible();
    await expect(name).toBeFocused();
    const next = (await ask(ann, listGroups)).find(({ group }) => group.season === 2);
    await expect(dialog(ann).getByText(`/join/${next?.group.joinCode}`)).toBeVisible();
    expect(next).toMatchObject({ previousId: league.id, group: { allowedSports: 'NBA', reveal: 'started' } });
    await expectAccessible(ann, 'the link of a next season');
    await expectFits(ann, 'the link of a next season');
    await ann.keyboard.press('Escape');
    await expect(ann.getByRole('heading', { level: 1 })).toBeFocused();
    await card(ann, 'Sunday League, again').getByRole('link', { name: 'Open Next Season' }).click();
    await expect(ann).toHaveURL(new RegExp(`/league/${next?.group.id}$`));
    await expect(ann.getByRole('main')).toContainText('Season 2');
    const all = card(ann, 'All seasons');
    await expect(
      all.getByRole('link', { name: /^Season 1 Sunday League.*Co-champions Ann and 1 other/ }),
    ).toBeVisible();
    await expect(all.getByRole('row', { name: /Ann YOU.*1 season · #1 1 0/ })).toBeVisible();
    await expectAccessible(ann, 'a second season');
    await expectFits(ann, 'a second season');
    await ann.getByRole('link', { name: 'Season 1', exact: true }).click();
    await expect(ann).toHaveURL(new RegExp(`/league/${league.id}$`));
  });

  await test.step('a friend finds the invitation on the open page and in the inbox, and joins', async () => {
    await expect(card(bob, 'Sunday League, again')).toContainText('you are invited', liveTimeout);
    await expectAccessible(bob, 'an invitation to a next season');
    await expectFits(bob, 'an invitation to a next season');
    await bob.goto('/inbox');
    const notice = bob
      .getByRole('main')
      .getByRole('link', { name: /^Ann invites you to the next season of Sunday League/ });
    await expect(notice).toBeVisible(liveTimeout);
    await notice.click();
    await bob.getByRole('link', { name: 'See the Invitation' }).click();
    await bob.getByRole('button', { name: 'Join Sunday League, again' }).click();
    await expect(bob.getByRole('heading', { level: 1, name: 'Sunday League, again' })).toBeVisible();
    await bob.getByRole('link', { name: 'Season 1', exact: true }).click();
    await bob.getByRole('link', { name: 'Open Next Season' }).click();
    await expect(bob.getByRole('heading', { level: 1, name: 'Sunday League, again' })).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { eventsIn } from '#server/testing/calendar.ts';
import { createLeague, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle } from './play.ts';
import { expectToast } from './screen.ts';
import { expect, test } from './stage.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Calendar' });
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();
const link = (page: Page) => card(page).getByLabel('Your calendar link');

test('a member puts bets and dates into their own calendar, changes the link, and removes it', async ({
  stage,
  person,
}) => {
  const ann = await person();
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const [game] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  await placeSingle(ann, league, '100', moneyline(game, 'home'));
  const statusOf = async (address: string) => (await fetch(address)).status;

  const first = await test.step('makes a link, which has the focus and can be copied or opened', async () => {
    await ann.goto('/profile');
    await press(ann, 'Make a Calendar Link');
    await expect(link(ann)).toBeFocused();
    const address = await link(ann).inputValue();
    expect(address).toMatch(new RegExp(`^${stage.url}/calendar/[\\w-]{43}\\.ics$`));
    await press(ann, 'Copy calendar link');
    await expectToast(ann, 'Calendar link copied');
    expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const webcal = address.replace(/^http:/, 'webcal:');
    await expect(card(ann).getByRole('link', { name: 'Add to My Calendar' })).toHaveAttribute('href', webcal);
    return address;
  });

  await test.step('a program reads it without a session', async () => {
    const response = await fetch(first);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const events = eventsIn(await response.text());
    expect(events.map(({ title }) => title)).toEqual([
      `${game.awayTeamName} at ${game.homeTeamName}: ${game.homeTeamName} ML`,
      'Sunday League: joining ends',
      'Sunday League ends',
    ]);
    expect(events[0]?.start).toBe(new Date(game.gameTime).toISOString());
  });

  await test.step('the link is not shown again', async () => {
    await ann.reload();
    await expect(card(ann)).toContainText('It was shown only then');
    await expect(link(ann)).toHaveCount(0);
  });

  const second = await test.step('a new link replaces it after a question', async () => {
    await press(ann, 'Make a New Link');
    await expect(card(ann).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(ann, 'Cancel');
    await expect(card(ann).getByRole('button', { name: 'Make a New Link' })).toBeFocused();
    expect(await statusOf(first)).toBe(200);
    await press(ann, 'Make a New Link');
    await press(ann, 'Make a New Link');
    await expect(link(ann)).toBeFocused();
    const address = await link(ann).inputValue();
    expect([await statusOf(first), await statusOf(address)]).toEqual([404, 200]);
    return address;
  });

  await test.step('removed, it is as if there had never been one', async () => {
    await press(ann, 'Remove Link');
    await press(ann, 'Remove Link');
    await expectToast(ann, 'Calendar Link Removed');
    await expect(card(ann).getByRole('button', { name: 'Make a Calendar Link' })).toBeFocused();
    expect(await statusOf(second)).toBe(404);
  });
});

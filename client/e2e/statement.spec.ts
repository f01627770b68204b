import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { continuation } from '#shared/domain/statement.ts';
import { expectAccessible } from './accessible.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle } from './play.ts';
import { expect, test } from './stage.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const rows = (page: Page) => page.getByRole('row');

/** Saves the file of the open statement, and returns its text. */
async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as CSV' }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('a member reads, saves and prints what moved their Ching, and a newer file continues an older one', async ({
  person,
}) => {
  const [ann, bob, eve] = [await person(), await person(), await person()];
  for (const [page, name] of [
    [ann, 'Ann'],
    [bob, 'Bob'],
    [eve, 'Eve'],
  ] as const)
    await signUp(page, name);
  const league = await createLeague(ann, 'Sunday League');
  await join(league, bob);
  const game = (await footballSlate(ann)).find(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  await placeSingle(ann, league, '100', moneyline(game, 'home'));

  await test.step('by the keyboard from the league to the entries', async () => {
    await ann.goto(`/league/${league.id}`);
    await ann.getByRole('link', { name: 'My statement' }).focus();
    await ann.keyboard.press('Enter');
    await expect(ann.getByRole('heading', { name: 'My statement' })).toBeFocused();
    await expect(rows(ann).nth(1)).toHaveText(/Starting balance.*\+1,000\.001,000\.00$/);
    await expect(rows(ann).nth(2)).toHaveText(/ML \(.*\).*-100\.00900\.00$/);
    await expectAccessible(ann, 'statement');
    await expectFits(ann, 'statement');
  });

  await test.step('a bet elsewhere appears, and the file that is saved then continues the first', async () => {
    const older = await saved(ann);
    await placeSingle(ann, league, '25', moneyline(game, 'home'));
    await expect(rows(ann)).toHaveCount(4);
    expect(continuation(older, await saved(ann), sha256)).toMatchObject({ isContinued: true });
  });

  await test.step('paper has the entries and no bars', async () => {
    await ann.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(rows(ann).nth(3)).toBeVisible();
    await expect(ann.getByRole('navigation')).toHaveCount(0);
    await expect(ann.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(ann.getByRole('link', { name: 'Save as CSV' })).toBeHidden();
    await ann.emulateMedia({ media: 'screen' });
  });

  await test.step('nobody reads that of another', async () => {
    await bob.goto(`/league/${league.id}/statement`);
    await expect(rows(bob)).toHaveCount(2);
    await eve.goto(`/league/${league.id}/statement`);
    await expect(eve.getByRole('heading', { name: 'No statement' })).toBeVisible();
  });
});

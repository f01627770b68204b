import type { Locator, Page } from '@playwright/test';
import type { Command } from '#server/replay/replay.ts';
import type { GameView } from '#shared/api/games.ts';
import { cents, fromWhole, showChing } from '#shared/domain/money.ts';
import { expectAccessible } from './accessible.ts';
import { expectFits } from './layout.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play, replayId, returned } from './play.ts';
import { liveTimeout, withoutRefreshes } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const sentence = 'Bets you cannot see are not counted.';
const rows = (page: Page) => page.getByRole('list', { name: /^League Leaderboard/ }).getByRole('listitem');
const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const toggle = (page: Page) => page.getByRole('switch', { name: 'If it ended now' });

/** Changes the score and waits until the page's rows are in the new order, which the stream of changes alone causes. */
async function changeLead(stage: Stage, on: Page, game: GameView, [home, away]: [number, number]) {
  play(stage, game, 'live', home, away);
  await expect(rows(on).first()).toContainText(home > away ? 'Ann' : 'Bob', liveTimeout);
}

/** The colors of the switch's track and knob where a system replaces every background that the page itself has. */
async function forcedColorsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const shapes = toggle(page).locator('[aria-hidden], [aria-hidden] > *');
  const colors = await shapes.evaluateAll((all) => all.map((shape) => getComputedStyle(shape).backgroundColor));
  await page.emulateMedia({ forcedColors: null });
  return colors;
}

/** Records every text of a row from now on; each call of the returned function reads the different ones so far. */
async function record(row: Locator): Promise<() => Promise<string[]>> {
  const seen = await row.evaluateHandle((element) => {
    const texts = new Set([element.textContent ?? '']);
    const note = () => texts.add(element.isConnected ? (element.textContent ?? '') : 'gone');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => seen.evaluate((texts) => [...texts]);
}

test('the table turns with the score, and stays through final and settled', async ({ stage, person }) => {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, 'Sunday League', { reveal: 'started' });
  await join(league, bob);
  const game = (await footballSlate(ann)).find(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  const [home, away] = [moneyline(game, 'home'), moneyline(game, 'away')];
  await placeSingle(ann, league, '100', home);
  await placeSingle(bob, league, '60', away);
  const afterWin = (stake: number, price: number) =>
    showChing(cents(fromWhole(1_000 - stake) + returned(fromWhole(stake), [price])));
  await withoutRefreshes(ann);
  await ann.goto(`/league/${league.id}`);

  await test.step('it is off at first, and its sentence stands as soon as it is on', async () => {
    await expect(toggle(ann)).not.toBeChecked();
    const off = await forcedColorsOf(ann);
    await expect(ann.getByText(sentence)).toHaveCount(0);
    await toggle(ann).focus();
    await ann.keyboard.press('Space');
    await expect(toggle(ann)).toBeChecked();
    const on = await forcedColorsOf(ann);
    expect([off[0] !== off[1], on[0] !== on[1], off[0] !== on[0]]).toEqual([true, true, true]);
    await expect(ann.getByText(sentence)).toBeVisible();
    await expect(rowOf(ann, 'Bob')).toContainText('as it is');
  });

  await test.step('each score puts the winner of the moment in front', async () => {
    const scores: [number, number][] = [
      [0, 7],
      [14, 7],
      [14, 21],
      [28, 21],
    ];
    for (const score of scores) await changeLead(stage, ann, game, score);
    await expect(rowOf(ann, 'Ann')).toContainText(`1,000 now`);
    await expect(rowOf(ann, 'Ann')).toContainText(afterWin(100, home.odds));
    await expect(rowOf(ann, 'Bob')).toContainText('down 1');
    await expect(rowOf(ann, 'Bob')).toContainText('-60');
  });

  await test.step('who switches it off sees the present table', async () => {
    await bob.goto(`/leaderboard?league=${league.id}`);
    await toggle(bob).click();
    const table = bob.getByRole('table', { name: 'Rankings, if it ended now' });
    await expect(table.getByRole('row', { name: /^#1 .*Ann .*1,\d+ Ching/ })).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'Would be' })).toBeVisible();
    await expectFits(bob, 'rankings if it ended now');
    await toggle(bob).click();
    await expect(bob.getByText(sentence)).toHaveCount(0);
    await expect(bob.getByRole('row', { name: /^#1 .*Bob .*1,000 Ching/ })).toBeVisible();
  });

  await test.step('from the final whistle to the settled bets nothing is blank', async () => {
    const texts = await record(rowOf(ann, 'Ann'));
    const change = (of: Command) => stage.replay.changeGame(replayId(game), of);
    const isFinal = async () => (await footballSlate(ann)).find(({ id }) => id === game.id)?.status === 'final';
    const read = ann.waitForResponse((response) => response.url().endsWith(`${league.id}/now`));
    change({ stage: 'final', period: 3 }); // a quarter is missing: it is not settled
    await expect.poll(isFinal, liveTimeout).toBe(true);
    await read;
    change({ period: 4 });
    await expect(rowOf(ann, 'Ann')).toContainText('as it is', liveTimeout);
    const wanted = afterWin(100, home.odds);
    expect((await texts()).filter((text) => !text.includes(wanted))).toEqual([]);
    await toggle(ann).click();
    await expect(rowOf(ann, 'Ann')).toContainText(wanted);
    await expect(rows(ann).first()).toContainText('Ann');
  });
  await toggle(ann).click();
  await expect(rowOf(ann, 'Ann')).toContainText('as it is'); // read again, though nothing has changed since
  await expectFits(ann, 'leaderboard if it ended now');
  await expectAccessible(ann, 'leaderboard if it ended now');
});

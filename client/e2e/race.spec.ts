import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play, playUntilShown } from './play.ts';
import { liveTimeout } from './screen.ts';
import { expect, test } from './stage.ts';

const slider = (page: Page) => page.getByRole('slider', { name: 'Week of the race' });

/** The sentence of the cursor's stop. */
const expectReading = (page: Page, sentence: RegExp) =>
  expect(slider(page)).toHaveAttribute('aria-valuetext', sentence, liveTimeout);

test('the race shows every balance over time, by keyboard, mouse and touch', async ({ stage, person }, { project }) => {
  const ann = await person();
  await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const [bob, cleo] = [await person(), await person()];
  await signUp(bob, 'Bob');
  await signUp(cleo, 'Cleo');
  await join(league, bob, cleo);
  const [first, second] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!first || !second) throw new Error('two games with odds are expected');
  await placeSingle(ann, league, '100', moneyline(first, 'home'));
  await placeSingle(bob, league, '60', moneyline(first, 'away'));
  await placeSingle(cleo, league, '200', moneyline(second, 'away'));

  await test.step('before anything is settled it says what will come', async () => {
    await ann.goto(`/league/${league.id}`);
    await ann.getByRole('tab', { name: 'Race', exact: true }).click();
    await expect(ann).toHaveURL(/\?view=race$/);
    await expect(ann.getByRole('heading', { name: 'The race has not begun' })).toBeVisible();
  });

  await test.step('the first result begins it under the open page', async () => {
    await playUntilShown(ann, stage, first, 'live', 7, 0);
    play(stage, first, 'final', 24, 20);
    await expectReading(ann, /^Week 1 so far\. Nobody has won it yet\. You, 1st: 1,\d+\.$/);
    await expect(ann.getByRole('row', { name: /^3 Bob .*940$/ })).toBeVisible();
  });

  await test.step('the next week puts a week with its winner behind the present', async () => {
    await stage.ageLeague(league, 1);
    await playUntilShown(ann, stage, second, 'live', 7, 0);
    play(stage, second, 'final', 24, 20);
    await expectReading(ann, /^Week 2 so far\. .*You, 1st: 1,\d+\.$/);
    await expect(ann.getByRole('row', { name: /^3 Cleo .*800$/ })).toBeVisible(liveTimeout);
  });

  await test.step('the keyboard reads it week by week, and a chip brings a third line to the front', async () => {
    await bob.goto(`/league/${league.id}?view=race`);
    await bob.getByRole('button', { name: 'Cleo', exact: true }).click();
    await expectReading(bob, / Ann, 1st: 1,\d+\. You, 2nd: 940\. Cleo, 3rd: 800\.$/);
    await slider(bob).focus();
    await bob.keyboard.press('ArrowLeft');
    await expectReading(
      bob,
      /^After week 1\. Ann won it, \+\d+\. Ann, 1st: 1,\d+\. You, 3rd: 940\. Cleo, 2nd: 1,000\.$/,
    );
    await expect(bob.getByText('After week 1', { exact: true })).toBeVisible();
    await bob.keyboard.press('Home');
    await expectReading(bob, /^At the start\. /);
    await bob.keyboard.press('End');
    await expectReading(bob, /^Week 2 so far\. /);
  });

  await test.step('a finger or the mouse slides over it, and the chart stays where it is', async () => {
    await slider(bob).scrollIntoViewIfNeeded();
    if (project.name === 'phone') await scrollBy(bob, slider(bob));
    await slider(bob).hover({ trial: true }); // waits until the page glides no more
    const box = await boxOf(slider(bob));
    const [left, right, y] = [box.x + 8, box.x + box.width - 8, box.y + 60];
    if (project.name === 'phone') await slide(bob, { x: right, y }, { x: left, y });
    else {
      await bob.mouse.move(right, y);
      await bob.mouse.move(left, y);
    }
    await expectReading(bob, /^At the start\. /);
    expect(await slider(bob).boundingBox()).toEqual(box);
  });
  await expectAccessible(bob, 'race');
});

async function boxOf(chart: Locator) {
  const box = await chart.boundingBox();
  if (!box) throw new Error('no chart');
  return box;
}

/** Scrolls the page with a finger on the left of the chart, which leaves the cursor at the present. */
async function scrollBy(page: Page, chart: Locator): Promise<void> {
  const { x, y } = await boxOf(chart);
  await slide(page, { x: x + 8, y: y + 40 }, { x: x + 8, y: y + 140 });
  await expect.poll(async () => (await boxOf(chart)).y).toBeGreaterThan(y);
  await expectReading(page, /^Week 2 so far\. /);
}

type Position = { x: number; y: number };

/** Slides one finger over the screen. */
async function slide(page: Page, from: Position, to: Position): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const touch of [middle, to])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [touch] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

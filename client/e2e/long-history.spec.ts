import type { Page } from '@playwright/test';
import { listBetsPage } from '#shared/api/bet-pages.ts';
import { ask } from './ask.ts';
import { password } from './people.ts';
import { signIn } from './screen.ts';
import { seeSlate } from './slip.ts';
import { expect, test } from './stage.ts';

const bets = 420; // some twenty pages, of which far ones are one element together
/** Chosen: several screens of cards, and far fewer than all. */
const mostDrawn = 120;

/** The cards that are in the document, in order. */
const drawnIds = (page: Page) => page.locator('li[id^=ticket-]').evaluateAll((all) => all.map(({ id }) => id));

/** The anchors of all cards in the order in which the server lists them by pages. */
async function listedIds(page: Page): Promise<string[]> {
  const ids = new Set<string>();
  let before: string | undefined;
  do {
    const { bets, next } = await ask(page, listBetsPage, { params: { status: 'all', ...(before && { before }) } });
    for (const bet of bets) ids.add(`ticket-${bet.parlayId ?? bet.id}`);
    before = next ?? undefined;
  } while (before);
  return [...ids];
}

/** Counts from now on the cards that each page of the list gets in one frame. Returns a function that reads the most. */
async function mostInOneFrame(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const inFrame = new Map<Element | null, number>();
    let most = 0;
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof HTMLElement)) continue;
        const cards = [added, ...added.querySelectorAll('li')].filter(({ id }) => id.startsWith('ticket-'));
        const part = added.closest('[data-page]') ?? added;
        const count = (inFrame.get(part) ?? 0) + cards.length;
        inFrame.set(part, count);
        most = Math.max(most, count);
      }
    }).observe(document.body, { childList: true, subtree: true });
    const clear = () => {
      inFrame.clear();
      requestAnimationFrame(clear);
    };
    clear();
    Object.assign(window, { mostInOneFrame: () => most });
  });
  return () => page.evaluate(() => (window as unknown as { mostInOneFrame: () => number }).mostInOneFrame());
}

const scrollPosition = (page: Page) =>
  page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight]);

test('a long history is scrolled to its end, left and come back to, with only the cards near the screen', async ({
  stage,
  person,
}) => {
  test.setTimeout(300_000);
  const email = await stage.addHistory(bets, password);
  const page = await person();
  await page.goto('/');
  await signIn(page, email, password);
  await seeSlate(page);
  await page.getByRole('navigation').getByRole('link', { name: 'My Bets', exact: true }).click();
  await expect(page.getByRole('tab', { name: `All ${bets}`, exact: true })).toBeVisible();
  const listed = await listedIds(page);
  const seen: string[] = [];

  await test.step('every bet comes by, once and in order, on a slow phone', async () => {
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const more = page.getByRole('button', { name: /^(Show more|Loading\.\.\.)$/ });
    await page.mouse.move(200, 400);
    const wrong: string[] = [];
    const most = await mostInOneFrame(page);
    await expect(async () => {
      const drawn = await drawnIds(page);
      const places = drawn.map((id) => listed.indexOf(id));
      if (places.some((place, at) => place <= (places[at - 1] ?? -1))) wrong.push(`not in order: ${places}`);
      if (drawn.length > mostDrawn) wrong.push(`${drawn.length} cards`);
      seen.push(...drawn.filter((id) => !seen.includes(id)));
      await page.mouse.wheel(0, 500);
      expect(seen.length).toBe(bets);
      expect(await more.isVisible()).toBe(false);
      const [at = 0, end = 0] = await scrollPosition(page);
      expect(at).toBeGreaterThan(end - 5);
    }).toPass({ timeout: 240_000, intervals: [100] });
    expect(wrong).toEqual([]);
    expect(await most()).toBeLessThanOrEqual(2);
    expect(new Set(seen)).toEqual(new Set(listed));
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  });

  const last = page.locator(`li[id="${listed.at(-1)}"]`);
  await expect(last).toBeInViewport();

  await test.step('back at the start and once more at the end the cards are there again', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator(`li[id="${listed[0]}"]`)).toBeInViewport();
    await expect(last).toHaveCount(0);
    await expect(page.locator('[data-page="15"]')).toHaveCount(0);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeInViewport();
  });

  await test.step('a press on Show more leads to the first new card, again and again', async () => {
    await page.reload();
    const focused = page.locator('li[id^=ticket-]:focus');
    const passed: number[] = [];
    for (let press = 0; press < 3; press += 1) {
      await page.getByRole('button', { name: 'Show more' }).focus();
      await page.keyboard.press('Enter');
      await expect(focused).toHaveCount(1);
      await expect(focused).toBeInViewport();
      passed.push(listed.indexOf((await focused.getAttribute('id')) ?? ''));
    }
    expect(passed.toSorted((one, other) => one - other)).toEqual(passed);
    expect(new Set(passed).size).toBe(3);
    await expect(page.locator(`li[id="${listed[Math.max(...passed) - 1]}"]`)).toHaveCount(1); // the page before is drawn
  });

  await test.step('a link to a bet far down leads to it', async () => {
    const id = listed[60] ?? '';
    await page.goto('/how-to-play');
    await page.goto(`/my-bets#${id}`);
    await expect(page.locator(`li[id="${id}"]`)).toBeFocused({ timeout: 60_000 });
    await expect(page.locator(`li[id="${id}"]`)).toBeInViewport();
  });

  await test.step('the first new card stays in sight while those above it are drawn', async () => {
    await page.addInitScript(() => {
      const atNextFrame = requestAnimationFrame.bind(window);
      // As on a phone that shows five frames a second.
      window.requestAnimationFrame = (draw) => window.setTimeout(() => atNextFrame(draw), 200);
      window.cancelAnimationFrame = (id) => window.clearTimeout(id);
    });
    await page.goto('/my-bets');
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    const focused = page.locator('li[id^=ticket-]:focus');
    await expect(focused).toBeInViewport();
    const id = (await focused.getAttribute('id')) ?? '';
    // The page before is drawn from its first card on, so with its last it is whole.
    await expect(page.locator(`li[id="${listed[listed.indexOf(id) - 1]}"]`)).toHaveCount(1);
    await expect(focused).toBeInViewport();
  });
});

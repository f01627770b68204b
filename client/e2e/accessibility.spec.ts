import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { listBets } from '#shared/api/bets.ts';
import { isolate } from '#shared/domain/naming.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { openSlip, play } from './play.ts';
import { expect, test } from './stage.ts';

/** Runs all of axe's rules for WCAG 2.2 AA in the page's present theme, and those for colours in the other theme. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  if (await page.evaluate(() => !('axe' in window))) {
    await page.evaluate(axe.source);
    // Axe also reads skipped content, which has the other theme's colours until it is rendered.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  }
  for (const colorScheme of [first, second]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const runOnly = colorScheme === first ? all : ['color-contrast'];
    for (const violation of await page.evaluate(violations, runOnly))
      found.push(`${where}, ${colorScheme}: ${violation}`);
  }
  expect(found).toEqual([]);
  expect([where, await page.evaluate(notIsolated, typedNames)]).toEqual([where, []]);
}

/** Runs axe's rules of these tags, or these rules, and lists what violates them. Runs in the page, which has axe. */
async function violations(runOnly: string[]): Promise<string[]> {
  // A new theme starts transitions of colours, from each element to its children: each level takes a frame.
  do await new Promise(requestAnimationFrame);
  while (document.getAnimations().length > 0);
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const results = await axe.run(document, { runOnly, resultTypes: ['violations'] });
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}

/** The names of the people and leagues of this journey, two of them with right-to-left text. */
const typedNames = ['Cleo', 'דורה', 'Thursday ליגה', 'Work'];

/**
 * Lists the places where a typed name could change the direction of the text around it, also in attributes and the
 * title. Runs in the page.
 */
function notIsolated(names: string[]): string[] {
  const found: string[] = [];
  // Left-to-right text in a left-to-right string needs no isolates.
  const rightToLeft = names.filter((name) => /[\u0590-\u08ff]/.test(name));
  const isBare = (text: string) => rightToLeft.some((name) => new RegExp(`(?<!\u2068)${name}`).test(text));
  if (isBare(document.title)) found.push(document.title);
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    const texts = ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '');
    found.push(...texts.filter(isBare));
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const includesName = names.some((name) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(textContent ?? ''));
    if (includesName && !parentElement?.closest('[dir=auto]')) found.push(parentElement?.outerHTML.slice(0, 120) ?? '');
  }
  return found;
}

test('every page is accessible in both themes', async ({ stage, person }) => {
  test.setTimeout(600_000); // axe runs on nearly thirty screens, also on a busy machine
  const page = await person();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expectAccessible(page, 'sign in');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectAccessible(page, 'create account');

  await signUp(page, 'Cleo');
  const shared = await createLeague(page, 'Thursday ליגה');
  await createLeague(page, 'Work');
  const friend = await person();
  await signUp(friend, 'דורה', 'dora@example.com');
  await join(shared, friend);
  await page.goto('/');
  await page.getByRole('article').first().getByRole('button').first().click();
  await expectAccessible(page, 'slate');
  await openSlip(page);
  await page.getByLabel(/^Amount in Ching/).fill('10');
  await expectAccessible(page, 'slip');
  await page.getByRole('button', { name: 'Place Bet', exact: true }).click();
  await expectAccessible(page, 'confirm');
  await page.getByRole('radio', { name: /Thursday ליגה/ }).check();
  await page.getByRole('button', { name: 'Confirm Bet', exact: true }).click();
  await expect(page.getByText('Bet Placed!', { exact: true })).toBeVisible();
  await expectAccessible(page, 'placed');

  const [bet] = await ask(page, listBets);
  if (!bet) throw new Error('the bet is not listed');
  play(stage, bet.game, 'live', 3, 0);
  await page
    .getByRole('button', { name: /^View league bets/ })
    .first()
    .click({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'league bets');

  await page.goto('/leaderboard');
  await expect(page.getByRole('row', { name: /Cleo/ })).toBeVisible();
  await expectAccessible(page, 'leaderboard');
  const expectDialogsAccessible = async (names: readonly string[]) => {
    for (const name of names) {
      await page.getByRole('button', { name, exact: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, name);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  };
  await expectDialogsAccessible(['Create League', 'Join League', 'Manage League', 'Edit Display Name', 'Cleo']);
  await page.getByRole('button', { name: /Thursday ליגה/ }).click();
  await page.getByRole('link', { name: 'View Full' }).click();
  await page.getByRole('button', { name: 'View Details' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expectAccessible(page, 'league');
  await expectDialogsAccessible(['League Settings', 'Cleo', `Remove ${isolate('דורה')}`]);
  await page.goto('/my-bets');
  await expect(page.getByRole('article')).toBeVisible();
  await expectAccessible(page, 'my bets');
  await page.route('**/assets/profile-page-*.js', (route) => route.abort());
  await page.goto('/profile');
  await expect(page.getByText('This page did not load')).toBeVisible();
  await expectAccessible(page, 'a page that did not load');
  await page.unrouteAll();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'profile');
  await page.goto('/how-to-play');
  await expect(page.getByRole('heading', { name: 'How to Play', exact: true })).toBeVisible();
  await expectAccessible(page, 'how to play');
  for (const path of ['/forgot-password', '/reset-password', '/reset-password?token=1']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  await stage.grantAdmin('cleo@example.com');
  await page.goto('/admin-odds');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'admin odds');
  await page.goto('/nowhere');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expectAccessible(page, 'not found');
});

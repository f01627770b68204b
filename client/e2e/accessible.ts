import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { names } from './real-people.ts';

/** Runs all of axe's rules for WCAG 2.2 AA in the page's present theme, and those for colours in the other theme. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
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
  expect.soft(found, where).toEqual([]);
  expect.soft(await page.evaluate(notIsolated, Object.values(names)), where).toEqual([]);
}

/**
 * Runs axe's rules of these tags, or these rules, and lists what violates them: on the open dialog, else on the page.
 * Runs in the page, which has axe.
 */
async function violations(runOnly: string[]): Promise<string[]> {
  // A new theme starts transitions of colours, from each element to its children: each level takes a frame.
  do await new Promise(requestAnimationFrame);
  while (document.getAnimations().length > 0);
  // A box that has just got its content becomes focusable after the frame, once its size is observed.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const dialogs = document.querySelectorAll('[role=dialog][data-state=open]');
  if (dialogs.length === 0) scrollTo(0, 0); // else the bar on top covers a part of what has come below it
  const results = await axe.run(dialogs[dialogs.length - 1] ?? document, { runOnly, resultTypes: ['violations'] });
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}

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
    if (element.matches('bdi')) continue; // its tooltip has its direction
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

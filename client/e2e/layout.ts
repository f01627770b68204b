import { expect, type Page } from '@playwright/test';

/** A small phone, a phone, a tablet and a desktop. */
const screens = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

/**
 * Expects that the screen or the open dialog works on every screen size, and with text of twice the usual size: nothing
 * is wider than the screen or covered, and every control can be reached. Source: WCAG 1.4.4 and 1.4.10.
 *
 * Reports what does not work and lets the journey go on, so that one run shows all of it.
 */
export async function expectFits(page: Page, where: string): Promise<void> {
  const found = new Map<string, string[]>();
  const before = page.viewportSize();
  for (const textSize of [16, 32]) {
    await setTextSize(page, textSize);
    for (const { width, height } of screens) {
      await page.setViewportSize({ width, height });
      for (const misfit of await page.evaluate<string[]>(`${script}()`))
        found.set(misfit, [...(found.get(misfit) ?? []), textSize === 16 ? `${width}` : `${width} at 200 %`]);
    }
  }
  await setTextSize(page, 16);
  if (before) await page.setViewportSize(before);
  const lines = [...found].map(([misfit, sizes]) => `${where}, ${sizes.join(', ')}: ${misfit}`);
  expect.soft(lines, where).toEqual([]);
}

/** Sets the size of text as a reader does in the browser's settings: media queries in rem follow it too. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard } });
  await client.detach();
}

/** The functions below in one scope, as the source of a function that runs in the page. */
const script = `(() => { ${[misfits, startMeasuring, topLayer, textsIn, linesOf, whole, visibleBox, intersect, isPainted, blockOf, pinnedTo, wordsOf, tooWide, cutTexts, brokenWords, touchingTexts, unreachable, fixedSizes].map(String).join('\n')}; return misfits; })()`;

type Box = { left: number; right: number; top: number; bottom: number };
/** A line of text in the page, whole and as far as the boxes around it show it. */
type Line = { text: string; node: Text; parent: Element; box: Box; shown: Box };

/** Lists what does not fit. Runs in the page, like all functions below. */
async function misfits(): Promise<string[]> {
  await startMeasuring();
  const area = topLayer();
  const lines = textsIn(area);
  return [
    ...new Set([
      ...tooWide(area),
      ...cutTexts(lines),
      ...brokenWords(lines),
      ...touchingTexts(lines),
      ...fixedSizes(lines),
      ...unreachable(area),
    ]),
  ];
}

/** Waits for the layout of the present size. Stops animations and renders what is skipped off screen. */
async function startMeasuring(): Promise<void> {
  if (document.adoptedStyleSheets.length === 0) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { content-visibility: visible !important; animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets = [sheet];
  }
  let hasChanged = false;
  const changes = new MutationObserver(() => {
    hasChanged = true;
  });
  changes.observe(document.body, { subtree: true, childList: true, attributes: true });
  // In the frame of a new size React only learns of it: what then becomes a sheet, or none, or a narrower chart, is there
  // a frame later, on a busy machine only once the browser is idle.
  do {
    hasChanged = false;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
  } while (hasChanged);
  changes.disconnect();
  for (const animation of document.getAnimations()) animation.cancel(); // rows that slide to a new rank
  scrollTo(0, 0);
}

/** The open dialog, or the whole page. */
function topLayer(): Element {
  return [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1) ?? document.body;
}

/** The box of an element without its border: what its own scrolling or clipping shows of its content. */
function whole(element: Element): Box {
  const { left, top } = element.getBoundingClientRect();
  const [x, y] = [left + element.clientLeft, top + element.clientTop];
  return { left: x, right: x + element.clientWidth, top: y, bottom: y + element.clientHeight };
}

function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** The part of a box inside an element that the element and those around it do not clip. */
function visibleBox(box: Box, from: Element): Box {
  let shown = box;
  for (let around: Element | null = from; around && around !== document.body; around = around.parentElement) {
    const { overflowX, display, position } = getComputedStyle(around);
    if (overflowX !== 'visible' && display !== 'inline') shown = intersect(shown, whole(around));
    if (position === 'fixed') break;
  }
  return shown;
}

/** Whether something of the element is painted: texts for screen readers only are not. */
function isPainted(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { width, height } = around.getBoundingClientRect();
    const { overflow, clipPath } = getComputedStyle(around);
    if (clipPath === 'inset(50%)' || ((width <= 1 || height <= 1) && overflow !== 'visible')) return false;
  }
  return true;
}

/** The boxes of the lines. A line of two directions has several rectangles. */
function linesOf(rects: readonly Box[]): Box[] {
  const lines: Box[] = [];
  for (const { left, right, top, bottom } of rects) {
    const line = lines.find((other) => Math.abs(other.top - top) < (bottom - top) / 2);
    if (!line) lines.push({ left, right, top, bottom });
    else Object.assign(line, { left: Math.min(line.left, left), right: Math.max(line.right, right) });
  }
  return lines;
}

function textsIn(area: Element): Line[] {
  const lines: Line[] = [];
  const texts = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const parent = node.parentElement;
    if (!parent || !node.data.trim() || parent.closest('option, script, style') || !isPainted(parent)) continue;
    range.selectNodeContents(node);
    for (const box of linesOf([...range.getClientRects()])) {
      if (box.right - box.left > 1)
        lines.push({ text: node.data.trim(), node, parent, box, shown: visibleBox(box, parent) });
    }
  }
  return lines;
}

function wordsOf(element: Element): string {
  const name = element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('name');
  return `${element.tagName.toLowerCase()} “${(name ?? '').slice(0, 40)}”`;
}

/** The page, or a part that scrolls sideways though it is no row of tabs. */
function tooWide(area: Element): string[] {
  const found: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push('the page scrolls sideways');
  for (const element of [area, ...area.querySelectorAll('*')]) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    if (element.matches('input, select, textarea')) continue;
    const { overflowX, display } = getComputedStyle(element);
    const scrolls = display !== 'inline' && (overflowX === 'auto' || overflowX === 'scroll');
    if (!scrolls || element.closest('.scroll-row')) continue;
    element.scrollLeft = 0;
    const right = (part: Element) => part.getBoundingClientRect().right;
    const widest = [...element.querySelectorAll('*')].reduce((most, part) =>
      right(part) >= right(most) ? part : most,
    );
    found.push(`scrolls sideways because of ${wordsOf(widest)} ${widest.className}`);
  }
  return found;
}

/**
 * Texts that are cut without an ellipsis, at their beginning or to almost nothing, and amounts that are cut at all.
 */
function cutTexts(lines: readonly Line[]): string[] {
  const found: string[] = [];
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const { text, node, parent, box, shown } of lines) {
    const scroller = parent.closest('.scroll-row');
    if (scroller) continue;
    const [width, shownWidth] = [box.right - box.left, shown.right - shown.left];
    const isBeyond = box.left < -1 || box.right > innerWidth + 1;
    const cutter = parent.closest('.truncate, [class*=line-clamp]');
    if (isBeyond && !cutter) found.push(`beyond the screen: “${text.slice(0, 40)}”`);
    else if (shownWidth < width - 1) {
      if (!cutter) found.push(`cut off: “${text.slice(0, 40)}”`);
      else if (/\d,\d{3}|\d Ching|^[+-]?\d+$/.test(text)) found.push(`a cut amount: “${text.slice(0, 40)}”`);
      else if (shownWidth < Math.min(width, 2.5 * remPx) && !cutter.matches('[title], [class*="shrink-[999]"]'))
        found.push(`${Math.round(shownWidth)} px are left of “${text.slice(0, 40)}”`);
      if (cutter && !parent.closest('bdi, [title]')) found.push(`the rest is not to be had: “${text.slice(0, 40)}”`);
      if (cutter?.matches('[title], [class*="shrink-[999]"]')) continue; // the whole is beside it, or there for the pointer
      const first = document.createRange();
      const start = node.data.search(/\S/);
      const [letter] = new Intl.Segmenter().segment(node.data.slice(start));
      first.setStart(node, start);
      first.setEnd(node, start + (letter?.segment.length ?? 1));
      const { left, right } = first.getBoundingClientRect();
      if (left < shown.left - 1 || right > shown.right + 1) found.push(`cut at its beginning: “${text.slice(0, 40)}”`);
    }
    const height = box.bottom - box.top;
    // A clamped name is whole in its tooltip and after a tap (ui/name.tsx).
    const canBeHad = parent.closest('.overflow-y-auto, [class*=line-clamp][title], [class*=line-clamp] > bdi') !== null;
    if (!canBeHad && shown.bottom - shown.top < 0.7 * height) found.push(`cut in height: “${text.slice(0, 40)}”`);
  }
  return found;
}

/** Words of an ordinary length that go on in the next line. Typed names may: they can be one word of 60 letters. */
function brokenWords(lines: readonly Line[]): string[] {
  const range = document.createRange();
  const nodes = new Set(lines.filter(({ parent }) => !parent.closest('bdi')).map(({ node }) => node));
  return [...nodes].flatMap((node) =>
    [...node.data.matchAll(/(?<!\S)[\p{L}\d]{2,12}(?!\S)/gu)].flatMap(({ 0: word, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return linesOf([...range.getClientRects()]).length > 1 ? [`breaks within “${word}”`] : [];
    }),
  );
}

/** The nearest element around a text that is not part of the same running text. */
function blockOf(element: Element): Element {
  let block = element;
  while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
  return block;
}

/** The bar or notification that the element is in; it lies over the page on purpose. */
function pinnedTo(element: Element): Element | null {
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(around).position)) return around;
  }
  return null;
}

/** Texts of different parts that lie over each other or beside each other without a space. */
function touchingTexts(lines: readonly Line[]): string[] {
  const found: string[] = [];
  const parts = new Map(lines.map(({ parent }) => [parent, { block: blockOf(parent), pin: pinnedTo(parent) }]));
  const shown = lines.filter(({ shown: { left, right, top, bottom } }) => right - left > 1 && bottom - top > 3);
  shown.sort((a, b) => a.shown.top - b.shown.top);
  for (const [at, a] of shown.entries()) {
    for (const b of shown.slice(at + 1)) {
      if (b.shown.top >= a.shown.bottom) break;
      const common = Math.min(a.shown.bottom, b.shown.bottom) - b.shown.top;
      const least = Math.min(a.shown.bottom - a.shown.top, b.shown.bottom - b.shown.top);
      const gap = Math.max(a.shown.left, b.shown.left) - Math.min(a.shown.right, b.shown.right);
      if (common < 0.5 * least || gap >= 2 || a.node === b.node) continue;
      const [partA, partB] = [parts.get(a.parent), parts.get(b.parent)];
      if (partA?.block === partB?.block || partA?.pin !== partB?.pin) continue;
      found.push(`${gap < -1 ? 'one over the other' : 'touching'}: “${a.text.slice(0, 30)}” “${b.text.slice(0, 30)}”`);
    }
  }
  return found;
}

/** Texts that do not grow with the browser's size of text, so that the hierarchy of sizes turns over. */
function fixedSizes(lines: readonly Line[]): string[] {
  const root = document.documentElement;
  const parents = [...new Set(lines.map(({ parent }) => parent))];
  const sizes = () => parents.map((parent) => Number.parseFloat(getComputedStyle(parent).fontSize));
  const before = sizes();
  root.style.fontSize = '200%';
  const after = sizes();
  root.style.fontSize = '';
  return parents.flatMap((parent, at) =>
    (after[at] ?? 0) < 1.5 * (before[at] ?? 0) ? [`does not grow: ${wordsOf(parent)}`] : [],
  );
}

/** Controls that something covers or cuts even after they are scrolled into view. */
function unreachable(area: Element): string[] {
  const found: string[] = [];
  const controls = area.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  for (const control of controls) {
    if (control.matches(':disabled, [inert] *') || !isPainted(control)) continue;
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const rect = control.getClientRects()[0];
    if (!rect || rect.width <= 1) continue;
    const screen = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    const shown = intersect(control.parentElement ? visibleBox(rect, control.parentElement) : rect, screen);
    const [width, height] = [shown.right - shown.left, shown.bottom - shown.top];
    if (width < Math.min(rect.width - 2, 44) || height < Math.min(rect.height - 2, 24)) {
      found.push(`${Math.round(width)} x ${Math.round(height)} px are left of ${wordsOf(control)}`);
      continue;
    }
    const hit = document.elementFromPoint((shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
    if (hit?.closest('[role=region] > ol')) continue; // a notification lies over the page for a moment
    if (hit && (control.contains(hit) || labels.some((label) => label.contains(hit)))) continue;
    found.push(`${hit ? wordsOf(hit) : 'nothing'} covers ${wordsOf(control)}`);
  }
  return found;
}

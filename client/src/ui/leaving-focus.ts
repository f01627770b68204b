import { focusHeading } from './restore-focus.ts';

/**
 * The ancestors of the part that React removes with the focus, the innermost first. They stay until the same commit has
 * attached new refs.
 */
let ancestors: Element[] = [];

/**
 * The ref of a part of the page that goes once its button is pressed. If the part has the focus as it goes, and nothing
 * else takes it, the dialog around the part gets it, in the slip its heading, else the heading of the page: the browser
 * would start again at the top of the page.
 * Source: WCAG 2.4.3.
 */
export function leavingFocus(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const around =
      part.closest<HTMLElement>('[role=dialog]') ?? part.closest('aside')?.querySelector<HTMLElement>('h2');
    ancestors = ancestorsOf(part);
    queueMicrotask(() => {
      ancestors = [];
      // Strict mode detaches the refs of what it has just added, too.
      if (part.isConnected || document.activeElement !== document.body) return;
      if (around) around.focus({ preventScroll: true });
      else focusHeading();
    });
  };
}

/**
 * The ref of a button whose place a `Question` takes. The button gets the focus when it replaces the question, unless
 * something else than the question had the focus.
 */
export function returningFocus(button: HTMLElement | null): void {
  const place = ancestors.find(({ isConnected }) => isConnected);
  if (button && place?.contains(button)) button.focus();
}

function ancestorsOf(part: Element): Element[] {
  const parent = part.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

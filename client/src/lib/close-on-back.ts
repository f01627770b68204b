import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { storeScroll } from './stored-scroll.ts';

type OpenDialog = { close: () => void };

/** The open dialogs, the top one last. Each has a history entry, with the address of the page below it. */
const open: OpenDialog[] = [];
/**
 * Whether the browser is going back over entries of closed dialogs. It does so later than the call that asks for it.
 */
let isLeaving = false;
/** Whether the page is being replaced by a load. */
let isLoading = false;
/** A navigation that waits until the browser has gone back. */
let waiting: (() => void) | null = null;

/**
 * Makes Back close a dialog instead of leaving the page. `onClose` may refuse: the dialog then stays open.
 *
 * An open dialog has a history entry. Back leaves this entry, and a dialog that closes in another way goes back over
 * it, so that the history does not grow. An entry whose dialog is closed, which Forward can reach, is left at once.
 * Weighed: CloseWatcher, which only Chromium on Android connects with Back.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => close() };
    open.push(dialog);
    queueMicrotask(matchEntries); // later: one dialog may replace another in the same render
    return () => {
      open.splice(open.indexOf(dialog), 1);
      queueMicrotask(matchEntries);
    };
  }, [isOpen]);
}

/** Closes dialogs on Back, until the returned function is called. Call it once, when the page starts. */
export function startCloseOnBack(): () => void {
  isLeaving = false;
  isLoading = false;
  // A page that was loaded anew has no dialogs. The entry below is of this page too, except if the address was opened
  // again: going back would then load the page a second time.
  const [load] = performance.getEntriesByType('navigation');
  const isOpenedAgain = load !== undefined && 'type' in load && load.type === 'navigate';
  if (isOpenedAgain && dialogsAt(history.state) > 0) history.replaceState(null, '');
  matchEntries();
  addEventListener('popstate', onPopState);
  return () => removeEventListener('popstate', onPopState);
}

/** Closes the top dialog. Returns false when none is open. */
export function closeTopDialog(): boolean {
  const top = open.at(-1);
  top?.close();
  return top !== undefined;
}

/**
 * Calls `navigate`, at once unless the browser is just going back. Its argument says whether the new page must replace
 * the present entry: a page that is opened from a dialog replaces the dialog's entry.
 */
export function navigateFromDialog(navigate: (mustReplace: boolean) => void): void {
  isLoading = false; // the person has stopped the load, and goes on with this page
  const act = () => navigate(dialogsAt(history.state) > 0);
  if (isLeaving) waiting = act;
  else act();
}

/**
 * Leaves the entries of dialogs that close from now on. Call it before a load of the page: going back would cancel the
 * load.
 */
export function prepareLoad(): void {
  isLoading = true;
}

function onPopState(): void {
  if (isLeaving) {
    isLeaving = false;
    waiting?.();
    waiting = null;
  } else {
    const wanted = dialogsAt(history.state);
    while (open.length > wanted) {
      const top = open.at(-1);
      flushSync(() => top?.close());
      if (open.at(-1) === top) break; // it refused, and gets a new entry
    }
  }
  matchEntries();
}

/** Adds entries for dialogs that have opened, or goes back over those of dialogs that have closed. */
function matchEntries(): void {
  if (isLeaving || isLoading) return;
  const surplus = dialogsAt(history.state) - open.length;
  if (surplus > 0) {
    isLeaving = true;
    history.go(-surplus);
  }
  // A page that is opened from a dialog replaces the dialog's entry. Back then leads to this one.
  if (surplus < 0 && surplus === -open.length) storeScroll();
  // Of two dialogs it replaces the upper one's entry, and Back leads to the lower one's.
  for (let at = open.length + surplus; at < open.length; at++) history.pushState({ dialogs: at + 1, scrollY }, '');
}

/** The number of dialogs that are open at a history entry with this state. */
function dialogsAt(state: unknown): number {
  const isOfDialog = typeof state === 'object' && state !== null && 'dialogs' in state;
  return isOfDialog && typeof state.dialogs === 'number' ? state.dialogs : 0;
}

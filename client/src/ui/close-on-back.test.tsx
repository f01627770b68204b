import { act, type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateFromDialog, prepareLoad, startCloseOnBack, useCloseOnBack } from '#client/lib/close-on-back.ts';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';

const page = rootBeforeEach();
let stop: () => void;
let pages = 0;

// Every test starts on a page of its own: the entries below it are of the tests before.
beforeEach(() => {
  pages += 1;
  history.pushState(null, '', `/page-${pages}`);
  stop = startCloseOnBack();
});
afterEach(() => stop());

/** A dialog that only says whether it is open. */
function Named({ name, refuses = false, children }: { name: string; refuses?: boolean; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  useCloseOnBack(isOpen, () => setOpen(refuses));
  if (!isOpen) return null;
  return (
    <div role="dialog">
      {name}
      <button type="button" onClick={() => setOpen(false)}>
        Close {name}
      </button>
      {children}
    </div>
  );
}

const shown = () => [...document.querySelectorAll('[role=dialog]')].map((dialog) => dialog.firstChild?.textContent);
const dialogs = () => history.state?.dialogs ?? 0;
const back = () => act(async () => history.back());
const close = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === `Close ${name}`)?.click());

test('Back closes the top dialog, then the one below, then leaves', async () => {
  await page.render(
    <>
      <Named name="sheet" />
      <Named name="question" />
    </>,
  );
  expect(dialogs()).toBe(2);
  await back();
  expect([shown(), location.pathname]).toEqual([['sheet'], `/page-${pages}`]);
  await back();
  expect([shown(), location.pathname]).toEqual([[], `/page-${pages}`]);
  expect(dialogs()).toBe(0);
});

test('a dialog that closes in another way takes its entry along, and Forward opens nothing', async () => {
  await page.render(<Named name="sheet" />);
  const longest = history.length;
  await close('sheet');
  expect(dialogs()).toBe(0);
  await act(async () => history.forward());
  expect([shown(), dialogs()]).toEqual([[], 0]);
  for (const name of ['second', 'third']) {
    await page.render(<Named key={name} name={name} />);
    await close(name);
  }
  expect(history.length).toBe(longest);
});

test('a dialog that refuses to close stays open, also the next time', async () => {
  await page.render(<Named name="placing" refuses />);
  await back();
  expect([shown(), dialogs()]).toEqual([['placing'], 1]);
  await back();
  expect([shown(), dialogs()]).toEqual([['placing'], 1]);
});

test('a page that is opened from a dialog replaces its entry', async () => {
  const navigate = vi.fn();
  await page.render(<Named name="sheet" />);
  navigateFromDialog(navigate);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(true);
});

test('the page below a dialog stores where it was left, for Back from a page that the dialog opens', async () => {
  vi.stubGlobal('scrollY', 700);
  await page.render(<Named name="sheet" />);
  navigateFromDialog(() => history.replaceState(null, '', '/my-bets'));
  await back();
  expect([location.pathname, history.state]).toEqual([`/page-${pages}`, { scrollY: 700 }]);
});

test('so does the lower one of two dialogs, for a page that the upper one opens', async () => {
  vi.stubGlobal('scrollY', 700);
  await page.render(
    <>
      <Named name="sheet" />
      <Named name="question" />
    </>,
  );
  navigateFromDialog(() => history.replaceState(null, '', '/league'));
  await back();
  expect([location.pathname, history.state]).toEqual([`/page-${pages}`, { dialogs: 1, scrollY: 700 }]);
});

test('a page that is opened while the browser leaves an entry waits for that', async () => {
  const navigate = vi.fn();
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined); // browsers go later than they are asked to
  await page.render(<Named name="sheet" />);
  await close('sheet');
  navigateFromDialog(navigate);
  expect(navigate).not.toHaveBeenCalled();
  go.mockRestore();
  await back();
  expect(navigate).toHaveBeenCalledExactlyOnceWith(false);
});

test('a dialog that closes while the page is being loaded cancels no load by going back', async () => {
  await page.render(<Named name="question" />);
  const go = vi.spyOn(history, 'go');
  prepareLoad();
  await close('question');
  expect(go).not.toHaveBeenCalled();
});

test('after a load that the browser has stopped, links and Back work as before', async () => {
  const navigate = vi.fn();
  prepareLoad();
  navigateFromDialog(navigate);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(false);
  await page.render(<Named name="sheet" />);
  expect(dialogs()).toBe(1);
  await back();
  expect(shown()).toEqual([]);
});

test('an entry of a dialog from before a reload is left', async () => {
  stop();
  history.pushState({ dialogs: 1 }, '');
  stop = startCloseOnBack();
  await eventually(() => expect(dialogs()).toBe(0));
});

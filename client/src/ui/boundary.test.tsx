import { act, type ComponentType, useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lazyComponent } from '#client/lib/lazy-component.ts';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Boundary } from './boundary.tsx';
import { Failed } from './failed.tsx';

const page = rootBeforeEach({ onCaughtError: () => undefined });

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('offline'))),
  );
});

async function draw(What: ComponentType, of = '/my-bets'): Promise<void> {
  await page.render(
    <Boundary of={of} waiting="on its way" failed={(failure) => <Failed what="This page" failure={failure} />}>
      <What />
    </Boundary>,
  );
}

async function pressTryAgain(): Promise<void> {
  await act(async () => page.area.querySelector('button')?.click());
}

/** A component whose chunk fails to load until `repair` is called. */
function brokenChunk(words: string) {
  let isThere = false;
  const Part = lazyComponent(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>{words}</p> };
  });
  return {
    Part,
    repair: () => {
      isThere = true;
    },
  };
}

test('a chunk that did not load is reported, and rendered when a retry loads it', async () => {
  const { Part, repair } = brokenChunk('My Betting History');
  await draw(Part);
  expect(page.area.querySelector('[role=alert]')?.textContent).toContain('This page did not load');
  await pressTryAgain();
  expect(page.area.textContent).toContain('This page did not load');
  repair();
  await pressTryAgain();
  expect(page.area.textContent).toBe('My Betting History');
});

test('a chunk that did not load is requested again when its page is opened again', async () => {
  const { Part, repair } = brokenChunk('My Betting History');
  await draw(Part);
  await draw(() => <p>League Leaderboards</p>, '/leaderboard');
  expect(page.area.textContent).toBe('League Leaderboards');
  repair();
  await draw(Part);
  expect(page.area.textContent).toBe('My Betting History');
});

test('an error while rendering is reported in other words, and does not reach the rest of the page', async () => {
  let isBroken = true;
  const Fragile = () => {
    if (isBroken) throw new Error('no such league');
    return <p>Sunday League</p>;
  };
  await draw(Fragile);
  expect(page.area.textContent).toContain('This page does not work right now');
  isBroken = false;
  await pressTryAgain();
  expect(page.area.textContent).toBe('Sunday League');
});

test('a second failure reloads the page if the server answers, and only then', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const { Part } = brokenChunk('My Betting History');
  await draw(Part);
  await pressTryAgain();
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ simulated: true, demo: true })));
  await pressTryAgain();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
});

test('an error in an effect of a second try is a second failure', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const Fragile = () => {
    useEffect(() => {
      throw new Error('no such league');
    }, []);
    return <p>Sunday League</p>;
  };
  await draw(Fragile);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ simulated: true, demo: true })));
  await pressTryAgain();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
});

test('a failure after a retry that succeeded is a first failure, and reloads nothing', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const answered = vi.fn(() => Promise.resolve(Response.json({ simulated: true, demo: true })));
  let isBroken = true;
  const Fragile = () => {
    if (isBroken) throw new Error('no such league');
    return <p>Sunday League</p>;
  };
  await draw(Fragile);
  isBroken = false;
  await pressTryAgain();
  expect(page.area.textContent).toBe('Sunday League');
  await act(() => new Promise((resolve) => setTimeout(resolve))); // the second try ends in a later task
  vi.stubGlobal('fetch', answered);
  isBroken = true;
  await draw(Fragile);
  expect(page.area.textContent).toContain('This page does not work right now');
  expect(answered).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

test('a second try on one page makes no second try of the next page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  let tries = 0;
  const Slow = lazyComponent(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return new Promise<{ default: ComponentType }>(() => undefined); // still loading when the page is left
  });
  await draw(Slow);
  await pressTryAgain();
  expect(page.area.textContent).toBe('on its way');
  const answered = vi.fn(() => Promise.resolve(Response.json({ simulated: true, demo: true })));
  vi.stubGlobal('fetch', answered);
  await draw(brokenChunk('League Leaderboards').Part, '/leaderboard');
  expect(page.area.textContent).toContain('This page did not load');
  expect(answered).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/api/endpoint.ts';

const change = endpoint({ method: 'POST', path: '/api/things', access: 'all', reply: () => z.null() });
const list = endpoint({ method: 'GET', path: '/api/things', access: 'all', reply: () => z.null() });

beforeEach(() => {
  vi.resetModules(); // the module's state lasts as long as the page
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a page: a fresh instance of the modules. */
async function openPage() {
  const { announceAccount, onAccountChange: hearAccounts, ...account } = await import('./account.ts');
  const { call } = await import('./call.ts');
  vi.resetModules();
  return { ...account, call, announceAccount, hearAccounts };
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** The account header of the page's request to this endpoint. */
async function accountSent({ call }: Page, wanted: typeof change | typeof list): Promise<string | null> {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(null)));
  vi.stubGlobal('fetch', fetched);
  await call(wanted);
  return new Headers(fetched.mock.calls[0]?.[1]?.headers).get('x-ching-account');
}

test('a call that changes something names the account of its page, one that reads does not', async () => {
  const page = await openPage();
  expect(await accountSent(page, change)).toBeNull(); // not known yet
  page.rememberAccount(null);
  expect(await accountSent(page, change)).toBe('nobody');
  page.rememberAccount('ann');
  expect(await accountSent(page, change)).toBe('ann');
  expect(await accountSent(page, list)).toBeNull();
});

test('the page of an account stays its page when the session ends, and never becomes that of another account', async () => {
  const page = await openPage();
  expect(page.rememberAccount('ann')).toBe(true);
  expect(page.rememberAccount(null)).toBe(true);
  expect(page.rememberAccount('ann')).toBe(true);
  expect(page.rememberAccount('bob')).toBe(false);
  expect(await accountSent(page, change)).toBe('ann');
});

test('what is stored for a person survives the end of the session, and is gone for the next person', async () => {
  localStorage.setItem('ching.slip', 'of a visitor');
  localStorage.setItem('ching.unanswered', 'keys');
  (await openPage()).rememberAccount('ann');
  (await openPage()).rememberAccount(null);
  (await openPage()).rememberAccount('ann');
  expect(localStorage.getItem('ching.slip')).toBe('of a visitor');
  expect((await openPage()).rememberAccount('bob')).toBe(false); // the page's memory may contain Ann's data
  expect(localStorage.getItem('ching.slip')).toBeNull();
  expect(localStorage.getItem('ching.unanswered')).toBeNull();
  expect((await openPage()).rememberAccount('bob')).toBe(true);
});

test('an old tab that finds out late takes nothing from the person who is signed in now', async () => {
  const old = await openPage();
  old.rememberAccount('ann');
  (await openPage()).rememberAccount('bob');
  localStorage.setItem('ching.slip', 'of Bob');
  expect(old.rememberAccount('bob')).toBe(false);
  expect(localStorage.getItem('ching.slip')).toBe('of Bob');
});

test('a page that learns of another account leaves nothing to the next page, and takes nothing from another tab', async () => {
  const page = await openPage();
  page.rememberAccount('ann');
  localStorage.setItem('ching.slip', 'of Ann');
  page.removePersonalOfPage();
  expect((await openPage()).rememberAccount('bob')).toBe(true);
  localStorage.setItem('ching.slip', 'of Bob');
  page.removePersonalOfPage();
  expect(localStorage.getItem('ching.slip')).toBe('of Bob');
});

test('a visitor’s slip stays when somebody turns out to be signed in', async () => {
  const page = await openPage();
  page.rememberAccount(null);
  localStorage.setItem('ching.slip', 'of a visitor');
  page.removePersonalOfPage();
  expect(localStorage.getItem('ching.slip')).toBe('of a visitor');
});

test('signing out leaves nothing of the person', async () => {
  const page = await openPage();
  page.rememberAccount('ann');
  localStorage.setItem('ching.slip', 'of Ann');
  page.endSession();
  expect(localStorage).toHaveLength(0);
});

test('a sign-out without an answer leaves nothing once nobody is signed in, and everything while the session goes on', async () => {
  const [page, other] = [await openPage(), await openPage()];
  const heard = vi.fn();
  onTestFinished(other.hearAccounts(heard));
  page.rememberAccount('ann');
  localStorage.setItem('ching.slip', 'of Ann');
  localStorage.setItem('demoUser', JSON.stringify({ id: 'ann' }));
  page.rememberSignOut();
  (await openPage()).rememberAccount('ann');
  (await openPage()).rememberAccount(null); // the session expired later, without a sign-out
  expect(localStorage).toMatchObject({ 'ching.slip': 'of Ann', demoUser: '{"id":"ann"}' });
  page.rememberSignOut();
  (await openPage()).rememberAccount(null);
  expect(localStorage).toHaveLength(0);
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[null]])); // the other tab is signed out too
});

test('a browser that stores nothing does not keep a page from its account, nor from noticing another', async () => {
  vi.stubGlobal('localStorage', null); // every access throws
  const page = await openPage();
  expect(page.rememberAccount('ann')).toBe(true);
  expect(page.rememberAccount('bob')).toBe(false);
  expect((await openPage()).rememberAccount('bob')).toBe(true);
});

test('other tabs hear who signs in and out, the tab itself does not', async () => {
  const [one, other] = [await openPage(), await openPage()];
  const own = vi.fn();
  one.hearAccounts(own);
  const received = vi.fn();
  const stop = other.hearAccounts(received);
  one.announceAccount('ann');
  one.announceAccount(null);
  await vi.waitFor(() => expect(received.mock.calls).toEqual([['ann'], [null]]));
  stop();
  expect(own).not.toHaveBeenCalled();
});

test('where tabs cannot hear each other nothing breaks', async () => {
  const { BroadcastChannel } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { BroadcastChannel }));
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const page = await openPage();
  expect(() => {
    const stop = page.hearAccounts(() => undefined);
    page.announceAccount('ann');
    stop();
  }).not.toThrow();
});

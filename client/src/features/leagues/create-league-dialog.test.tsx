import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import '#client/ui/modal.tsx'; // loaded here, so that no test waits for it
import { currentToast } from '#client/ui/toast-store.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { CreateLeagueDialog } from './create-league-dialog.tsx';
import './create-league-form.tsx';
import { leaguesQuery } from './queries.ts';

const page = rootBeforeEach();
/** Answers the creation; null while none is under way. */
let created: (() => void) | null;
/** Loses the answer of the creation. */
let lost: () => void;
let listed: number;

beforeEach(() => {
  created = null;
  listed = 0;
  vi.stubGlobal('fetch', (_path: string, { method }: RequestInit) => {
    if (method === 'GET') {
      listed += 1;
      return Promise.resolve(Response.json([]));
    }
    return new Promise((resolve, reject) => {
      created = () => resolve(Response.json(aGroup, { status: 201 }));
      lost = () => reject(new TypeError('Failed to fetch'));
    });
  });
});
const dialog = () => document.querySelector('[role=dialog]');
const press = (button: HTMLElement | null | undefined) => act(async () => button?.click());
const name = () => dialog()?.querySelector<HTMLInputElement>('input');

/** Opens the dialog, and sends the form with this name. Returns the paths that were opened. */
async function send(typed = 'Sunday League'): Promise<string[]> {
  const { hook, history } = memoryLocation({ path: '/my-bets', record: true });
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={hook}>
        <MyLeagues />
        <CreateLeagueDialog />
      </Router>
    </QueryClientProvider>,
  );
  await press(document.querySelector('button'));
  await eventually(() => expect(name()).toBeTruthy());
  await act(async () => {
    const input = name();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => dialog()?.querySelector('form')?.requestSubmit());
  return history;
}

/** Something on the page that lists the leagues. */
function MyLeagues() {
  return <p>{useQuery(leaguesQuery).data?.length}</p>;
}

async function answer(): Promise<void> {
  await act(async () => created?.());
  await eventually(() => expect(currentToast()?.title).toBe('League Created'));
}

test('a created league opens its page', async () => {
  const paths = await send();
  await answer();
  await eventually(() => expect(paths).toEqual(['/my-bets', `/league/${aGroup.id}`]));
});

test('a league that is created after the dialog was closed opens its page too', async () => {
  const paths = await send();
  await press(dialog()?.querySelector<HTMLElement>('[aria-label=Close]'));
  await eventually(() => expect(dialog()).toBeNull());
  await answer();
  await eventually(() => expect(paths).toEqual(['/my-bets', `/league/${aGroup.id}`]));
});

test('a league that cannot be sent names its field and marks it', async () => {
  await send('  ');
  expect(currentToast()).toMatchObject({ title: 'League Name Required', politeness: 'assertive' });
  expect(name()?.getAttribute('aria-invalid')).toBe('true');
  const words = document.getElementById(name()?.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(words).toBe('Please enter a name for your league');
  expect(document.activeElement).toBe(name());
  expect(created).toBeNull();
});

test('without an answer the league may exist: that is said, and the leagues are read again', async () => {
  await send();
  await eventually(() => expect(listed).toBe(1));
  await act(async () => lost());
  const words = 'We do not know whether your league was created. Look at your leagues before you try again.';
  await eventually(() => expect(currentToast()).toMatchObject({ title: 'No Answer', description: words }));
  await eventually(() => expect(listed).toBe(2));
  await eventually(() => expect(dialog()?.textContent).toContain(words));
});

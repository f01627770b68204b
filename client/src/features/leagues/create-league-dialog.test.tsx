import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import '#client/ui/modal.tsx'; // loaded here, so that no test waits for it
import { currentToast } from '#client/ui/toast-store.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { CreateLeagueDialog } from './create-league-dialog.tsx';
import './create-league-form.tsx';

const page = rootBeforeEach();
let created: (() => void) | null;

beforeEach(() => {
  created = null;
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => (created = () => resolve(Response.json(aGroup, { status: 201 })))),
  );
});
const dialog = () => document.querySelector('[role=dialog]');
const press = (button: HTMLElement | null | undefined) => act(async () => button?.click());
const name = () => dialog()?.querySelector<HTMLInputElement>('input');

/** Opens the dialog, and sends the form with a name. Returns the paths that were opened. */
async function send(): Promise<string[]> {
  const { hook, history } = memoryLocation({ path: '/my-bets', record: true });
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={hook}>
        <CreateLeagueDialog />
      </Router>
    </QueryClientProvider>,
  );
  await press(document.querySelector('button'));
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(name()).toBeTruthy();
  });
  await act(async () => {
    const input = name();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Sunday League');
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => dialog()?.querySelector('form')?.requestSubmit());
  expect(created).not.toBeNull();
  return history;
}

async function answer(): Promise<void> {
  await act(async () => created?.());
  await vi.waitFor(() => expect(currentToast()?.title).toBe('League Created'));
}

test('a created league opens its page', async () => {
  const paths = await send();
  await answer();
  await vi.waitFor(() => expect(paths).toEqual(['/my-bets', `/league/${aGroup.id}`]));
});

test('a league that is created after the dialog was closed opens its page too', async () => {
  const paths = await send();
  await press(dialog()?.querySelector<HTMLElement>('[aria-label=Close]'));
  await vi.waitFor(() => expect(dialog()).toBeNull());
  await answer();
  await vi.waitFor(() => expect(paths).toEqual(['/my-bets', `/league/${aGroup.id}`]));
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import '#client/ui/modal.tsx'; // loaded here, so that no test waits for it
import { currentToast } from '#client/ui/toast-store.ts';
import { DisplayNameDialog } from './display-name-dialog.tsx';

const page = rootBeforeEach();

const input = () => document.querySelector('input');

/** Opens the dialog of the member with this name. No call gets an answer. */
async function open(name: string): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <DisplayNameDialog leagueId="0197f0a0-0000-7000-8000-000000000009" name={name} />
    </QueryClientProvider>,
  );
  await act(async () => page.area.querySelector('button')?.click());
  await eventually(() => expect(input()).not.toBeNull());
}
const send = () => act(async () => document.querySelector('form')?.requestSubmit());

test('a name that cannot be stored is said at its field, besides the fixed notification', async () => {
  await open('Ann\ud800');
  await send();
  await eventually(() => expect(input()?.getAttribute('aria-invalid')).toBe('true'));
  const words = document.getElementById(input()?.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(words).toBe('Display Name contains characters that cannot be stored');
  expect(document.activeElement).toBe(input());
  expect(currentToast()).toMatchObject({ title: 'Failed to update display name', description: 'Please try again' });
});

test('a name without an answer is not called a failure: it may be changed', async () => {
  await open('Ann');
  await send();
  const words = 'We do not know whether your display name was changed. Look at the leaderboard.';
  await eventually(() => {
    expect(currentToast()).toMatchObject({ title: 'No Answer', description: words });
    expect(document.querySelector('form')?.textContent).toContain(words);
  });
});

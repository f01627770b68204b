import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import '#client/ui/modal.tsx'; // loaded here, so that no test waits for it
import { currentToast } from '#client/ui/toast-store.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { JoinLeagueForm } from './join-league-form.tsx';
import { LeagueSettingsDialog } from './league-settings-dialog.tsx';
import { ManageLeagueDialog } from './manage-league-dialog.tsx';

const page = rootBeforeEach();

const settings = <LeagueSettingsDialog league={aGroup} chat={() => null} chatDoubts={0} />;
const refuse = (status: number, message: string, code: string) =>
  vi.stubGlobal('fetch', async () => Response.json({ message, code }, { status }));
const loseAnswers = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const show = (form: ReactNode) =>
  page.render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>);
async function press(words: string): Promise<void> {
  const named = [...document.querySelectorAll('button')].filter(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === words,
  );
  await act(async () => named.at(-1)?.click());
}
async function openSettings(): Promise<void> {
  await press('League Settings');
  await eventually(() => expect(input('League Name').value).toBe(aGroup.name));
}

function input(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const found = document.getElementById(named?.htmlFor ?? '');
  if (!(found instanceof HTMLInputElement)) throw new Error(`no ${label}`);
  return found;
}

async function type(label: string, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(label), text);
    input(label).dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const send = () => act(async () => document.querySelector('form')?.requestSubmit());

/** Expects that the field is marked, described by these words and focused. */
async function expectMarked(label: string, words: string): Promise<void> {
  await eventually(() => expect(input(label).getAttribute('aria-invalid')).toBe('true'));
  const described = (input(label).getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(words);
  await eventually(() => expect(document.activeElement).toBe(input(label)));
}

test('a code that is missing or that no league has is said at its field', async () => {
  refuse(404, 'No league has this join code', 'unknown-code');
  await show(<JoinLeagueForm onDone={() => undefined} />);
  await send();
  await expectMarked('Join Code', 'Please enter a league join code');
  await type('Join Code', 'abc234');
  expect(input('Join Code').getAttribute('aria-invalid')).toBeNull();
  await send();
  await expectMarked('Join Code', 'No league has this join code');
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'No league has this join code' });
});

test.each([
  ['', 'Please enter a league join code'],
  ['ABC234', 'No league has this join code'],
  ['A\ud800', 'Join Code contains characters that cannot be stored'],
])('a code %j that is sent unchanged gets the focus again', async (code, words) => {
  refuse(404, 'No league has this join code', 'unknown-code');
  await show(<JoinLeagueForm onDone={() => undefined} />);
  await type('Join Code', code);
  await send();
  await expectMarked('Join Code', words);
  await act(async () => input('Join Code').blur());
  await send();
  await expectMarked('Join Code', words);
});

test.each([
  ['End Date', '2020-01-01T00:00', 'The end date must be in the future', 'The end date must be in the future'],
  // The product has fixed words for refused settings; the form names the field.
  [
    'League Name',
    'a\ud800',
    'League Name contains characters that cannot be stored',
    'Failed to update league settings.',
  ],
])('settings with the %s %j are refused at their field', async (label, text, words, description) => {
  loseAnswers();
  await show(settings);
  await openSettings();
  await type(label, text);
  await send();
  await expectMarked(label, words);
  expect(currentToast()).toMatchObject({ title: 'Error', description });
});

test('the reason of the server stays at the form of the settings', async () => {
  refuse(409, 'This league has ended, so its end date is fixed', 'league-ended');
  await show(settings);
  await openSettings();
  await send();
  await eventually(() =>
    expect(document.querySelector('form')?.textContent).toContain('This league has ended, so its end date is fixed'),
  );
});

test('settings without an answer are not called a failure: they may be saved', async () => {
  loseAnswers();
  await show(settings);
  await openSettings();
  await send();
  const words = 'We do not know whether the settings were saved. Open them again to see.';
  await eventually(() => expect(currentToast()).toMatchObject({ title: 'No Answer', description: words }));
  await eventually(() => expect(document.querySelector('form')?.textContent).toContain(words));
});

test('a setting that may be saved is sent again, also when it is put back to what it was', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await show(settings);
  await openSettings();
  for (const name of ['Monday League', aGroup.name]) {
    await type('League Name', name);
    await send();
    await eventually(() => expect(sent.at(-1)).toEqual({ name }));
    await eventually(() => expect(document.querySelector('form')?.textContent).toContain('We do not know'));
  }
  expect(sent).toHaveLength(2);
});

test.each([
  ['Regenerate', 'We do not know whether there is a new join code. Check the code before you share it.'],
  ['Delete League', 'We do not know whether the league was deleted. Look at your leagues.'],
])('%s without an answer is not called a failure', async (button, words) => {
  loseAnswers();
  await show(<ManageLeagueDialog mayDelete league={aGroup} />);
  await press('Manage League');
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
  await press(button);
  await press(button); // the first press of Delete League asks
  await eventually(() => expect(currentToast()).toMatchObject({ title: 'No Answer', description: words }));
});

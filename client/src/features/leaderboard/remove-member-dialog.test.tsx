import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast } from '#client/ui/toast-store.ts';
import '#client/ui/modal.tsx'; // loaded here, so that no test waits for it
import type { Member } from './member.tsx';
import { RemoveMemberButton, RemoveMemberDialog } from './remove-member-dialog.tsx';
import { useChosen } from './use-chosen.ts';

const [ann, bob]: Member[] = [
  { id: '0197f0a0-0000-7000-8000-000000000001', name: 'Ann' },
  { id: '0197f0a0-0000-7000-8000-000000000002', name: 'Bob' },
];

const page = rootBeforeEach();
/** Answers the removal of the member with this id. */
let answers: Map<string, () => void>;

beforeEach(() => {
  answers = new Map();
  vi.stubGlobal('fetch', (path: string) => {
    const id = path.split('/').at(-1) ?? '';
    return new Promise((resolve) => answers.set(id, () => resolve(Response.json({ message: 'Removed' }))));
  });
});
const onGone = vi.fn();

function Standings() {
  const [chosen, choose] = useChosen<Member>();
  return (
    <>
      {[ann, bob].map((member) => member && <RemoveMemberButton key={member.id} member={member} onOpen={choose} />)}
      <RemoveMemberDialog
        leagueId="0197f0a0-0000-7000-8000-000000000009"
        chosen={chosen}
        fallbackFocus={() => null}
        onGone={onGone}
      />
    </>
  );
}

const dialog = () => document.querySelector('[role=dialog]');
const dialogButton = (words: string) =>
  [...(dialog()?.querySelectorAll('button') ?? [])].find((button) => button.textContent === words);
const press = (button: HTMLElement | null | undefined) => act(async () => button?.click());
async function open(member: Member | undefined): Promise<void> {
  await press(page.area.querySelector<HTMLElement>(`button[aria-label*="${member?.name}"]`));
  await eventually(() => expect(dialog()?.textContent).toContain(member?.name));
}
/** Shows the standings, and removes Ann. */
async function removeAnn(): Promise<void> {
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <Standings />
    </QueryClientProvider>,
  );
  await open(ann);
  await press(dialogButton('Remove Member'));
}
async function answer(member: Member | undefined): Promise<void> {
  await act(async () => answers.get(member?.id ?? '')?.());
  await eventually(() => expect(currentToast()?.title).toBe('Member Removed'));
}

test('a removal that ends after its dialog was closed does not touch the dialog of another member', async () => {
  await removeAnn();
  await eventually(() => expect(dialogButton('Removing...')).toBeDefined());
  await press(dialogButton('Cancel'));
  await open(bob);
  expect(dialogButton('Remove Member')).toBeDefined();
  await answer(ann);
  await eventually(() => expect(onGone).toHaveBeenCalledOnce());
  expect(dialog()?.textContent).toContain('Bob');
  await press(dialogButton('Remove Member'));
  await answer(bob);
  await eventually(() => expect(dialog()).toBeNull());
});

test('a removal without an answer is not called a failure', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await removeAnn();
  const description = 'We do not know whether the member was removed. Look at the leaderboard.';
  await eventually(() => expect(currentToast()).toMatchObject({ title: 'No Answer', description }));
});

test('a name that is written from right to left stays a unit in the name of its button', () => {
  const area = document.createElement('div');
  const member = { id: '1', name: 'אבי' };
  area.innerHTML = renderToStaticMarkup(<RemoveMemberButton member={member} onOpen={() => undefined} />);
  expect(area.querySelector('button')?.getAttribute('aria-label')).toBe('Remove \u2068אבי\u2069');
});

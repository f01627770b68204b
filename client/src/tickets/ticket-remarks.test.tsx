import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { rememberAccount } from '#client/lib/account.ts';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { Bet } from '#shared/api/bets.ts';
import type { Remarks } from '#shared/api/remarks.ts';
import { reactions, reactionWords } from '#shared/domain/remarks.ts';
import { aBet, aUser } from '#shared/testing/wire.ts';
import { changesWithBets } from './bet-changes.ts';
import { ticketsOf } from './ticket.ts';
import { TicketRemarks } from './ticket-remarks.tsx';

const page = rootBeforeEach();
rememberAccount(aUser.id);

const none: Remarks = { ticketId: 'ticket', note: null, mayRemoveNote: false, reactions: [] };

function List() {
  const bets = useQuery({
    queryKey: ['bets'],
    queryFn: () => new Promise<Bet[]>(() => {}),
    meta: changesWithBets(null),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return ticketsOf(bets.data ?? []).map((ticket) => (
    <TicketRemarks key={ticket.id} ticket={ticket}>
      {(button, remarks) => (
        <>
          {button}
          {remarks}
        </>
      )}
    </TicketRemarks>
  ));
}

/** Shows a list with one ticket of this user. */
async function show(remarks: Remarks | null, userId = 'friend'): Promise<void> {
  const client = new QueryClient();
  client.setQueryData<Bet[]>(['bets'], [{ ...aBet({ remarks }), userId }]);
  await page.render(
    <QueryClientProvider key={String(remarks?.mayRemoveNote)} client={client}>
      <List />
    </QueryClientProvider>,
  );
}

const buttons = () => [...page.area.querySelectorAll('button')];
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;
const named = (name: string) => buttons().find((button) => nameOf(button) === name);
const press = (name: string) => act(async () => named(name)?.click());
const opener = () => buttons().find((button) => nameOf(button)?.startsWith('React to the bet of '));

test('a league without remarks has no button for them', async () => {
  await show(null);
  expect(page.area.textContent).toBe('');
});

test('the own ticket has no button to react, and shows reactions as one button', async () => {
  await show({ ...none, note: 'Book it.', reactions: [{ reaction: 'wow', count: 2, isOwn: false }] }, aUser.id);
  expect(buttons().map(nameOf)).toEqual(['Reactions:Wow 2']);
  expect(page.area.textContent).toContain('Note: Book it.');
});

test('the button of another ticket opens all reactions by their words, and Escape closes them', async () => {
  await show(none);
  await act(async () => opener()?.click());
  const shown = [...(page.area.querySelector('fieldset')?.querySelectorAll('button') ?? [])];
  expect(shown.map(({ textContent }) => textContent)).toEqual(reactions.map((reaction) => reactionWords[reaction]));
  await act(async () => shown[3]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(page.area.querySelector('fieldset')).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test('a chosen reaction shows before the answer, and goes again when the call fails', async () => {
  let fail: (reason: Error) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (fail = reject)));
  await show(none);
  await act(async () => opener()?.click());
  await press('Called it');
  expect(named('Called it 1')?.getAttribute('aria-pressed')).toBe('true');
  await act(async () => fail(new TypeError('no network')));
  await eventually(() => expect(named('Called it 1')).toBeUndefined());
});

test('only who may remove the note has the button for it, which asks first', async () => {
  await show({ ...none, note: 'Book it.' });
  expect(named('Remove the note')).toBeUndefined();
  await show({ ...none, note: 'Book it.', mayRemoveNote: true });
  await press('Remove the note');
  expect(page.area.querySelector('[role=alert]')?.textContent).toBe('Remove this note for ever?');
  await press('Cancel');
  expect(document.activeElement).toBe(named('Remove the note'));
  expect(named('Remove the note')).toBeDefined();
  expect(page.area.textContent).toContain('Book it.');
});

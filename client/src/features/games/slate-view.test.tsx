import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { useSlateView } from './slate-view.ts';

const page = rootBeforeEach();
let view: ReturnType<typeof useSlateView>;

function Shown() {
  view = useSlateView();
  return null;
}

async function open(search: string): Promise<void> {
  await act(async () => history.replaceState(null, '', `/games${search}`));
  await page.render(<Shown />);
}
afterEach(() => act(async () => history.replaceState(null, '', '/')));

test.each([
  ['', 'NFL', 'All'],
  ['?sport=Hockey&filter=Finished', 'Hockey', 'Finished'],
  ['?sport=hockey&filter=Done', 'NFL', 'All'],
  ['?sport=CFB&sport=MLB', 'CFB', 'All'],
])('the address %s shows %s, %s', async (search, sport, filter) => {
  await open(search);
  expect([view.sport, view.filter]).toEqual([sport, filter]);
});

test('what is chosen stands in the address, and what is usual does not; nothing is added to the history', async () => {
  await open('?from=mail');
  const { length } = history;
  await act(async () => view.setSport('MLB'));
  expect(location.search).toBe('?from=mail&sport=MLB');
  await act(async () => view.setFilter('Live'));
  expect(location.search).toBe('?from=mail&sport=MLB&filter=Live');
  expect([view.sport, view.filter]).toEqual(['MLB', 'Live']);
  await act(async () => view.setSport('CFB'));
  expect(location.search).toBe('?from=mail&sport=CFB');
  await act(async () => view.setSport('NFL'));
  expect(location.search).toBe('?from=mail');
  expect(history.length).toBe(length);
});

import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { Recap } from '#shared/api/weeks.ts';
import { cents, fromWhole } from '#shared/domain/money.ts';
import { RecapTable } from './recap-table.tsx';

const page = rootBeforeEach();

/** The row of the member with this rank. */
const row = (rank: number): Recap['rows'][number] => ({
  userId: `user ${rank}`,
  name: `Member ${rank}`,
  net: cents(-rank),
  wins: 0,
  losses: 1,
  pushes: 0,
  rank,
  rankBefore: rank,
  balance: fromWhole(1_000),
});

test('a viewer beyond the first fifty finds their own row below them', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => row(at + 1));
  await page.render(<RecapTable rows={rows} viewerId="user 57" />);
  const shown = [...page.area.querySelectorAll('tbody tr')];
  expect(shown).toHaveLength(51);
  expect(shown.at(-1)?.textContent).toContain('Member 57');
  expect(shown.at(-1)?.textContent).toContain('YOU');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Membership } from '#shared/api/groups.ts';
import { ching } from '#shared/testing/examples.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { MyLeagues } from './my-leagues.tsx';

test('a league says which sports it takes bets on', () => {
  const funds = { balance: ching(1_234_567), available: ching(1_000), pending: ching(0) };
  const membership: Membership = {
    group: { ...aGroup, allowedSports: 'Hockey' },
    previousId: null,
    next: null,
    memberCount: 2,
    displayName: null,
    ...funds,
  };
  const area = document.createElement('div');
  area.innerHTML = renderToStaticMarkup(
    <MyLeagues memberships={[membership]} renderRank={() => '#1 of 2'} sportsWords={(sports) => `Bets on ${sports}`} />,
  );
  expect(area.textContent).toContain('Bets on Hockey');
  expect(area.textContent).toContain('1,234,567');
});

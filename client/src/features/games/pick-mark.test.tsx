import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { aPick } from '#shared/testing/examples.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { PickMark } from './pick-mark.tsx';
import { slateQuery } from './queries.ts';
import { slateGame } from './slate-game.ts';

const page = rootBeforeEach();

test('a pick has the mark of its side, blank until the slate of its sport is there', async () => {
  const client = new QueryClient();
  const show = async (side: 'home' | 'away' | 'over') => {
    await page.render(
      <QueryClientProvider client={client}>
        <PickMark pick={aPick(aGameView.id, { sport: aGameView.sport, side })} />
      </QueryClientProvider>,
    );
    return page.area.textContent;
  };
  expect(await show('home')).toBe('');
  client.setQueryData(slateQuery(aGameView.sport).queryKey, {
    week: 1,
    games: [slateGame(aGameView)],
    isOffered: true,
  });
  expect(await show('home')).toBe(aGameView.homeTeamAbbr);
  expect(await show('away')).toBe(aGameView.awayTeamAbbr);
  expect(await show('over')).toBe('O');
});

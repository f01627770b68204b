import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { aPick } from '#shared/testing/examples.ts';
import { aSlateGameView } from '#shared/testing/wire.ts';
import { PickMark } from './pick-mark.tsx';
import { slateQuery } from './queries.ts';
import { slateGame } from './slate-game.ts';

const page = rootBeforeEach();

test('a pick has the mark of its side, blank until the slate of its sport is there', async () => {
  const client = new QueryClient();
  const show = async (side: 'home' | 'away' | 'over') => {
    await page.render(
      <QueryClientProvider client={client}>
        <PickMark pick={aPick(aSlateGameView.id, { sport: aSlateGameView.sport, side })} />
      </QueryClientProvider>,
    );
    return page.area.textContent;
  };
  expect(await show('home')).toBe('');
  client.setQueryData(slateQuery(aSlateGameView.sport).queryKey, {
    week: 1,
    games: [slateGame(aSlateGameView)],
    isOffered: true,
  });
  expect(await show('home')).toBe(aSlateGameView.homeTeamAbbr);
  expect(await show('away')).toBe(aSlateGameView.awayTeamAbbr);
  expect(await show('over')).toBe('O');
});

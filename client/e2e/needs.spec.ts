import type { Locator, Page } from '@playwright/test';
import type { Command } from '#server/replay/replay.ts';
import { enterJordan, legs, omaha, openMarkets, startTwo } from './jordan.ts';
import { placeLegs, placeSingle } from './play.ts';
import { liveTimeout, withoutRefreshes } from './screen.ts';
import { expect, test } from './stage.ts';

const ticketOf = (page: Page, words: string): Locator => page.getByRole('article').filter({ hasText: words });
const spread = 'Spread Prairie Dogs -3.5';

test('each live leg says what it needs, on My Bets and in the league’s activity', async ({ stage, person }) => {
  test.setTimeout(300_000); // each change may take its whole `liveTimeout`
  const jordan = await enterJordan(person);
  const { page, sunday } = jordan;
  const activity = await page.context().newPage();
  await openMarkets(page, stage);
  await placeSingle(page, sunday, '100', legs.omahaSpread);
  await placeSingle(page, sunday, '40', legs.omahaOver);
  await placeLegs(page, sunday, '10', [legs.omahaMoneyline, legs.boiseMoneyline]);
  for (const open of [page, activity]) await withoutRefreshes(open);
  await page.goto('/my-bets');
  await activity.goto(`/leaderboard?league=${sunday.id}`);

  /** Expects these words on both pages, of the spread, of the total and of the parlay's first leg. */
  const expectWords = async (...[ofSpread, ofTotal, ofLeg]: [string, string, string]) => {
    for (const open of [page, activity]) {
      await expect(ticketOf(open, spread).getByText(ofSpread, { exact: true })).toBeVisible(liveTimeout);
      await expect(ticketOf(open, 'Total Over 44').getByText(ofTotal, { exact: true })).toBeVisible(liveTimeout);
      const parlay = ticketOf(open, 'PARLAY');
      await expect(parlay.getByRole('listitem').first().getByText(ofLeg, { exact: true })).toBeVisible(liveTimeout);
    }
  };
  const change = (of: Command) => stage.replay.changeGame(omaha, of);

  await test.step('before the start nothing is said', async () => {
    await expect(ticketOf(page, spread)).toContainText('Waits for the game: ');
    for (const open of [page, activity]) {
      await expect(ticketOf(open, 'PARLAY')).toContainText('0 of 2 in, 2 to go');
      await expect(open.getByText(/so far|Tied|Ahead/)).toHaveCount(0);
    }
  });

  await test.step('once the game is on, each leg has its words', async () => {
    await startTwo(stage, jordan);
    await expectWords('Ahead by 4, covers by 0.5', '24 so far, needs 21 more', 'Ahead by 4');
    await expect(ticketOf(page, spread)).not.toContainText('Waits for');
    await expect(ticketOf(page, 'PARLAY')).toContainText('0 of 2 in, 2 to go: 1 live');
  });

  await test.step('a score that changes changes the words', async () => {
    change({ home: 14, away: 13 });
    await expectWords('Ahead by 1, needs 3 more', '27 so far, needs 18 more', 'Ahead by 1');
    change({ home: 23, away: 21 });
    await expectWords('Ahead by 2, needs 2 more', '44 so far, pushes as it stands', 'Ahead by 2');
    change({ home: 23, away: 24 });
    await expectWords('Behind by 1, needs 5 more', '47 so far, over by 3', 'Behind by 1, needs 2 more');
  });

  await test.step('a final that is not confirmed says how the bet stands by it', async () => {
    change({ stage: 'final', period: 3, home: 30, away: 24 }); // a quarter is missing: it waits for an admin
    await expectWords('Won by 6, covers by 2.5', '54 in all, over by 10', 'Won by 6');
    await expect(ticketOf(page, spread)).toContainText('Waits for the final score to be confirmed');
  });

  await test.step('a settled bet says what it came to instead', async () => {
    change({ stage: 'final', period: 4, home: 30, away: 24 });
    await expect(ticketOf(page, spread)).toContainText('Won: +90 Ching', liveTimeout);
    await expect(ticketOf(page, spread)).not.toContainText('covers');
    await expect(ticketOf(page, 'PARLAY')).toContainText('1 of 2 in, 1 to go', liveTimeout);
  });
});

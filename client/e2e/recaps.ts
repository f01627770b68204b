import { expect, type Page } from '@playwright/test';
import type { Group } from '#shared/api/groups.ts';
import { leagueWeeks } from '#shared/api/weeks.ts';
import { ask } from './ask.ts';
import { footballSlate, moneyline, placeSingle, play } from './play.ts';
import type { Stage } from './stage.ts';

/** The person wins a bet in the league, and the week of it is over: the worker freezes its recap. */
export async function endAWonWeek(stage: Stage, page: Page, league: Group): Promise<void> {
  const [game] = (await footballSlate(page)).filter(
    ({ status, moneylineHome }) => status === 'scheduled' && moneylineHome !== null,
  );
  if (!game) throw new Error('a game with odds is expected');
  await placeSingle(page, league, '100', moneyline(game, 'home'));
  play(stage, game, 'live', 7, 0);
  await expect.poll(async () => (await footballSlate(page)).some(({ status }) => status === 'live')).toBe(true);
  play(stage, game, 'final', 24, 20);
  const isSettled = async () => (await ask(page, leagueWeeks, { params: { id: league.id } })).running?.bets === 1;
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
  await stage.ageLeague(league, 1);
}

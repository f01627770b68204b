import { expect, type Page } from '@playwright/test';
import type { Command } from '#server/replay/replay.ts';
import { listBets } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, type Leg, placeLegs, placeSingle } from './play.ts';
import type { Stage } from './stage.ts';

const feedTimeout = { timeout: 30_000 };

export const omaha = '990000101'; // Portland at Omaha
const orlando = '990000102'; // Sacramento at Orlando
const boise = '990000103'; // Louisville at Boise

const level = {
  moneylineHome: -110,
  moneylineAway: -110,
  spreadHome: -3.5,
  spreadAway: 3.5,
  spreadHomeOdds: -110,
  spreadAwayOdds: -110,
  overOdds: -110,
  underOdds: -110,
};

/** Prices at which the amounts below can be computed by hand. */
const quotes: Record<string, NonNullable<Command['odds']>> = {
  [omaha]: { ...level, totalPoints: 44 },
  [orlando]: { ...level, totalPoints: 40, moneylineHome: 150, moneylineAway: -170 },
  [boise]: { ...level, totalPoints: 47.5, moneylineHome: 120, moneylineAway: -140 },
};

export const legs = {
  omahaSpread: { gameId: `espn:${omaha}`, betType: 'spread', betSide: 'home', odds: -110, line: '-3.5' },
  omahaMoneyline: { gameId: `espn:${omaha}`, betType: 'moneyline', betSide: 'home', odds: -110, line: null },
  omahaOver: { gameId: `espn:${omaha}`, betType: 'total', betSide: 'over', odds: -110, line: '44' },
  orlandoMoneyline: { gameId: `espn:${orlando}`, betType: 'moneyline', betSide: 'home', odds: 150, line: null },
  orlandoOver: { gameId: `espn:${orlando}`, betType: 'total', betSide: 'over', odds: -110, line: '40' },
  orlandoUnder: { gameId: `espn:${orlando}`, betType: 'total', betSide: 'under', odds: -110, line: '40' },
  boiseMoneyline: { gameId: `espn:${boise}`, betType: 'moneyline', betSide: 'home', odds: 120, line: null },
} satisfies Record<string, Leg>;

/** The game on the slate; undefined until the worker has polled it, because a poll of `expect` ends at an error. */
async function gameOf(page: Page, id: string): Promise<GameView | undefined> {
  return (await footballSlate(page)).find((one) => one.id === `espn:${id}`);
}

/** Sets the quotes of these bets in the replay, and waits until they are on the slate. */
export async function openMarkets(page: Page, { replay }: Stage): Promise<void> {
  for (const [id, odds] of Object.entries(quotes)) replay.changeGame(id, { odds });
  for (const [id, odds] of Object.entries(quotes)) {
    const { moneylineHome, totalPoints } = odds;
    await expect.poll(() => gameOf(page, id), feedTimeout).toMatchObject({ moneylineHome, totalPoints });
  }
}

/** Jordan in three leagues, of which Maya has joined the first. */
export type Jordan = { page: Page; id: string; friend: Page; sunday: Group; work: Group };

export async function enterJordan(person: () => Promise<Page>): Promise<Jordan> {
  const [page, friend] = [await person(), await person()];
  const { id } = await signUp(page, 'Jordan');
  await signUp(friend, 'Maya');
  const sunday = await createLeague(page, 'Sunday League');
  const work = await createLeague(page, 'Work');
  await createLeague(page, 'Quiet');
  await join(sunday, friend);
  return { page, id, friend, sunday, work };
}

/** Places six tickets in the Sunday League and one in Work, on three games. */
export async function placeSeven(stage: Stage, { page, sunday, work }: Jordan): Promise<void> {
  await openMarkets(page, stage);
  await placeSingle(page, sunday, '100', legs.omahaSpread);
  await placeSingle(page, sunday, '50', legs.orlandoMoneyline);
  await placeSingle(page, sunday, '40', legs.omahaOver);
  await placeLegs(page, sunday, '30', [legs.omahaMoneyline, legs.orlandoOver]);
  await placeLegs(page, sunday, '20', [legs.omahaOver, legs.orlandoUnder]);
  await placeLegs(page, sunday, '10', [legs.omahaMoneyline, legs.boiseMoneyline]);
  await placeSingle(page, work, '25', legs.boiseMoneyline);
}

/** Starts two of the three games, and waits until both are live on the slate. */
export async function startTwo(stage: Stage, { page }: Jordan): Promise<void> {
  for (const id of [omaha, orlando]) stage.replay.changeGame(id, { startsInSeconds: 1 });
  for (const id of [omaha, orlando]) {
    await expect.poll(() => gameOf(page, id), feedTimeout).toMatchObject({ bettingLocked: true });
    stage.replay.changeGame(id, { stage: 'live', home: 14, away: 10 });
  }
  for (const id of [omaha, orlando]) {
    await expect.poll(() => gameOf(page, id), feedTimeout).toMatchObject({ status: 'live', homeScore: 14 });
  }
}

/** Ends both games that have started, and waits until their bets are settled. */
export async function endTwo(stage: Stage, { page }: Jordan): Promise<void> {
  stage.replay.changeGame(omaha, { stage: 'final', home: 24, away: 20 });
  stage.replay.changeGame(orlando, { stage: 'final', home: 17, away: 23 });
  const openLegs = async () => (await ask(page, listBets)).filter(({ status }) => status === 'pending').length;
  await expect.poll(openLegs, feedTimeout).toBe(2);
}

/** Places the seven tickets and settles those on the first two games. */
export async function settleSeven(stage: Stage, jordan: Jordan): Promise<void> {
  await placeSeven(stage, jordan);
  await startTwo(stage, jordan);
  await endTwo(stage, jordan);
}

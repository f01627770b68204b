import { expect, type Page } from '@playwright/test';
import { type Bet, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { type GameView, type SlateGameView, slateCalls } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import type { WeeklySport } from '#shared/domain/sport.ts';
import { ask } from './ask.ts';
import type { Stage } from './stage.ts';

/** A game of the replay, with the team names of the slate. */
export type PlayedGame = { id: string; away: string; home: string; awayName: string; homeName: string };

/** The first `count` football games in which no team plays twice, once they are on the slate. */
export async function footballGames(page: Page, { replay }: Stage, count: number): Promise<PlayedGame[]> {
  const taken = new Set<string>();
  const games = replay.games().filter(({ sport, away, home }) => {
    if (sport !== 'NFL' || taken.has(away) || taken.has(home)) return false;
    taken.add(away).add(home);
    return true;
  });
  if (games.length < count) throw new Error(`the replay has no ${count} football games`);
  let played: PlayedGame[] = [];
  await expect(async () => {
    const listed = await footballSlate(page);
    played = games.slice(0, count).map(({ id, away, home }) => {
      const view = listed.find((one) => one.id === `espn:${id}`);
      if (!view) throw new Error(`${id} is not on the slate`);
      return { id, away, home, awayName: view.awayTeamName, homeName: view.homeTeamName };
    });
  }).toPass({ timeout: 20_000 });
  return played;
}

/** The id that the replay has for a game of the slate. */
export const replayId = ({ id }: Pick<GameView, 'id'>) => id.replace('espn:', '');

/** This week's football games on the slate. */
export async function footballSlate(page: Page, sport: WeeklySport = 'NFL'): Promise<GameView[]> {
  const { currentWeek, games } = slateCalls[sport];
  const { week, season } = await ask(page, currentWeek);
  return ask(page, games, { params: { week: String(week), season: String(season) } });
}

/** Loads the slate and waits for its first games. */
export async function openSlate(page: Page, path = '/games'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 40_000 });
}

/** The card of a game on the slate. */
export const cardOf = (page: Page, { awayTeamName, homeTeamName }: GameView) =>
  page.getByRole('article', { name: `${awayTeamName} at ${homeTeamName}`, exact: true });

/** Sets the state of a replayed game. A scheduled game starts now, so that bets placed before stay valid. */
export function play({ replay }: Stage, game: GameView, stage: 'live' | 'final', home: number, away: number): void {
  const replayed = replay.games().find(({ id }) => id === replayId(game));
  if (!replayed) throw new Error(`${game.id} is not replayed`);
  const start = replayed.stage === 'scheduled' ? { startsInSeconds: 0 } : {};
  replay.changeGame(replayed.id, { ...start, stage, home, away });
}

/** Sets the state of a football game and waits until it is on the slate. */
export async function playUntilShown(
  page: Page,
  stage: Stage,
  game: GameView,
  ...to: ['live' | 'final', number, number]
) {
  play(stage, game, ...to);
  const [status, homeScore] = to;
  await expect
    .poll(async () => (await footballSlate(page)).find(({ id }) => id === game.id), { timeout: 40_000 })
    .toMatchObject({ status, homeScore });
}

export type Leg = Pick<BodyInput<typeof placeBet>, 'gameId' | 'betType' | 'betSide' | 'odds' | 'line'>;

/** A bet on the winner at the present price. */
export function moneyline(game: GameView, side: 'home' | 'away'): Leg {
  const odds = side === 'home' ? game.moneylineHome : game.moneylineAway;
  if (odds === null) throw new Error(`${game.id} has no moneyline`);
  return { gameId: game.id, betType: 'moneyline', betSide: side, odds, line: null };
}

/** Places a single bet through the API. */
export async function placeSingle(page: Page, { id }: Group, amount: string, leg: Leg, note?: string): Promise<Bet> {
  return ask(page, placeBet, { body: { ...leg, groupId: id, amount, potentialPayout: '0', ...(note && { note }) } });
}

/** Places a parlay through the API. */
export async function placeLegs(page: Page, { id }: Group, totalAmount: string, bets: Leg[]): Promise<Bet[]> {
  return ask(page, placeParlay, { body: { bets, groupId: id, totalAmount } });
}

/** An odds button on the card of a game. */
export function oddsOn(page: Page, { away, home }: Pick<PlayedGame, 'away' | 'home'>, name: RegExp) {
  const card = page.getByRole('article').filter({ hasText: away }).filter({ hasText: home }).first();
  return card.getByRole('button', { name });
}

/** Opens the slip on a phone, where it is a sheet. On a desktop it is always open. */
export async function openSlip(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Bet Slip/ });
  const heading = page.getByRole('heading', { name: /^Bet Slip/ });
  await expect(button.or(heading).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
}

/** Closes the receipt that follows on placing. On a phone this closes the sheet. */
export async function closeReceipt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pick another', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/**
 * The return of a ticket whose legs at these prices won: an independent computation with exact fractions. Without a
 * price it is the stake. Source: `docs/decisions/payout-rounded-once.md`.
 */
export function returned(stake: Cents, prices: readonly number[]): Cents {
  const [num, den] = prices.reduce(
    ([n, d], price) =>
      price > 0 ? [n * BigInt(price + 100), d * 100n] : [n * BigInt(100 - price), d * BigInt(-price)],
    [BigInt(stake), 1n],
  );
  return cents(Number((num * 2n + den) / (den * 2n)));
}

/** An amount as screens show it, in whole Ching: '1,183 Ching'. */
export function shown(amount: Cents): string {
  return `${Math.floor(amount / 100).toLocaleString('en-US')} Ching`;
}

/** Lets odds stay open although the feed answers no more, as when the page's time jumps to the start of a game. */
export async function leaveOddsOpen(page: Page): Promise<void> {
  await page.route('**/api/games/**', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as SlateGameView[] | { week: number };
    const json = Array.isArray(reply) ? reply.map((game) => ({ ...game, oddsCloseAt: null })) : reply;
    await route.fulfill({ response, json });
  });
}

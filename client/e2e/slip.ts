import { expect, type Locator, type Page } from '@playwright/test';
import { type Bet, listBets } from '#shared/api/bets.ts';
import { listGroups } from '#shared/api/groups.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';
import { ask } from './ask.ts';
import { createLeague, signUp } from './people.ts';
import { oddsOn, openSlip, type PlayedGame } from './play.ts';

export type NewLeague = { name: string; allowedSports: AllowedSports };

/** Signs up a player with these leagues and opens the slate. */
export async function enter(page: Page, name: string, ...leagues: NewLeague[]): Promise<void> {
  await signUp(page, name);
  for (const { name, allowedSports } of leagues) await createLeague(page, name, { allowedSports });
  await page.goto('/');
  await seeSlate(page);
}

export async function seeSlate(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 20_000 });
}

export const sunday: NewLeague = { name: 'Sunday League', allowedSports: 'ALL' };

/** The player's bets from the API, and the available balance in the player's first league. */
export async function betsAndBalance(page: Page): Promise<{ bets: Bet[]; available: Cents }> {
  const bets = await ask(page, listBets);
  const first = (await ask(page, listGroups)).find(({ group }) => group.state !== 'final');
  if (!first) throw new Error('the player is in no league');
  return { bets: bets.filter(({ groupId }) => groupId === first.group.id), available: first.available };
}

export async function pick(page: Page, game: PlayedGame, side: 'home' | 'away' = 'home'): Promise<void> {
  await closeSlip(page);
  await oddsOn(page, game, new RegExp(`^${game[`${side}Name`]} moneyline`)).click();
}

export async function closeSlip(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^Bet Slip/ });
  if (!(await sheet.isVisible())) return;
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
}

export const amountOf = (page: Page, team: string) => page.getByLabel(`Amount in Ching for ${team} ML`);
export const title = (part: Page | Locator, words: string) => part.getByText(words, { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Places one pick alone, by hand, and stays at its receipt. */
export async function placePick(page: Page, game: PlayedGame, amount: string): Promise<void> {
  await pick(page, game);
  await openSlip(page);
  await amountOf(page, game.homeName).fill(amount);
  await press(page, 'Place Bet');
  await press(page, 'Confirm Bet');
  await expect(title(page, 'Bet placed')).toBeVisible();
}

export function three(games: PlayedGame[]): [PlayedGame, PlayedGame, PlayedGame] {
  const [a, b, c] = games;
  if (!a || !b || !c) throw new Error('three games are expected');
  return [a, b, c];
}

/** Swipes over the screen with real touch input of the browser, not with synthetic DOM events. */
export async function swipe(page: Page, on: ReturnType<Page['getByRole']>, { down = 0, right = 0 }): Promise<void> {
  await on.hover({ trial: true }); // waits until it does not move and nothing covers it
  const box = await on.boundingBox();
  if (!box) throw new Error('nothing to swipe on');
  const start = { x: Math.round(box.x + 5), y: Math.round(box.y + 5) };
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + right * part, y: start.y + down * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
  await touch('touchEnd', 1);
}

export async function closeConfirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Confirm/ });
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

import type { Page } from '@playwright/test';
import { createSimulation } from '#server/feed/simulation.ts';
import { currentUser } from '#shared/api/auth.ts';
import { type Bet, listBets } from '#shared/api/bets.ts';
import { type GameView, slateCalls } from '#shared/api/games.ts';
import { type Cents, cents, fromWhole, startingBalance } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { cardOf, closeReceipt, openSlip, returned } from './play.ts';
import { betsAndBalance } from './slip.ts';
import { expect, simulated, test } from './stage.ts';

test.use({ games: 'simulated' });

/** The other members of a demo league stake round amounts only, so this stake is unique. */
const stake = 37;

/** The amount that a ticket has paid. */
function paid(legs: readonly Bet[]): Cents {
  const [first] = legs;
  if (!first || legs.some(({ status }) => status === 'lost' || status === 'pending')) return cents(0);
  const won = legs.filter(({ status }) => status === 'won');
  return returned(
    first.amount,
    won.map(({ odds }) => odds),
  );
}

const statuses = (bets: readonly Bet[]) => bets.map(({ id, status }) => `${id} ${status}`).join();

/** The available balance in the Classic league, minus the one expected from the starting balance, stakes and payouts. */
async function discrepancy(page: Page): Promise<Cents> {
  const tickets = new Map<string, Bet[]>();
  const { bets, available } = await betsAndBalance(page);
  // A bet was settled between the two reads.
  if (statuses(bets) !== statuses((await betsAndBalance(page)).bets)) return discrepancy(page);
  for (const bet of bets) {
    const key = bet.parlayId ?? bet.id;
    tickets.set(key, [...(tickets.get(key) ?? []), bet]);
  }
  let expected: number = startingBalance;
  for (const legs of tickets.values()) expected += paid(legs) - (legs[0]?.amount ?? 0);
  return cents(available - expected);
}

const simulation = createSimulation(simulated);

/**
 * Whether the simulation plays a game from its start to a result without correction. It cancels, suspends or corrects
 * some games by chance.
 */
function isPlayedToTheEnd({ id, gameTime }: GameView): boolean {
  const states = Array.from({ length: 60 }, (_, second) => {
    const game = simulation.gameAt(id, new Date(Date.parse(gameTime) + second * 1_000));
    return game?.status === 'final' ? `final ${game.homeScore}-${game.awayScore}` : game?.status;
  });
  return states[0] === 'live' && states.at(-1)?.startsWith('final') === true && new Set(states).size === 2;
}

/** The next baseball game that starts in 30 s or later, which leaves a busy machine the time to place a bet. */
async function nextGame(page: Page): Promise<GameView> {
  const games = await ask(page, slateCalls.MLB.games);
  const [next] = games
    .filter((game) => game.status === 'scheduled' && !game.bettingLocked)
    .filter((game) => Date.parse(game.gameTime) > Date.now() + 30_000 && isPlayedToTheEnd(game))
    .sort((a, b) => Date.parse(a.gameTime) - Date.parse(b.gameTime));
  if (!next) throw new Error('no game is about to start');
  return next;
}

test('a visitor taps the demo, bets on a game about to start and sees it go live, end and pay', async ({ person }) => {
  test.setTimeout(300_000); // the league of the demo alone may take a minute to make
  const page = await person();
  const bets = () => ask(page, listBets);
  const demoUser = () => page.evaluate(() => localStorage.getItem('demoUser'));

  await test.step('one tap leads to the slate, in a league with a past and a present', async () => {
    // The worker makes a league before it lists games. Without one the tap would wait, on a busy machine for too long.
    await expect.poll(() => ask(page, slateCalls.MLB.games), { timeout: 120_000 }).not.toEqual([]);
    await page.goto('/');
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByRole('tab', { name: 'MLB' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Simulated games: made-up results that come fast.')).toBeVisible();
    const { id } = await ask(page, currentUser);
    expect(await demoUser()).toBe(JSON.stringify({ id }));
    const own = await bets();
    expect(own.filter(({ status }) => status !== 'pending').length).toBeGreaterThanOrEqual(5);
    expect(await discrepancy(page)).toBe(0);
  });

  const game = await test.step('a bet on a game that starts soon', async () => {
    await page.getByRole('tab', { name: 'MLB' }).click();
    const next = await nextGame(page);
    await cardOf(page, next)
      .getByRole('button', { name: new RegExp(`^${next.homeTeamName} moneyline`) })
      .click();
    await openSlip(page);
    await page.getByLabel(/^Amount in Ching/).fill(String(stake));
    await page.getByRole('button', { name: /^Bet in/ }).click();
    await page.getByRole('radio').first().click();
    const placed = page.getByRole('heading', { name: 'Bet placed', exact: true });
    const accept = page.getByRole('button', { name: /^(Accept|Show the new odds) / });
    const confirm = page.getByRole('button', { name: /^Confirm (Bet|at [+-]\d+)$/ });
    const soon = { timeout: 1_000 }; // the odds may change at every step, also in the dialog, and then need a tap
    await expect(async () => {
      if (await placed.isVisible()) return; // the answer came after the last try
      if (await accept.isVisible()) await accept.click(soon);
      if (!(await confirm.isVisible())) await page.getByRole('button', { name: 'Place Bet', exact: true }).click(soon);
      await confirm.click(soon);
      await expect(placed).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 25_000 });
    await closeReceipt(page);
    return next;
  });
  const mine = async () => (await bets()).find((bet) => bet.gameId === game.id && bet.amount === fromWhole(stake));

  await test.step('it goes live', async () => {
    await expect.poll(async () => (await mine())?.game.status, { timeout: 80_000, intervals: [250] }).toBe('live');
  });

  await test.step('it ends and is paid, to the hundredth, and the page says so by itself', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'My Bets', exact: true }).click();
    const card = page
      .getByRole('article')
      .filter({ hasText: `${game.homeTeamName} ML` }) // an earlier bet of this member may have the same stake
      .filter({ has: page.getByText(new RegExp(`^Stake ${stake} Ching`)) });
    await expect(card).toBeVisible();
    await expect.poll(async () => (await mine())?.status, { timeout: 60_000 }).not.toBe('pending');
    const word = (await mine())?.status.toUpperCase() ?? '';
    await page.getByRole('tab', { name: new RegExp(`^${word} `, 'i') }).click(); // the first page of All may end before it
    await expect(card).toContainText(word, { timeout: 40_000 });
    expect(await discrepancy(page)).toBe(0);
  });

  await test.step('the rules say that their time limits pass as fast as these games', async () => {
    await page.getByRole('link', { name: 'Ching: How to Play' }).click();
    await expect(
      page.getByText('Simulated games are played at a speed of their own, and every time limit passes at that speed.'),
    ).toBeVisible();
  });

  await test.step('logging out ends the demo in this browser', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(await demoUser()).toBeNull();
  });
});

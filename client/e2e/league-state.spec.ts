import type { Page } from '@playwright/test';
import { listBets } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { type Group, leaderboard, listGroups } from '#shared/api/groups.ts';
import { cents } from '#shared/domain/money.ts';
import { ask } from './ask.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballSlate, type Leg, placeLegs, placeSingle, playUntilShown, replayId } from './play.ts';
import { blockEvents, dialog, failNext, liveTimeout, pressInDialog } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const feedTime = { timeout: 30_000 };

async function stateOf(page: Page, { id }: Group): Promise<Group['state'] | null> {
  return (await ask(page, listGroups)).find(({ group }) => group.id === id)?.group.state ?? null;
}

/** Two football games at even odds, where a win returns twice the stake, once they are on the slate. */
async function evenGames(page: Page, { replay }: Stage): Promise<[GameView, GameView]> {
  const isOpen = (game: GameView) => !game.bettingLocked && game.moneylineHome !== null;
  await expect.poll(async () => (await footballSlate(page)).filter(isOpen).length, feedTime).toBeGreaterThan(1);
  const [first, second] = (await footballSlate(page)).filter(isOpen);
  if (!first || !second) throw new Error('the replay has no two football games');
  for (const game of [first, second])
    replay.changeGame(replayId(game), {
      odds: { moneylineHome: 100, moneylineAway: -120, totalPoints: 40, overOdds: 100, underOdds: -120 },
    });
  const isEven = (game: GameView) => game.moneylineHome === 100 && game.totalPoints === 40;
  await expect.poll(async () => (await footballSlate(page)).filter(isEven), feedTime).toHaveLength(2);
  return [first, second];
}

const even = ({ id }: GameView): Leg => ({ gameId: id, betType: 'moneyline', betSide: 'home', odds: 100, line: null });

/** Ann and Bob, who is in her league. */
async function enterTwo(
  person: () => Promise<Page>,
  name = 'Sunday League',
  settings: Parameters<typeof createLeague>[2] = {},
): Promise<{ ann: Page; bob: Page; league: Group }> {
  const [ann, bob] = [await person(), await person()];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(ann, name, settings);
  await join(league, bob);
  return { ann, bob, league };
}

/** Ends the league of Ann and Bob while Ann's parlay of 50 waits for this game. The game's result loses the parlay. */
async function endOnLastBet(
  { ann, bob, league }: { ann: Page; bob: Page; league: Group },
  stage: Stage,
  game: GameView,
): Promise<void> {
  await playUntilShown(ann, stage, game, 'live', 7, 3);
  await stage.endLeague(league);
  await expect.poll(() => stateOf(ann, league)).toBe('settling');
  await ann.goto(`/league/${league.id}`);
  await expect(ann.getByText('Waiting for 1 bet to settle')).toBeVisible();
  await expect(
    ann.getByText(/^Waiting for the result of .+ @ .+: its bets are void without one by .+ ET\.$/),
  ).toBeVisible();
  await ann.getByRole('button', { name: 'League Settings' }).click();
  await expect(ann.getByLabel('End Date')).toBeDisabled();
  await pressInDialog(ann, 'Close');
  stage.replay.changeGame(replayId(game), { stage: 'final', home: 10, away: 17 });
  await expect.poll(() => stateOf(bob, league), feedTime).toBe('final');
  for (const page of [ann, bob]) {
    await page.goto(`/league/${league.id}`);
    const crowned = page.locator('section').filter({ hasText: 'Final standings · Champion' });
    await expect(crowned.first()).toContainText('Ann');
    await expect(crowned.first()).toContainText('1,050 Ching'); // a win of 100, less a parlay of 50
  }
  await expect(bob.getByText('CHAMPION', { exact: true })).toBeVisible();
  await bob.goto(`/leaderboard?league=${league.id}`);
  await expect(bob.getByText('Final standings · Champion')).toBeVisible();
}

test('bets are live, settle, and say what came of them, until the league names its champion', async ({
  stage,
  person,
}) => {
  const { ann, bob, league } = await enterTwo(person);
  const [first, second] = await evenGames(ann, stage);
  // A win, a push and a parlay of Ann’s, a loss of Bob’s.
  await placeSingle(ann, league, '100', even(first));
  await placeSingle(ann, league, '30', { ...even(first), betType: 'total', betSide: 'over', line: '40' });
  await placeLegs(ann, league, '50', [even(first), even(second)]);
  await placeSingle(bob, league, '60', { ...even(first), betSide: 'away', odds: -120 });

  await test.step('her open bets are Live; his stay hidden until they settle', async () => {
    await ann.goto(`/league/${league.id}`);
    await expect(ann.getByText('Available Balance').locator('..')).toContainText('820 Ching');
    await expect(ann.getByText('Pending Bets').locator('..')).toContainText('180 Ching');
    await expect(ann.getByRole('tab', { name: 'Live 3', exact: true })).toBeVisible();
    await ann.getByRole('tab', { name: 'Won 0', exact: true }).click();
    await expect(ann.getByText('No winning bets in the last 7 days')).toBeVisible();
    await ann.getByRole('tab', { name: 'Lost 0', exact: true }).click();
    await expect(ann.getByText('No losing bets in the last 7 days')).toBeVisible();
    await ann.getByRole('button', { name: 'Bob', exact: true }).click();
    await expect(dialog(ann).getByRole('heading', { name: 'Bob' })).toBeVisible();
    await expect(dialog(ann).getByText('No bets placed yet')).toBeVisible();
    await pressInDialog(ann, 'Close');
    await expect(ann.getByRole('button', { name: 'Bob', exact: true })).toBeFocused();
  });

  await test.step('the first game ends: won, pushed and lost, each in its tab', async () => {
    await playUntilShown(ann, stage, first, 'live', 7, 3);
    stage.replay.changeGame(replayId(first), { stage: 'final', home: 24, away: 16 });
    const best = async () => (await ask(ann, leaderboard, { params: { id: league.id } }))[0]?.balance;
    await expect.poll(best, feedTime).toBe(cents(110_000));
    await ann.reload();
    const own = ann.getByRole('listitem').filter({ has: ann.getByRole('button', { name: 'Ann', exact: true }) });
    await expect(own).toContainText('#1');
    await expect(own).toContainText('1-0 · 3 bets');
    await expect(own).toContainText('1,100 Ching');
    await expect(own.getByText('+100 Ching')).toBeVisible();
    const other = ann.getByRole('listitem').filter({ has: ann.getByRole('button', { name: 'Bob', exact: true }) });
    await expect(other).toContainText('940 Ching');
    await expect(other.getByText('-60 Ching')).toBeVisible();
    await expect(ann.getByRole('tab', { name: 'Live 1', exact: true })).toBeVisible();
    await ann.getByRole('tab', { name: 'Lost 1', exact: true }).click();
    await expect(ann.getByRole('article')).toContainText('Bob T.');
    await expect(ann.getByRole('article')).toContainText('-60 Ching');
  });

  await test.step('a history shows game, week, league, bet, amount, odds and result', async () => {
    await ann.getByRole('button', { name: 'Ann', exact: true }).click();
    const bet = dialog(ann).getByRole('article');
    const { awayTeamAbbr: away, homeTeamAbbr: home } = first;
    await expect(bet).toContainText('PARLAY (2 bets)');
    await expect(bet).toContainText('50 Ching at +300');
    await expect(bet).toContainText('To win 150 Ching');
    await expect(bet.getByRole('listitem')).toHaveCount(2);
    await expect(bet.getByRole('listitem').first()).toContainText('WON');
    await expect(bet.getByRole('listitem').last()).toContainText('PENDING');
    await dialog(ann).getByRole('tab', { name: 'Won 1', exact: true }).click();
    await expect(bet).toContainText(`${away} 16 @ ${home} 24 · Final`);
    await expect(bet).toContainText(`Week ${first.week} · Sunday League`);
    await expect(bet).toContainText(`${first.homeTeamName} ML`);
    await expect(bet).toContainText('100 Ching at +100');
    await expect(bet).toContainText('+100 Ching');
    await bet.getByText('Why?').click();
    await expect(bet).toContainText(`${home} 24 against ${away} 16`);
    await dialog(ann).getByRole('tab', { name: 'Push 1', exact: true }).click();
    await expect(bet).toContainText('Total Over 40');
    await expect(bet.getByText('Push', { exact: true })).toBeVisible();
    await pressInDialog(ann, 'Close');
    await ann.goto('/leaderboard');
    await expect(ann.getByRole('row', { name: /Ann/ })).toContainText('1-0');
    await ann.getByRole('button', { name: 'Bob', exact: true }).click();
    await expect(dialog(ann).getByRole('tab', { name: 'Push' })).toBeHidden();
    await expect(dialog(ann).getByRole('article')).toContainText('-60 Ching');
    await pressInDialog(ann, 'Close');
  });

  await test.step('the league ends: it waits for the last bet, then names its champion', () =>
    endOnLastBet({ ann, bob, league }, stage, second));
});

test('where bets show from the start, the others see the started part of a parlay', async ({ stage, person }) => {
  const { ann, bob, league: openBook } = await enterTwo(person, 'Open Book', { reveal: 'started' });
  const [first, second] = await evenGames(ann, stage);
  const [leg] = await placeLegs(ann, openBook, '20', [even(first), even(second)]);
  await playUntilShown(ann, stage, first, 'live', 7, 3);
  stage.replay.changeGame(replayId(first), { stage: 'final', home: 24, away: 16 });
  const isWon = async () => (await ask(ann, listBets)).find(({ id }) => id === leg?.id)?.status;
  await expect.poll(isWon, feedTime).toBe('won');
  await bob.goto(`/league/${openBook.id}`);
  const parlay = bob.getByRole('article');
  await expect(parlay).toContainText('Ann T.');
  await expect(parlay).toContainText('PARLAY (2 bets)');
  await expect(parlay.getByRole('listitem')).toHaveCount(1);
  await expect(parlay.getByRole('listitem')).toContainText(new RegExp(`${first.homeTeamName} ML.*WON`));
  await expect(parlay).toContainText('1 more bet shows once its game starts');
  await expect(parlay).toContainText('20 Ching');
  // No return: that of the visible leg alone would be false, and the full one would reveal the hidden leg's odds.
  await expect(parlay).toContainText('20 Ching at +100 and hidden legs');
  await expect(parlay).not.toContainText('To win');
  await expect(parlay).not.toContainText(second.homeTeamName);
  await expect(parlay).not.toContainText('+300');
  await ann.goto(`/league/${openBook.id}`);
  await expect(ann.getByRole('article').getByRole('listitem')).toHaveCount(2);
  await expect(ann.getByRole('article')).toContainText('20 Ching at +300');
});

test('a league that ends with nothing open draws up its standings, and shares the title among equals', async ({
  stage,
  person,
}) => {
  const { ann, bob, league: quiet } = await enterTwo(person, 'Quiet League');
  const release = await stage.lockFinalStandings();
  await stage.endLeague(quiet);
  await expect.poll(() => stateOf(bob, quiet)).toBe('closed');
  await bob.goto(`/league/${quiet.id}`);
  await expect(bob.getByRole('heading', { name: 'Betting in this league has ended' })).toBeVisible();
  await expect(bob.getByText('The final standings are about to be drawn up.')).toBeVisible();
  await release();
  const crowned = bob.locator('section').filter({ hasText: 'Final standings · Co-champions' });
  const equals = [/^Ann.*1,000 Ching$/, /^Bob.*1,000 Ching$/];
  await expect(crowned.first().getByRole('listitem')).toHaveText(equals, liveTimeout);
  await expect(bob.getByText('CO-CHAMPION', { exact: true })).toHaveCount(2);
  const rows = bob.getByRole('region', { name: 'League Leaderboard' }).getByRole('listitem');
  await expect(rows).toHaveText([/^#1Ann/, /^#1Bob/]);
  await ann.goto(`/league/${quiet.id}`);
  const owner = ann.getByRole('button', { name: 'Ann', exact: true });
  // The whole name is visible.
  await expect.poll(() => owner.evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true);
  await bob.goto(`/leaderboard?league=${quiet.id}`);
  await expect(bob.getByText('Final standings · Co-champions')).toBeVisible();
});

test('what cannot be loaded says so, and can be asked for again', async ({ stage, person }) => {
  const { ann, bob, league } = await enterTwo(person, 'Sunday League', { reveal: 'started' });
  const [game] = await evenGames(ann, stage);
  await placeSingle(bob, league, '50', even(game));
  await playUntilShown(ann, stage, game, 'live', 7, 3);
  await blockEvents(ann); // otherwise the page refetches as soon as its event stream connects
  await failNext(ann, 'GET', /\/leaderboard$/);
  await failNext(ann, 'GET', /last-7-days\?/);
  await ann.goto(`/league/${league.id}`);
  await expect(ann.getByText('Failed to load leaderboard')).toBeVisible();
  await expect(ann.getByText('Failed to load betting activity')).toBeVisible();
  for (const name of ['League Leaderboard', 'League Betting Activity - Last 7 Days'])
    await ann.getByRole('region', { name }).getByRole('button', { name: 'Try Again' }).click();
  await expect(ann.getByRole('button', { name: 'Bob', exact: true })).toBeVisible();
  await expect(ann.getByRole('article')).toContainText('Bob T.');
  await failNext(ann, 'GET', /\/api\/users\//);
  await ann.getByRole('button', { name: 'Bob', exact: true }).click();
  await expect(dialog(ann).getByText('Failed to load betting history')).toBeVisible();
  await pressInDialog(ann, 'Try Again');
  await expect(dialog(ann).getByRole('article')).toBeVisible();
  await pressInDialog(ann, 'Close');
  await failNext(ann, 'GET', /\/api\/groups$/);
  await ann.reload();
  await expect(ann.getByText('Failed to load league details')).toBeVisible();
  await ann.getByRole('button', { name: 'Try Again' }).click();
  await expect(ann.getByRole('heading', { level: 1, name: 'Sunday League' })).toBeVisible();
});

import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { SlateGameView } from '#shared/api/games.ts';
import { isLocked } from '#shared/domain/lock.ts';
import { aBet, aSlateGameView } from '#shared/testing/wire.ts';
import { GameCard } from './game-card.tsx';
import type { OwnBet } from './own-picks.tsx';
import { slateGame } from './slate-game.ts';

const page = rootBeforeEach();

type Shown = { starting?: boolean; ownBets?: readonly OwnBet[] | null };

/** Renders the card of a game with these changes, and returns its text. */
async function show(changes: Partial<SlateGameView>, { starting = false, ownBets = [] }: Shown = {}): Promise<string> {
  const game = slateGame({ ...aSlateGameView, ...changes });
  await page.render(
    <GameCard
      game={game}
      start="Today, 1:00 PM ET"
      day="Today"
      locked={starting || isLocked(game, new Date('2026-11-22T12:00:00Z'))}
      starting={starting}
      ownBets={ownBets}
      picks={[]}
      onPick={() => undefined}
      renderBets={() => <button type="button">View league bets</button>}
      renderOddsBy={({ manual }) => <button type="button">Odds by {manual?.setBy}</button>}
    />,
  );
  return page.area.textContent;
}

const college = { sport: 'CFB', awayTeamCity: 'Ole Miss', awayTeamName: 'Rebels', awayTeamRank: 5 } as const;
const soccer: Partial<SlateGameView> = {
  sport: 'Soccer',
  competition: 'Champions League',
  week: null,
  awayTeamCity: 'Chelsea',
  awayTeamName: 'Chelsea',
  homeTeamCity: 'Arsenal',
  homeTeamName: 'Arsenal',
  moneylineDraw: 240,
};

/** The names of the odds buttons, or the lines of the teams. */
const namesOf = (selector: string) =>
  [...page.area.querySelectorAll(selector)].map((one) => one.getAttribute('aria-label') ?? one.textContent);

test.each([
  ['MLB', '8th', 'Bot 8th', 'LIVEBot 8th'],
  ['NFL', '3rd', 'End of 3rd', 'LIVEEnd of 3rd'],
  ['NBA', '2nd', 'Halftime', 'LIVEHalftime'],
  ['NFL', '2nd', '8:42', 'LIVE2nd 8:42'],
] as const)('a live game of the %s in the %s at %s says so once', async (sport, quarter, timeRemaining, words) => {
  const text = await show({ sport, status: 'live', quarter, timeRemaining, awayScore: 3, homeScore: 7 });
  expect(text).toContain(words);
  expect(text.split(quarter)).toHaveLength(words.includes(quarter) ? 2 : 1);
  expect(text).toContain('Betting locked - Game in progress');
});

test.each([
  ['NFL', 'OT', 'Final/OT', 'FINALOTWeek 12'],
  ['Hockey', '2OT', 'Final/SO', 'FINALSOToday'],
  ['MLB', '10th', 'Final/10', 'FINALF/10Today'],
  ['NFL', '4th', 'Final', 'FINALWeek 12'],
] as const)('a final of the %s in the %s, %s, starts with %s', async (sport, quarter, timeRemaining, words) => {
  const week = sport === 'NFL' ? 12 : null;
  expect(await show({ sport, week, status: 'final', quarter, timeRemaining })).toMatch(new RegExp(`^${words}`));
});

test('a game past its start says that it is starting, and no more that it is upcoming', async () => {
  expect(await show({}, { starting: true })).toMatch(/^STARTINGWeek 12.*Betting lockedToday, 1:00 PM ET$/);
  expect(await show({})).toMatch(/^UPCOMING/);
});

test.each([
  [{ status: 'postponed' }, 'Played in time, bets stand; else stakes return.'],
  [{ status: 'suspended' }, 'Finished in time, bets stand; else stakes return.'],
  [{ status: 'canceled' }, 'All bets on it are void: stakes return.'],
  [{ timeKnown: false }, 'No bets until the time is set; placed ones stand.'],
] as const)('a game with %j says what happens to its bets', async (changes, words) => {
  const text = await show(changes);
  expect(text).toContain('Betting locked');
  expect(text).toContain(words);
});

test('a college team is shown by its school, with rank and nickname, and says whether it is away', async () => {
  expect(await show(college)).toContain('#5Ole MissAway · Rebels');
  expect(page.area.querySelector('article')?.getAttribute('aria-label')).toBe('Ole Miss at Buffalo');
  expect(await show({ ...college, status: 'live' })).toContain('#5Ole MissRebelsAway');
});

test('any other team is shown by its name, its city cut first', async () => {
  expect(await show({})).toContain('ChiefsAway · Kansas City');
  expect(await show({ status: 'live' })).toContain('Kansas CityChiefsAway');
});

test('soccer lists the home side first, with its odds, its scores and its words', async () => {
  await show(soccer);
  expect(namesOf('button').map((name) => name?.split(' at ')[0])).toEqual([
    'Arsenal moneyline',
    'Draw',
    'Chelsea moneyline',
  ]);
  const score = { status: 'live', quarter: '2nd half', timeRemaining: "67'", homeScore: 2, awayScore: 0 } as const;
  const text = await show({ ...soccer, ...score });
  expect(text).toContain("LIVE67'Champions LeagueView league bets");
  expect(text).toMatch(/ArsenalHome2.*ChelseaAway0/);
  const over = await show({ ...soccer, status: 'final', homeScore: 2, awayScore: 0 });
  expect(over).toContain('FINALTodayView league bets');
  expect(over).toContain('Game finishedChampions League');
});

test('over and under stand beside the first and the last team', async () => {
  await show({});
  expect(namesOf('button').map((name) => name?.split(' at ')[0])).toEqual([
    'Chiefs minus 3.5',
    'Chiefs moneyline',
    'Over 47.5',
    'Bills plus 3.5',
    'Bills moneyline',
    'Under 47.5',
  ]);
});

test('a visitor is told nothing of bets placed', async () => {
  expect(await show({ status: 'live' }, { ownBets: null })).not.toMatch(/No bet placed|You bet/);
  expect(await show({ status: 'live' })).toContain('No bet placed');
});

test('own picks stand where their odds were, a draw beside the clock, and leave the week its room', async () => {
  const bet = (
    betType: OwnBet['betType'],
    betSide: OwnBet['betSide'],
    line: number | null,
    status = 'pending' as const,
  ) => aBet({ betType, betSide, line, status });
  const live = { status: 'live', quarter: '2nd', timeRemaining: '8:42', awayScore: 3, homeScore: 7 } as const;
  const ownBets = [
    bet('spread', 'home', 2.5),
    bet('spread', 'home', 2.5),
    bet('total', 'over', 47.5),
    { ...bet('moneyline', 'away', null), status: 'won' } as const,
  ];
  const text = await show(live, { ownBets });
  expect(text).toContain('2nd 8:42Week 12');
  expect(text).toContain('ChiefsAwayYour bet: O 47.5, ML won3');
  expect(text).toContain('BillsHomeYour bet: +2.57');
  expect(text).toContain('You bet on this game');
  expect(await show({ ...soccer, ...live }, { ownBets: [bet('moneyline', 'draw', null)] })).toContain('Your bet: Draw');
  const many = [1, 2, 3].map((line) => bet('spread', 'home', line));
  expect(await show(live, { ownBets: many })).toContain('Your bet: +1, 2 more');
});

test('a card names who set its odds by hand, open and locked; no other card has the button', async () => {
  const manual = { setBy: 'Ada', changes: 2 };
  expect(await show({ manual })).toContain('Odds by Ada');
  expect(await show({ manual }, { ownBets: null })).toContain('Odds by Ada'); // for a visitor, too
  expect(await show({ manual, status: 'final', awayScore: 3, homeScore: 7 })).toContain('Odds by Ada');
  expect(await show({})).not.toContain('Odds by');
  expect(await show({ status: 'final', awayScore: 3, homeScore: 7 })).not.toContain('Odds by');
});

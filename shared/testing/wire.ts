import type { User } from '#shared/api/auth.ts';
import type { Bet } from '#shared/api/bets.ts';
import type { GameView, SlateGameView } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { mapFields } from '#shared/domain/market.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { defaultPrice } from '#shared/domain/price.ts';

/** The odds fields of a game without odds. */
export const noOdds = {
  ...mapFields(
    () => null,
    () => null,
  ),
  quoteSource: null,
};

/**
 * The one account that tests of the client sign in. The test files of one process share the account of the page
 * (`client/src/lib/account.ts`), which never becomes another one.
 */
export const aUser: User = {
  id: '0197f0a0-0000-7000-8000-000000000002',
  email: 'bob@example.com',
  firstName: 'Bob',
  lastName: null,
  username: null,
  displayName: 'Bob',
  isAdmin: false,
};

/** A scheduled NFL game that is open to bets, after the client has parsed it. */
export const aGameView: GameView = {
  id: 'espn:1',
  sport: 'NFL',
  competition: null,
  status: 'scheduled',
  gameTime: '2026-11-22T18:00:00.000Z',
  timeKnown: true,
  week: 12,
  season: 2026,
  quarter: null,
  timeRemaining: null,
  awayTeam: 'Kansas City Chiefs',
  homeTeam: 'Buffalo Bills',
  awayTeamAbbr: 'KC',
  homeTeamAbbr: 'BUF',
  awayTeamCity: 'Kansas City',
  homeTeamCity: 'Buffalo',
  awayTeamName: 'Chiefs',
  homeTeamName: 'Bills',
  awayTeamColor: null,
  homeTeamColor: null,
  awayTeamAlternateColor: null,
  homeTeamAlternateColor: null,
  awayScore: null,
  homeScore: null,
  countedAway: null,
  countedHome: null,
  halfInnings: null,
  awayTeamRank: null,
  homeTeamRank: null,
  bettingLocked: false,
  ...noOdds,
  spreadHome: 3.5,
  spreadAway: -3.5,
  spreadHomeOdds: -110,
  spreadAwayOdds: -110,
  moneylineHome: 152,
  moneylineAway: -180,
  totalPoints: 47.5,
  overOdds: -108,
  underOdds: -112,
  quoteSource: 'feed',
};

/** The same as a game of the slate. Its odds never close. */
export const aSlateGameView: SlateGameView = { ...aGameView, oddsCloseAt: null, manual: null };

/** The scores of a game whose bets count the score that it shows. */
export function scoresOf(awayScore: number, homeScore: number) {
  return { awayScore, homeScore, countedAway: awayScore, countedHome: homeScore };
}

/** An open league without a join deadline, after the client has parsed it. */
export const aGroup: Group = {
  id: '0197f0a0-0000-7000-8000-000000000001',
  name: 'Sunday League',
  description: null,
  joinCode: 'ABCDEF',
  joinDeadline: null,
  endDate: '2026-11-22T18:00:00.000Z',
  ownerId: '0197f0a0-0000-7000-8000-000000000002',
  allowedSports: 'ALL',
  reveal: 'settled',
  remarks: true,
  fairPlay: presets.classic,
  state: 'open',
  openBets: 0,
  waitsFor: [],
  champions: [],
  offeredTo: null,
  managers: [],
  approvesJoins: false,
  announcement: null,
  season: 1,
  startedAt: '2026-09-01T12:00:00.000Z',
  finalizedAt: null,
};

let count = 0;

/** A pending moneyline bet on the away team, 100 to return 190, with the changes in `part`. */
export function aBet(part: Partial<Bet> = {}): Bet {
  count += 1;
  return {
    id: `bet-${count}`,
    gameId: 'espn:1',
    groupId: 'league',
    userId: 'user',
    parlayId: null,
    legNumber: 1,
    legCount: 1,
    betType: 'moneyline',
    betSide: 'away',
    amount: fromWhole(100),
    odds: defaultPrice,
    potentialPayout: fromWhole(190),
    line: null,
    status: 'pending',
    parlayOutcome: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    placedAt: '2026-11-21T12:00:00.000Z',
    settledAt: null,
    settlement: null,
    displayName: 'Jordan R.',
    user: { id: 'user', firstName: 'Jordan', lastName: 'Reed', username: null, email: null },
    group: { id: 'league', name: 'Sunday League' },
    game: aGameView,
    remarks: null,
    ...part,
  };
}

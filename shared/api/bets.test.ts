import { expect, test } from 'vitest';
import { listBets } from './bets.ts';
import type { ReplyInput } from './endpoint.ts';

const id = '01a1fdc2-7ad6-76c7-91e9-f67362c3ebf4';

const wireGame: ReplyInput<typeof listBets>[number]['game'] = {
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
  awayTeamRank: null,
  homeTeamRank: null,
  bettingLocked: false,
  spreadHome: '-3.5',
  spreadAway: '3.5',
  spreadHomeOdds: -110,
  spreadAwayOdds: -110,
  moneylineHome: null,
  moneylineAway: null,
  moneylineDraw: null,
  totalPoints: '47.5',
  overOdds: -110,
  underOdds: -110,
  quoteSource: 'feed',
};

const wireBet: ReplyInput<typeof listBets>[number] = {
  id,
  gameId: 'espn:1',
  groupId: id,
  userId: id,
  legNumber: 1,
  betType: 'spread',
  betSide: 'home',
  amount: '100.00',
  odds: -110,
  potentialPayout: '190.91',
  line: '-3.5',
  status: 'pending',
  parlayOutcome: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  placedAt: '2026-11-21T12:00:00.000Z',
  settledAt: null,
  displayName: 'Jordan R.',
  user: { id, firstName: 'Jordan', lastName: 'Reed', username: null, email: 'jordan' },
  group: { id, name: 'Sunday League' },
  game: wireGame,
};

test('a bet is read with its money in hundredths and its lines in points', () => {
  const [bet] = listBets.reply.parse([wireBet]);
  expect(bet).toMatchObject({ amount: 10_000, potentialPayout: 19_091, line: -3.5, game: { totalPoints: 47.5 } });
});

test.each(['parlayId', 'parlay_id', 'parlayGroupId', 'parlay_group_id', 'parlayKey', 'ticketId', 'ticket_id'])(
  'a parlay is known by %s, unless that is empty',
  (name) => {
    const read = (value: unknown) => listBets.reply.parse([{ ...wireBet, [name]: value }])[0]?.parlayId;
    expect([read('p-1'), read(''), read(null), read(undefined)]).toEqual(['p-1', null, null, null]);
  },
);

test.each([
  ['an amount that is none', { amount: '1e3' }],
  ['odds below 100', { odds: -99 }],
  ['a status nobody knows', { status: 'void' }],
  ['an instant without an offset', { placedAt: '2026-11-21T12:00:00' }],
])('a bet with %s is not read', (_what, wrong) => {
  expect(listBets.reply.safeParse([{ ...wireBet, ...wrong }]).success).toBe(false);
});

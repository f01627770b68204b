import { expect, test } from 'vitest';
import { aGameView } from '../testing/wire.ts';
import { listBets } from './bets.ts';
import type { ReplyInput } from './endpoint.ts';

const id = '01a1fdc2-7ad6-76c7-91e9-f67362c3ebf4';

const wireGame = { ...aGameView, spreadHome: '3.5', spreadAway: '-3.5', totalPoints: '47.5' };

const wireBet: ReplyInput<typeof listBets>[number] = {
  id,
  gameId: 'espn:1',
  groupId: id,
  userId: id,
  legNumber: 1,
  legCount: 1,
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
  settlement: null,
  displayName: 'Jordan R.',
  user: { id, firstName: 'Jordan', lastName: 'Reed', username: null, email: 'jordan' },
  group: { id, name: 'Sunday League' },
  remarks: null,
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

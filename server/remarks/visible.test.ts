import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupBetsPage, listBetsPage, memberBetsPage } from '#shared/api/bet-pages.ts';
import { type Bet, gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, groupBets, groupBetsLastSevenDays } from '#shared/api/groups.ts';
import { removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aLeg, aParlay, final, live } from '../testing/games.ts';
import { removeFrom } from '../testing/leagues.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';

const reveals = ['settled', 'started'] as const;
type Reveal = (typeof reveals)[number];

const viewers = ['bettor', 'member', 'owner', 'removed', 'outsider', 'admin', 'visitor'] as const;
type Viewer = (typeof viewers)[number];
type Kind = 'single' | 'parlay';

/** A ticket with a note, and with a reaction that no viewer but `member` has. */
type Ticket = { id: string; note: string; bets: readonly Bet[] };

let world: World;
let who: Record<Viewer, Visitor>;
let bettor: Player;
let first: FeedGame;
let second: FeedGame;
const leagues = {} as Record<Reveal, Group>;
const tickets = {} as Record<Reveal, Record<Kind, Ticket>>;

beforeAll(async () => {
  world = await testWorld();
  const [owner, member, removed, outsider, admin] = await Promise.all(
    ['Olivia', 'Mark', 'Rita', 'Otto', 'Ada'].map((name) => world.signUp(name)),
  );
  bettor = await world.signUp('Bettina');
  if (!owner || !member || !removed || !outsider || !admin) throw new Error('a sign-up makes a player');
  await world.database.pool.query('update users set is_admin = true where id = $1', [admin.user.id]);
  who = { bettor, member, owner, removed, outsider, admin, visitor: world.visitor() };
  [first, second] = [await world.addGame(), await world.addGame()];
  for (const reveal of reveals) {
    const league = await world.league(owner, { reveal });
    for (const player of [bettor, member, removed]) await world.join(player, league);
    await removeFrom(world.database.db, league, removed);
    leagues[reveal] = league;
    const [single, parlay] = [`${reveal} by one`, `${reveal} by two`];
    const { reply: one } = await bettor.call(placeBet, { body: { ...aBet(league, first, '10'), note: single } });
    const { reply: two } = await bettor.call(placeParlay, {
      body: { ...aParlay(league, '10', [aLeg(first), aLeg(second)]), note: parlay },
    });
    tickets[reveal] = {
      single: { id: one.remarks?.ticketId ?? '', note: single, bets: [one] },
      parlay: { id: two[0]?.remarks?.ticketId ?? '', note: parlay, bets: two },
    };
    // As if it was made while the ticket could be seen: a start that is put off hides a ticket again.
    for (const { id } of Object.values(tickets[reveal])) {
      await world.database.pool.query(
        "insert into ticket_reactions (league_id, ticket_id, user_id, reaction) values ($1, $2, $3, 'wow')",
        [league.id, id, member.user.id],
      );
    }
  }
});
afterAll(() => world.drop());

/** The answers of every list that could have a bet of the bettor. */
async function listsFor(viewer: Visitor, reveal: Reveal): Promise<{ status: number; text: string; bets: Bet[] }[]> {
  const { id } = leagues[reveal];
  const params = { userId: bettor.user.id, groupId: id };
  const answers = [
    await viewer.call(listBets),
    await viewer.call(memberBets, { params }),
    await viewer.call(groupBets, { params: { id } }),
    await viewer.call(groupBetsLastSevenDays, { params: { id } }),
    await viewer.call(gameBets, { params: { gameId: first.id } }),
    await viewer.call(gameBets, { params: { gameId: second.id } }),
    await viewer.call(listBetsPage, { params: { limit: '100' } }),
    await viewer.call(memberBetsPage, { params: { ...params, limit: '100' } }),
    await viewer.call(groupBetsPage, { params: { id, limit: '100' } }),
  ];
  return answers.map((answer) => {
    if (answer.refusal) return { status: answer.status, text: JSON.stringify(answer.refusal), bets: [] };
    const { reply } = answer;
    return { status: 200, text: JSON.stringify(reply), bets: Array.isArray(reply) ? reply : reply.bets };
  });
}

const both = { single: true, parlay: true };
const neither = { single: false, parlay: false };

/** The changes between two looks, and for each kind of ticket whether other members see it then. */
const moments: readonly [string, (() => Promise<void>) | null, Record<Reveal, Record<Kind, boolean>>][] = [
  ['before the start', null, { settled: neither, started: neither }],
  ['with one game past its start', () => startsAt('-1 second'), { settled: neither, started: both }],
  ['with that game put off', () => isPutOff(), { settled: neither, started: neither }],
  ['with one game live', () => world.poll(live(first, 7, 3)), { settled: neither, started: both }],
  [
    'with one game over',
    () => world.finish(final(first, 30, 0)).then(() => undefined),
    {
      settled: { single: true, parlay: false },
      started: { single: true, parlay: true },
    },
  ],
  ['settled', () => world.finish(final(second, 30, 0)).then(() => undefined), { settled: both, started: both }],
];

async function startsAt(interval: string): Promise<void> {
  await world.database.pool.query(`update games set starts_at = now() + interval '${interval}' where id = $1`, [
    first.id,
  ]);
}

async function isPutOff(): Promise<void> {
  await world.database.pool.query("update games set status = 'postponed' where id = $1", [first.id]);
}

describe.each(moments)('%s', (_moment, happens, shown) => {
  beforeAll(async () => {
    await happens?.();
  });

  const cells = reveals.flatMap((reveal) => viewers.map((viewer) => [viewer, reveal] as const));

  test.each(cells)('%s sees remarks where they see the ticket, revealed once %s', async (name, reveal) => {
    const viewer = who[name];
    const lists = await listsFor(viewer, reveal);
    const isMember = name === 'bettor' || name === 'member' || name === 'owner';
    for (const kind of ['single', 'parlay'] as const) {
      const { id, note, bets } = tickets[reveal][kind];
      const isOwn = name === 'bettor';
      const sees = isOwn || (isMember && shown[reveal][kind]);

      const ofTicket = lists.flatMap((list) => list.bets.filter((bet) => bets.some((leg) => leg.id === bet.id)));
      expect(ofTicket.length > 0).toBe(sees);
      for (const { remarks } of ofTicket) {
        const reactions = [{ reaction: 'wow', count: 1, isOwn: name === 'member' }];
        expect(remarks).toEqual({ ticketId: id, note, mayRemoveNote: isOwn || name === 'owner', reactions });
      }
      if (!sees) for (const { text } of lists) expect([text.includes(note), text.includes(id)]).toEqual([false, false]);

      const params = { id: leagues[reveal].id, ticketId: id };
      const unknown = { id: leagues[reveal].id, ticketId: leagues[reveal].id };
      const read = await viewer.call(ticketRemarks, { params });
      expect(read.status).toBe(name === 'visitor' ? 401 : sees ? 200 : 404);
      if (sees) expect(read.reply).toMatchObject({ note, reactors: [{ name: 'Mark', reaction: 'wow' }] });
      const calls = [
        (of: typeof params) => viewer.call(ticketRemarks, { params: of }),
        (of: typeof params) => viewer.call(setReaction, { params: of, body: { reaction: 'wow' } }),
        (of: typeof params) => viewer.call(removeReaction, { params: of }),
        (of: typeof params) => viewer.call(removeNote, { params: of }),
      ];
      // Nobody can tell a hidden ticket from none.
      if (!sees) for (const call of calls) expect((await call(params)).refusal).toEqual((await call(unknown)).refusal);
    }
  });

  test.each(reveals)('others react to what they see alone, revealed once %s', async (reveal) => {
    for (const kind of ['single', 'parlay'] as const) {
      const params = { id: leagues[reveal].id, ticketId: tickets[reveal][kind].id };
      const { status } = await who.owner.call(setReaction, { params, body: { reaction: 'fire' } });
      expect(status).toBe(shown[reveal][kind] ? 200 : 404);
      await who.owner.call(removeReaction, { params });
    }
  });
});

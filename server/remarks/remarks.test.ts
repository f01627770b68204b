import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember, updateGroup } from '#shared/api/groups.ts';
import { invite } from '#shared/api/invite.ts';
import { leagueLog } from '#shared/api/league-log.ts';
import { mostReactors, removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { type Reaction, reactions } from '#shared/domain/remarks.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { fillLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { endForGood } from '../testing/standings.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let owner: Player;
let bettor: Player;
let friend: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
  owner = await world.signUp('Olga');
  bettor = await world.signUp('Bettina');
  friend = await world.signUp('Fritz');
});
afterAll(() => world.drop());
beforeEach(async () => {
  league = await world.league(owner);
  await world.join(bettor, league);
  await world.join(friend, league);
});

/** Places a single of the bettor and returns the id of its ticket. */
async function placed(game: FeedGame, note?: string): Promise<string> {
  const { reply } = await bettor.call(placeBet, { body: { ...aBet(league, game, '10'), note } });
  return reply.remarks?.ticketId ?? '';
}

/** A ticket of the bettor that every member sees. */
async function settled(note?: string): Promise<string> {
  const game = await world.addGame();
  const ticketId = await placed(game, note);
  await world.finish(final(game, 30, 0));
  return ticketId;
}

const of = (ticketId: string) => ({ id: league.id, ticketId });
const react = (player: Player, ticketId: string, reaction: Reaction) =>
  player.call(setReaction, { params: of(ticketId), body: { reaction } });
const switchOff = () => owner.call(updateGroup, { params: { id: league.id }, body: { remarks: false } });

/** The remarks on the only ticket of the bettor in the league, as the player's list has them. */
async function remarksFor(player: Player) {
  const { reply } = await player.call(memberBets, { params: { userId: bettor.user.id, groupId: league.id } });
  expect(reply).toHaveLength(1);
  return reply[0]?.remarks;
}

/** The topics of changes that `act` records. */
async function topicsOf(act: () => Promise<unknown>): Promise<string[]> {
  await world.database.pool.query('delete from changes');
  await act();
  const { rows } = await world.database.pool.query<{ topic: string }>('select topic from changes order by topic');
  return rows.map(({ topic }) => topic);
}

describe('a reaction', () => {
  test('is one of six, and a member has one a ticket', async () => {
    const ticketId = await settled();
    for (const reaction of reactions) {
      const { reply } = await react(friend, ticketId, reaction);
      expect(reply).toEqual({
        ticketId,
        note: null,
        mayRemoveNote: false,
        reactions: [{ reaction, count: 1, isOwn: true }],
      });
    }
    await react(owner, ticketId, 'fire');
    expect(await remarksFor(bettor)).toEqual({
      ticketId,
      note: null,
      mayRemoveNote: false,
      reactions: [
        { reaction: 'fire', count: 1, isOwn: false },
        { reaction: 'doubt', count: 1, isOwn: false },
      ],
    });
    const { reply } = await friend.call(removeReaction, { params: of(ticketId) });
    expect(reply.reactions).toEqual([{ reaction: 'fire', count: 1, isOwn: false }]);
    expect((await friend.call(removeReaction, { params: of(ticketId) })).status).toBe(200);
    const path = `/api/groups/${league.id}/tickets/${ticketId}/reaction`;
    expect((await friend.raw('PUT', path, { body: { reaction: 'money' } })).status).toBe(400);
  });

  test('of two taps at once is one row, whatever they say', async () => {
    const ticketId = await settled();
    const taps = Array.from({ length: 12 }, (_none, at) => react(friend, ticketId, reactions[at % 6] ?? 'fire'));
    expect((await Promise.all(taps)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    const { rows } = await world.database.pool.query('select reaction from ticket_reactions where ticket_id = $1', [
      ticketId,
    ]);
    expect(rows).toHaveLength(1);
    expect((await remarksFor(friend))?.reactions).toEqual([{ reaction: rows[0].reaction, count: 1, isOwn: true }]);
  });

  test('is for bets of others, also once the league is final', async () => {
    const ticketId = await settled();
    expect((await react(bettor, ticketId, 'fire')).refusal).toMatchObject({ code: 'own-ticket' });
    await endForGood(world.database, league);
    expect((await react(friend, ticketId, 'called')).status).toBe(200);
  });

  test('stays when its member is removed, who can neither see nor change it', async () => {
    const ticketId = await settled();
    await react(friend, ticketId, 'ouch');
    await owner.call(removeMember, { params: { id: league.id, userId: friend.user.id } });
    expect((await remarksFor(owner))?.reactions).toEqual([{ reaction: 'ouch', count: 1, isOwn: false }]);
    for (const { refusal } of [await react(friend, ticketId, 'fire'), await react(friend, league.id, 'fire')]) {
      expect(refusal).toMatchObject({ code: 'league-not-found' });
    }
  });

  test('is notified of to the members of its league, and changes nothing that caches have', async () => {
    const ticketId = await settled();
    expect(await topicsOf(() => react(friend, ticketId, 'wow'))).toEqual([`ticket:${league.id}:${ticketId}`]);
    expect(await topicsOf(() => react(friend, ticketId, 'wow'))).toEqual([]); // it is that already
    expect(await topicsOf(() => react(bettor, ticketId, 'wow'))).toEqual([]);
  });

  test('has names: the latest first, of a large league the latest fifty', async () => {
    const ticketId = await settled();
    const many = await fillLeague(world.database.db, league, mostReactors + 5, ['Many']);
    await world.database.pool.query(
      "insert into ticket_reactions (league_id, ticket_id, user_id, reaction, at) select $1, $2, id, 'fire', now() - interval '1 day' from unnest($3::uuid[]) as id",
      [league.id, ticketId, many],
    );
    await react(friend, ticketId, 'wow');
    const { reply } = await bettor.call(ticketRemarks, { params: of(ticketId) });
    expect(reply.reactions.map(({ count }) => count)).toEqual([mostReactors + 5, 1]);
    expect(reply.reactors).toHaveLength(mostReactors);
    expect(reply.reactors[0]).toEqual({ userId: friend.user.id, name: 'Fritz', reaction: 'wow' });
  });
});

describe('a note', () => {
  test('is said with the bet and shown with it', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    const body = { ...aParlay(league, '10', [aLeg(first), aLeg(second)]), note: ' This  is\nthe one ' };
    const { reply } = await bettor.call(placeParlay, { body });
    expect(reply.map(({ remarks }) => remarks?.note)).toEqual(['This  is the one', 'This  is the one']);
    const listed = await bettor.call(listBets);
    expect(listed.reply.filter(({ groupId }) => groupId === league.id).map(({ remarks }) => remarks?.note)).toEqual(
      reply.map(({ remarks }) => remarks?.note),
    );
    await expectLedgerBalances(world.database.db);
  });

  test.each([
    ['80 characters, each of several code points', '👨‍👩‍👧'.repeat(40) + 'é'.repeat(40), 201],
    ['81 characters', 'a'.repeat(81), 400],
    ['a page of text', 'a'.repeat(10_000), 400],
  ])('may have %s: %#', async (_what, note, status) => {
    const body = { ...aBet(league, await world.addGame(), '10'), note };
    expect((await bettor.call(placeBet, { body })).status).toBe(status);
  });

  test.each([
    ['   ', null],
    ['a\u202eb\u0007c', 'abc'],
  ])('is cleaned as names are: %j', async (note, expected) => {
    await placed(await world.addGame(), note);
    expect((await remarksFor(bettor))?.note).toBe(expected);
  });

  test('is part of the bet that a key names', async () => {
    const body = { ...aBet(league, await world.addGame(), '10'), note: 'Once' };
    const headers = { 'idempotency-key': 'the-key-of-a-note' };
    const [one, again] = [
      await bettor.call(placeBet, { body, headers }),
      await bettor.call(placeBet, { body, headers }),
    ];
    expect(again.reply).toEqual(one.reply);
    const other = await bettor.call(placeBet, { body: { ...body, note: 'Twice' }, headers });
    expect(other.refusal).toMatchObject({ code: 'key-reused' });
  });

  test('of a hidden ticket is removed by its author, of which nobody else hears', async () => {
    const ticketId = await placed(await world.addGame(), 'Too loud');
    expect((await owner.call(removeNote, { params: of(ticketId) })).refusal).toMatchObject({
      code: 'ticket-not-found',
    });
    const topics = await topicsOf(() => bettor.call(removeNote, { params: of(ticketId) }));
    expect(topics).toEqual([`user:${bettor.user.id}`]);
    expect((await remarksFor(bettor))?.note).toBeNull();
    expect((await bettor.call(removeNote, { params: of(ticketId) })).status).toBe(200);
  });

  test('that is shown is removed by its author and by the owner, whose act is in the log; by nobody else', async () => {
    const ticketId = await settled('Too loud');
    expect((await friend.call(removeNote, { params: of(ticketId) })).refusal).toMatchObject({ code: 'not-author' });
    const topics = await topicsOf(() => owner.call(removeNote, { params: of(ticketId) }));
    expect(topics).toEqual([`ticket:${league.id}:${ticketId}`]);
    expect((await remarksFor(friend))?.note).toBeNull();
    const { rows } = await world.database.pool.query(
      'select actor_id, action, detail from audit_log where league_id = $1',
      [league.id],
    );
    const detail = { ticketId, userId: bettor.user.id };
    expect(rows).toEqual([{ actor_id: owner.user.id, action: 'note-removed', detail }]);
    await owner.call(removeNote, { params: of(ticketId) }); // there is none any more
    const { entries } = (await friend.call(leagueLog, { params: { id: league.id } })).reply;
    expect(entries).toMatchObject([
      {
        act: 'note-removed',
        by: { userId: owner.user.id },
        whom: { userId: bettor.user.id },
        before: null,
        after: null,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Too loud');
  });

  test('is removed by its author also after the author was removed', async () => {
    const ticketId = await settled('Too loud');
    await owner.call(removeMember, { params: { id: league.id, userId: bettor.user.id } });
    expect((await bettor.call(removeNote, { params: of(ticketId) })).status).toBe(200);
    expect((await remarksFor(friend))?.note).toBeNull();
  });
});

describe('a league without notes and reactions', () => {
  test('shows none and takes none', async () => {
    const ticketId = await settled('Before');
    await react(friend, ticketId, 'fire');
    expect((await switchOff()).reply.remarks).toBe(false);
    for (const player of [bettor, friend, owner]) expect(await remarksFor(player)).toBeNull();
    const refusals = [
      await react(owner, ticketId, 'fire'),
      await friend.call(removeReaction, { params: of(ticketId) }),
      await friend.call(ticketRemarks, { params: of(ticketId) }),
      await bettor.call(placeBet, { body: { ...aBet(league, await world.addGame(), '10'), note: 'Still' } }),
    ].map(({ refusal }) => refusal?.code);
    expect(refusals).toEqual(Array(4).fill('remarks-off'));
    expect((await bettor.call(placeBet, { body: aBet(league, await world.addGame(), '10') })).status).toBe(201);
    expect((await bettor.call(removeNote, { params: of(ticketId) })).status).toBe(200); // one's own words, at any time
    await owner.call(updateGroup, { params: { id: league.id }, body: { remarks: true } });
    const { reply } = await friend.call(ticketRemarks, { params: of(ticketId) });
    expect(reply).toMatchObject({ note: null, reactions: [{ reaction: 'fire', count: 1, isOwn: true }] });
    await expectLedgerBalances(world.database.db);
  });

  test('says so in its invitation, and its next season begins as it is asked for', async () => {
    await switchOff();
    expect((await world.visitor().call(invite, { params: { code: league.joinCode } })).reply.league?.remarks).toBe(
      false,
    );
    await endForGood(world.database, league);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const body = { name: 'Next', joinDeadline: inDays(1), endDate: inDays(2), remarks: false };
    const { reply: next } = await owner.call(playAgain, { params: { id: league.id }, body });
    const { rows } = await world.database.pool.query('select remarks from leagues where id = $1', [next.id]);
    expect(rows).toEqual([{ remarks: false }]);
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { logout } from '#shared/api/auth.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { isOfNotices, noticesTopic, type Topic } from '#shared/api/events.ts';
import {
  deleteGroup,
  type Group,
  joinGroup,
  leaderboard,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { sports } from '#shared/domain/sport.ts';
import type { Database } from '../db/connection.ts';
import { aBet, aGame, aLeg, aParlay, final, live } from '../testing/games.ts';
import { aNotice, write } from '../testing/notices.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';
import { watchChanges } from './changes.ts';
import { recordDepartures, recordLeagueChanges, recordSportChange } from './store.ts';
import { createStreams } from './streams.ts';

let world: World;
let other: string;
const closing: AbortController[] = [];

beforeAll(async () => {
  world = await testWorld();
  other = await world.startAnother({ streamsEveryMs: 20 });
});
afterAll(() => world.drop());
afterEach(() => {
  for (const one of closing.splice(0)) one.abort();
});

type Listener = { response: Response; lines: string[]; topics: () => string[]; ended: Promise<'ended' | 'cut off'> };

/** Opens an event stream as this caller and collects its lines. */
async function listen(visitor: Visitor, query = ''): Promise<Listener> {
  const response = await visitor.raw('GET', `/api/events${query}`);
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('a stream has a body');
  const stop = new AbortController();
  stop.signal.addEventListener('abort', () => void reader.cancel());
  closing.push(stop);
  const lines: string[] = [];
  const read = async () => {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      lines.push(...chunk.value.split('\n').filter(Boolean));
    }
    return 'ended' as const;
  };
  const topics = () => lines.flatMap((line) => /^data: (.*)$/.exec(line)?.[1] ?? []);
  return { response, lines, topics, ended: read().catch(() => 'cut off' as const) };
}

const expectTopics = (listener: Listener) => expect.poll(listener.topics, { timeout: 5_000 });
/** The topics of leagues alone: a stream may begin with one of its user's own, of the league that they just created. */
const expectLeagueTopics = ({ topics }: Listener) =>
  expect.poll(() => topics().filter((topic) => topic.startsWith('league:')), { timeout: 5_000 });

/** Makes a change of a sport and waits until every stream has its topic. */
async function sendToAll(sport: 'NHL' | 'NBA', listeners: Listener[]): Promise<void> {
  await world.poll(aGame({ sport: sport === 'NHL' ? 'Hockey' : 'NBA' }));
  for (const listener of listeners)
    await expectTopics(listener).toContain(sport === 'NHL' ? 'sport:Hockey' : 'sport:NBA');
}

const rename = (league: Group) => ({ params: { id: league.id }, body: { name: `${league.name} again` } });

describe('a stream', () => {
  test('is one of events, not kept anywhere on its way, and says when to come back', async () => {
    const listener = await listen(world.visitor());
    expect(Object.fromEntries(listener.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(listener.response.headers.getSetCookie()).toEqual([]);
    await expect.poll(() => listener.lines[0], { timeout: 5_000 }).toBe('retry: 3000');
  });

  test('of one process tells what another took in, sport by sport', async () => {
    const listener = await listen(world.visitor().at(other));
    const game = await world.addGame({ sport: 'MLB' });
    await expectTopics(listener).toEqual(['sport:MLB']);
    await world.poll(live(game, 1, 0));
    await expectTopics(listener).toEqual(['sport:MLB', 'sport:MLB']);
  });

  test('says nothing of a poll that brought nothing new', async () => {
    const listener = await listen(world.visitor());
    const game = await world.addGame({ sport: 'CFB' });
    await expectTopics(listener).toContain('sport:CFB'); // no earlier change is still on its way
    const before = listener.topics();
    await world.poll(game);
    await sendToAll('NHL', [listener]);
    expect(listener.topics()).toEqual([...before, 'sport:Hockey']);
  });

  test('is not opened by a look at its headers', async () => {
    expect((await world.visitor().raw('HEAD', '/api/events')).status).toBe(200);
  });
});

describe('a league', () => {
  test('is heard of by its members alone, at every process', async () => {
    const [owner, member, outsider] = [await world.signUp(), await world.signUp(), await world.signUp()];
    const league = await world.league(owner);
    await world.join(member, league);
    const listeners = await Promise.all(
      [owner, member.at(other), outsider, world.visitor()].map((each) => listen(each)),
    );
    const [ofOwner, ofMember, ofOutsider, ofNobody] = listeners as [Listener, Listener, Listener, Listener];
    await owner.call(updateGroup, rename(league));
    for (const listener of [ofOwner, ofMember]) await expectTopics(listener).toContain(`league:${league.id}`);
    await sendToAll('NHL', listeners);
    expect([ofOutsider.topics(), ofNobody.topics()]).toEqual([['sport:Hockey'], ['sport:Hockey']]);
  });

  test('is heard of by who has just joined, and no more by who was removed', async () => {
    const [owner, member] = [await world.signUp(), await world.signUp()];
    const league = await world.league(owner);
    const [ofOwner, ofMember] = [await listen(owner), await listen(member)];
    await member.call(joinGroup, { body: { joinCode: league.joinCode } });
    await expectTopics(ofMember).toEqual([`league:${league.id}`]);
    await owner.call(removeMember, { params: { id: league.id, userId: member.user.id } });
    await expectLeagueTopics(ofOwner).toHaveLength(2); // changes between two polls are sent as one topic
    await owner.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'Boss' } });
    await expectLeagueTopics(ofOwner).toHaveLength(3);
    await sendToAll('NBA', [ofOwner, ofMember]);
    expect(ofMember.topics()).toEqual([
      `league:${league.id}`,
      `user:${member.user.id}:removed:${league.id}`,
      'sport:NBA',
    ]);
  });

  test('is notified when its bets are settled and when they are corrected', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const game = await world.addGame();
    await owner.call(placeBet, { body: aBet(league, game, '10') });
    const listener = await listen(owner.at(other));
    await world.finish(final(game, 30, 0));
    await expectLeagueTopics(listener).toEqual([`league:${league.id}`]);
    await world.finish(final(game, 0, 30));
    await expectLeagueTopics(listener).toEqual([`league:${league.id}`, `league:${league.id}`]);
  });
});

describe('what is a user’s own', () => {
  test('is heard of by that user alone, at every process: nobody else notices a bet', async () => {
    const [owner, outsider, league] = await aLeague();
    const bettor = await world.member(league);
    const { id } = bettor.user;
    const own = [await listen(bettor), await listen(bettor.at(other))];
    const others = [
      await listen(owner),
      await listen(outsider, `?user=${id}&topic=user:${id}`), // a stream takes no wishes
      await listen(world.visitor()),
    ];
    await bettor.call(placeBet, { body: aBet(league, await world.addGame(), '10') });
    for (const listener of own) await expectTopics(listener).toContain(`user:${id}`);
    await sendToAll('NHL', [...own, ...others]);
    for (const { topics } of others) {
      expect(topics().filter((topic) => topic.includes(id) || topic.startsWith('league:'))).toEqual([]);
    }
  });

  test('is a leg of a parlay that stays open and hidden: nobody else hears that it is graded', async () => {
    const [owner, , league] = await aLeague();
    const bettor = await world.member(league);
    const [first, second] = [await world.addGame(), await world.addGame()];
    await bettor.call(placeParlay, { body: aParlay(league, '10', [aLeg(first), aLeg(second)]) });
    const seen = async () => (await owner.call(leaderboard, { params: { id: league.id } })).reply;
    const before = await seen();
    const [own, ofOwner] = [await listen(bettor.at(other)), await listen(owner)];
    await sendToAll('NHL', [own, ofOwner]);
    const heard = ofOwner.topics().length;
    await world.finish(final(first, 30, 0));
    await expectTopics(own).toContain(`user:${bettor.user.id}`);
    await sendToAll('NBA', [own, ofOwner]);
    expect(ofOwner.topics().slice(heard)).not.toContain(`league:${league.id}`);
    expect(await seen()).toEqual(before);
  });

  test('is a notice: nobody else hears that there is one', async () => {
    const [owner, outsider, league] = await aLeague();
    const member = await world.member(league);
    const own = await listen(owner.at(other));
    const others = [await listen(member), await listen(outsider), await listen(world.visitor())];
    await write(world, aNotice(owner.user.id, league.id));
    await expectTopics(own).toContain(noticesTopic(owner.user.id));
    await sendToAll('NHL', [own, ...others]);
    for (const { topics } of others) expect(topics().filter((topic) => isOfNotices(topic as Topic))).toEqual([]);
  });

  test('is a league that they created, also elsewhere', async () => {
    const player = await world.signUp();
    const listener = await listen(player.at(other));
    await world.league(player);
    await expectTopics(listener).toEqual([`user:${player.user.id}`]);
  });

  test('is a league that was deleted: every member hears of it, but nobody who was removed before', async () => {
    const [owner, , league] = await aLeague();
    const [member, removed] = [await world.member(league), await world.member(league)];
    await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
    const listeners = [await listen(owner), await listen(member.at(other)), await listen(removed)] as const;
    const [ofOwner, ofMember, ofRemoved] = listeners;
    await owner.call(deleteGroup, { params: { id: league.id } });
    await expectTopics(ofOwner).toContain(`user:${owner.user.id}:deleted:${league.id}`);
    await expectTopics(ofMember).toContain(`user:${member.user.id}:deleted:${league.id}`);
    await sendToAll('NHL', [...listeners]);
    expect(ofRemoved.topics().filter((topic) => topic.includes('deleted'))).toEqual([]);
  });

  async function aLeague(): Promise<[owner: Player, outsider: Player, league: Group]> {
    const [owner, outsider] = [await world.signUp(), await world.signUp()];
    return [owner, outsider, await world.league(owner)];
  }
});

describe('a stream ends', () => {
  test('when its session signs out, at whichever process', async () => {
    const player = await world.signUp();
    const listener = await listen(player.at(other));
    await player.call(logout);
    expect(await listener.ended).toBe('ended');
  });

  test('once its user is gone', async () => {
    const player = await world.signUp();
    const listener = await listen(player);
    await world.database.pool.query('delete from users where id = $1', [player.user.id]);
    expect(await listener.ended).toBe('ended');
  });

  test('before it tells of a league or of what is the user’s own once its session has run out', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const listener = await listen(owner);
    await world.database.pool.query(
      `update sessions set expire = now() - interval '1 hour' where sess #>> '{passport,user}' = $1`,
      [owner.user.id],
    );
    await recordLeagueChanges(world.database.db, [league.id]);
    await recordDepartures(world.database.db, league.id, 'removed', [owner.user.id]);
    expect(await listener.ended).toBe('ended');
    expect(listener.topics().filter((topic) => topic.includes(league.id))).toEqual([]);
  });

  test('when the process stops, which then takes no more', async () => {
    const stopping = new AbortController();
    const visitor = world.visitor().at(await world.startAnother({ stopping: stopping.signal }));
    const listeners = [await listen(visitor), await listen(visitor)];
    stopping.abort();
    expect(await Promise.all(listeners.map((listener) => listener.ended))).toEqual(['ended', 'ended']);
    expect((await visitor.raw('GET', '/api/events')).status).toBe(503);
  });
});

/** Streams without the app, for sinks of the test. */
function openStreams(scale = 1, database: Database = world.database) {
  const changes = watchChanges(world.database.db);
  const activeSessions = async (ids: string[]) => new Set(ids);
  const log = pino({ level: 'silent' });
  return createStreams({ database, changes, activeSessions, scale, log, tickMs: 10 });
}

/** Stands in for the network connection of a stream. A stuck one never takes the bytes that it is sent. */
function aSink(isStuck = false): Writable & { text: string } {
  const sink = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        sink.text += chunk;
        if (!isStuck) done();
      },
    }),
    { text: '' },
  );
  return sink;
}

const nobody = { userId: null, sessionId: null, address: '192.0.2.1' };

test('a stream that nothing happens on gives a sign of life now and then', async () => {
  const [streams, sink] = [openStreams(), aSink()];
  await streams.open(nobody, () => sink);
  await expect.poll(() => sink.text, { timeout: 5_000 }).toMatch(/^retry: 3000\n\n(:\n\n)+$/);
  streams.stop();
});

test('who does not read is dropped, and nobody else', async () => {
  const [streams, stuck, sound] = [openStreams(), aSink(true), aSink()];
  for (const sink of [stuck, sound]) await streams.open(nobody, () => sink);
  while (!stuck.destroyed) {
    await world.database.withTx(async (tx) => {
      for (const sport of sports) await recordSportChange(tx, sport);
    });
  }
  expect(stuck.text).toBe('retry: 3000\n\n');
  expect([sound.destroyed, sound.text]).toEqual([false, expect.stringContaining('data: sport:NFL\n\n')]);
  streams.stop();
});

test('a change in a league of a lost machine is sent once the machine is back, others at once', async () => {
  const owner = await world.signUp();
  const [there, here] = [await world.league(owner), await world.league(owner)];
  const lost = new Set([there.id]);
  const machines: Database['machines'] = {
    ...world.database.machines,
    unreachable: (ids) => ids.filter((id) => lost.has(id)),
    reachable: (ids) => ids.filter((id) => !lost.has(id)),
  };
  const [streams, sink] = [openStreams(1, { ...world.database, machines }), aSink()];
  await streams.open({ ...nobody, userId: owner.user.id }, () => sink);
  await world.database.withTx((tx) => recordLeagueChanges(tx, [there.id, here.id]));
  await expect.poll(() => sink.text).toContain(`data: league:${here.id}\n\n`);
  expect(sink.text).not.toContain(there.id);
  lost.clear();
  await expect.poll(() => sink.text).toContain(`data: league:${there.id}\n\n`);
  streams.stop();
});

test('who leaves while being let in is not counted as listening', async () => {
  const streams = openStreams(0.1); // 2 of a user
  const [gone, going, stays] = [aSink(), aSink(), aSink()];
  const ann = { ...nobody, userId: 'ann' };
  await new Promise((closed) => gone.destroy().once('close', closed));
  await streams.open(ann, () => gone);
  const opening = streams.open(ann, () => going);
  going.destroy();
  await opening;
  for (const sink of [stays, aSink()]) await streams.open(ann, () => sink);
  expect(stays.text).toBe('retry: 3000\n\n');
  await expect(streams.open(ann, aSink)).rejects.toThrow('Too many open pages');
  streams.stop();
});

test('a stream that waits behind another one on its connection ends with the connection', async () => {
  let polling = 0;
  const origin = await world.startAnother({
    repeatStreams: () => {
      polling += 1;
      return () => {
        polling -= 1;
      };
    },
  });
  const { port } = new URL(origin);
  const socket = connect(Number(port));
  socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  await once(socket, 'data');
  const alone = await listen(world.visitor().at(origin));
  await expect.poll(() => alone.lines[0]).toBe('retry: 3000'); // those sent before have been opened too
  socket.destroy();
  for (const one of closing.splice(0)) one.abort();
  await expect.poll(() => polling).toBe(0);
});

test('a person and a network have so many streams at once, and one more after another has closed', async () => {
  const streams = openStreams(0.1); // 2 of a user, 20 of an address
  const open = async (userId: string | null, address: string) => {
    const sink = aSink();
    await streams.open({ userId, sessionId: null, address }, () => sink);
    return sink;
  };
  const first = await open('ann', 'home');
  await open('ann', 'train');
  await expect(open('ann', 'office')).rejects.toThrow('Too many open pages');
  await open('bob', 'home');
  await new Promise((closed) => first.destroy().once('close', closed));
  await open('ann', 'office');
  for (let count = 1; count < 20; count += 1) await open(null, 'home');
  await expect(open('cem', 'home')).rejects.toThrow('Too many open pages');
  streams.stop();
});

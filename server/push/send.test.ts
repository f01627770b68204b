import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { deleteGroup, type Group, mostAnnounced, removeMember, updateGroup } from '#shared/api/groups.ts';
import { askToJoin, withdrawRequest } from '#shared/api/join-requests.ts';
import { nameManager } from '#shared/api/league-roles.ts';
import { readNotice } from '#shared/api/notifications.ts';
import { pushState } from '#shared/api/push.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { weekOf } from '#shared/domain/week.ts';
import { notify } from '../notifications/notify.ts';
import type { NewNotice } from '../notifications/store.ts';
import { atTime } from '../testing/at-time.ts';
import { aBet } from '../testing/games.ts';
import { ageLeague } from '../testing/leagues.ts';
import { aNotice, remindOfAll, write } from '../testing/notices.ts';
import { addBrowser, addDevice, aReaderOf, makePushesDue, queuedPushes, sendPushes } from '../testing/push-devices.ts';
import { decrypted, type PushService, startPushService } from '../testing/push-service.ts';
import { aSubscription } from '../testing/subscription.ts';
import { type Player, testPushKey, testWorld, type World } from '../testing/world.ts';
import { pairOf } from './keys.ts';

let service: PushService;
let world: World;
let logged: string;
const log = pino({ level: 'info' }, { write: (line) => (logged += line) });

beforeAll(async () => {
  service = await startPushService();
  world = await testWorld({ PUSH_SERVICES: service.origin });
});
afterAll(async () => {
  await world.drop();
  await service.close();
});
beforeEach(async () => {
  await world.clear();
  service.received.length = 0;
  service.answerWith(201);
  logged = '';
});

const send = () => sendPushes(world, log, { timeoutMs });
/** Long enough for an answer on a busy machine. */
const timeoutMs = 2_000;
const titles = () => service.received.map(({ message }) => message.title);

const aReader = () => aReaderOf(world, service);
const settled = (player: Player, league: Group, part: Partial<NewNotice> = {}) =>
  aNotice(player.user.id, league.id, part);

test('the push service of the tests decrypts what the standard encrypts', () => {
  // RFC 8291, Appendix A
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const privateKey = Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const text = decrypted(Buffer.from(body, 'base64url'), { body: { endpoint: '', keys }, privateKey }).toString();
  expect(text).toBe('When I grow up, I want to be a watermelon');
});

describe('a notice', () => {
  test('is pushed once, with the words of the inbox, signed with the key that the browser was given', async () => {
    const { bob, league } = await aReader();
    await write(world, settled(bob, league));
    await send();
    await send();
    const [push, ...more] = service.received;
    expect(more).toEqual([]);
    expect(push).toMatchObject({
      message: {
        id: expect.stringMatching(/^[\w-]{36}$/),
        version: 1,
        tag: `settled:${league.id}:2026-11-22`,
        isNews: true,
        title: 'Sunday: 1 bet settled, +90',
        body: expect.stringContaining('Sunday League'),
        path: `/league/${league.id}/member/${bob.user.id}`,
      },
      ttl: '86400',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      key: pairOf(testPushKey).publicKey,
      claims: { sub: 'mailto:ching@localhost', exp: expect.any(Number) },
    });
    expect((await bob.call(pushState)).reply).toMatchObject({
      publicKey: pairOf(testPushKey).publicKey,
      devices: [{ lastUsedAt: expect.any(String) }],
    });
    expect(await queuedPushes(world)).toEqual([{ attempts: 1, wait: null, isSent: true }]);
    expect(logged).toBe('');
  });

  test('is pushed to every device of its user, and to nobody else’s', async () => {
    const { ann, bob, league } = await aReader();
    await addDevice(world, ann, service.subscribe());
    await addBrowser(world, bob, service.subscribe());
    await write(world, settled(bob, league));
    await send();
    expect(service.received).toHaveLength(2);
    expect(new Set(service.received.map(({ path }) => path)).size).toBe(2);
  });

  test('that a failed transaction wrote is not pushed', async () => {
    const { bob, league } = await aReader();
    const failed = world.database.withTx(async (tx) => {
      await notify(tx, [settled(bob, league)]);
      await send();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await send();
    expect(service.received).toEqual([]);
  });

  test('that came before the device is not pushed to it', async () => {
    const { ann, league } = await aReader();
    await write(world, settled(ann, league));
    await addDevice(world, ann, service.subscribe());
    await send();
    expect(service.received).toEqual([]);
  });

  test('of many is pushed once by four workers at once', async () => {
    const { bob, league } = await aReader();
    await addBrowser(world, bob, service.subscribe());
    const days = Array.from({ length: 30 }, (_, at) => `day ${at}`);
    await write(world, ...days.map((subject) => settled(bob, league, { subject })));
    await Promise.all(Array.from({ length: 4 }, send));
    const sent = service.received.map(({ path, message }) => `${path} ${message.tag}`);
    expect([sent.length, new Set(sent).size]).toEqual([60, 60]);
  });
});

describe('news of a notice', () => {
  test('replaces its notification, silently within an hour', async () => {
    const { bob, league } = await aReader();
    const facts = { day: '2026-11-22', won: 2, lost: 0, returned: 0, net: 18_182, rank: 1, rankBefore: 2 };
    await write(world, settled(bob, league));
    await send();
    await write(world, settled(bob, league, { version: 2, facts } as Partial<NewNotice>));
    await send();
    await world.database.pool.query(`update pushes set sent_at = sent_at - interval '61 minutes'`);
    await write(world, settled(bob, league, { version: 3, facts } as Partial<NewNotice>));
    await send();
    const [first] = service.received;
    expect(service.received.map(({ message: { id, tag, version, isNews } }) => ({ id, tag, version, isNews }))).toEqual(
      [
        { version: 1, isNews: true },
        { version: 2, isNews: false },
        { version: 3, isNews: true },
      ].map((each) => ({ ...each, id: first?.message.id, tag: first?.message.tag })),
    );
    expect(new Set(service.received.map(({ topic }) => topic)).size).toBe(1);
    expect(titles()[1]).toBe('Sunday: 2 bets settled, +181');
  });

  test('that come while it is being pushed are pushed as well', async () => {
    const { bob, league } = await aReader();
    await write(world, settled(bob, league));
    service.answerWith(async () => {
      service.answerWith(201);
      await write(world, settled(bob, league, { version: 2 }));
      return 201;
    });
    await send();
    expect(service.received.map(({ message }) => message.version)).toEqual([1, 2]);
    expect(await queuedPushes(world)).toEqual([{ attempts: 1, wait: null, isSent: true }]);
  });
});

describe('a push says what its reader may see when it is sent', () => {
  test('a league that was renamed has its new name', async () => {
    const { ann, bob, league } = await aReader();
    await write(world, settled(bob, league));
    await ann.call(updateGroup, { params: { id: league.id }, body: { name: 'Monday League' } });
    await send();
    expect(service.received[0]?.message.body).toContain('Monday League');
  });

  test('a member who was removed is told nothing', async () => {
    const { ann, bob, league } = await aReader();
    await write(world, settled(bob, league));
    await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
    await send();
    expect([service.received, await queuedPushes(world)]).toMatchObject([[], [{ wait: null, isSent: false }]]);
  });

  test('an announcement is told whole, also soon after another, and not once it is taken back', async () => {
    const { ann, bob, league } = await aReader();
    const announce = async (announcement: string | null, version: number) => {
      await ann.call(updateGroup, { params: { id: league.id }, body: { announcement } });
      const notice = { kind: 'announcement', leagueId: league.id, subject: league.id, facts: {} } as const;
      await write(world, { ...notice, userId: bob.user.id, version, at: new Date() });
    };
    const text = 'w'.repeat(mostAnnounced);
    await announce(text, 1);
    await send();
    await announce('Cancelled!', 2);
    await send();
    await announce(null, 3);
    await send();
    expect(service.received.map(({ message: { title, body, isNews } }) => [title, body, isNews])).toEqual([
      ['Announcement in Sunday League', text, true],
      ['Announcement in Sunday League', 'Cancelled!', true],
    ]);
  });

  test('a request to join is told once, to who may answer it, and not after it was taken back', async () => {
    const { ann, bob, league } = await aReader();
    await ann.call(updateGroup, { params: { id: league.id }, body: { approvesJoins: true } });
    const sue = await world.signUp('Sue');
    await sue.call(askToJoin, { body: { joinCode: league.joinCode } });
    const asks = (at: string) =>
      write(world, {
        kind: 'asked',
        leagueId: league.id,
        subject: `${league.id}:${sue.user.id}:${at}`,
        facts: { userId: sue.user.id },
        userId: bob.user.id,
        version: 1,
        at: new Date(),
      });
    await asks('1');
    await send();
    expect(titles()).toEqual([]); // Bob is no manager
    await ann.call(nameManager, { params: { id: league.id, userId: bob.user.id } });
    await asks('2');
    await send();
    await asks('3');
    await sue.call(withdrawRequest, { params: { groupId: league.id } });
    await send();
    expect(titles()).toEqual(['Sue T. asks to join Sunday League']);
  });

  test('nobody is told of a league that is deleted', async () => {
    const { ann, bob, league } = await aReader();
    await write(world, settled(bob, league));
    await ann.call(deleteGroup, { params: { id: league.id } });
    await send();
    expect([service.received, await queuedPushes(world)]).toEqual([[], []]);
  });

  test('what was read in the inbox is not pushed', async () => {
    const { bob, league } = await aReader();
    const [written] = await write(world, settled(bob, league));
    expect((await bob.call(readNotice, { params: { id: written?.id ?? '' } })).status).toBe(200);
    await send();
    expect(service.received).toEqual([]);
  });

  test('a kind that the reader has switched off is not pushed', async () => {
    const { bob, league } = await aReader();
    await world.database.pool.query(`update notice_settings set push = '{"settled": false}'`);
    await write(world, settled(bob, league));
    await send();
    expect([service.received, await queuedPushes(world)]).toMatchObject([[], [{ wait: null, isSent: false }]]);
  });

  test('in quiet hours it waits for their end, without losing a try', async () => {
    const { bob, league } = await aReader();
    await world.database.pool.query(`
      update notice_settings set time_zone = 'UTC',
        quiet_from = (extract(hour from now() at time zone 'UTC') * 60 + extract(minute from now() at time zone 'UTC') + 1435)::int % 1440,
        quiet_until = (extract(hour from now() at time zone 'UTC') * 60 + extract(minute from now() at time zone 'UTC') + 30)::int % 1440`);
    await write(world, settled(bob, league));
    await send();
    const [push] = await queuedPushes(world);
    expect([service.received, push?.attempts]).toEqual([[], 0]);
    expect(Math.abs((push?.wait ?? 0) - 30 * 60)).toBeLessThan(90);
    await world.database.pool.query('update notice_settings set quiet_from = null, quiet_until = null');
    await makePushesDue(world);
    await send();
    expect(service.received).toHaveLength(1);
  });

  test('a long name leaves the message small', async () => {
    const { ann, bob, league } = await aReader();
    const name = '👨‍👩‍👧‍👦'.repeat(100);
    await world.database.pool.query('update leagues set name = $1', [name]);
    await write(world, settled(bob, league), aNotice(ann.user.id, league.id));
    await send();
    expect(service.received).toHaveLength(1);
    expect(Buffer.byteLength(JSON.stringify(service.received[0]?.message))).toBeLessThan(3_993);
  });
});

describe('a reminder that has waited says what is true when it is sent', () => {
  const hourMs = 3_600_000;
  const sendAt = (at: Date) => sendPushes({ env: world.env, database: atTime(world.database, at) }, log, { timeoutMs });

  /** A member who has bet 40 of the 100 that a week under Fair play asks for, and is reminded on its last Monday. */
  async function reminded() {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    const league = await world.league(ann, { fairPlay: { ...presets.classic, activeWeeksPct: 75 } });
    await world.join(bob, league);
    await addDevice(world, bob, service.subscribe());
    const bet = async (stake: string) => {
      const game = await world.addGame();
      expect((await bob.call(placeBet, { body: aBet(league, game, stake) })).status).toBe(201);
    };
    await bet('40');
    const { endsAt } = weekOf(new Date(), new Date());
    const sunday = new Date(endsAt.getTime() - 42 * hourMs);
    await ageLeague(world.database, league, 1);
    await world.database.pool.query('update games set starts_at = $1', [sunday]);
    await world.database.pool.query('update tickets set placed_at = $1', [sunday]);
    await remindOfAll(world.database);
    return { bob, bet, endsAt, tuesday: new Date(endsAt.getTime() - hourMs) };
  }

  test('the stakes that are missing by then', async () => {
    const { bet, tuesday } = await reminded();
    await bet('25');
    await sendAt(tuesday);
    expect(titles()).toEqual(['Bet 35 more by Tuesday 6 AM ET']);
  });

  test('nothing, once they were placed', async () => {
    const { bet, tuesday } = await reminded();
    await bet('60');
    await sendAt(tuesday);
    expect([titles(), await queuedPushes(world)]).toMatchObject([[], [{ wait: null, isSent: false }]]);
  });

  test('nothing, once the week is over', async () => {
    const { endsAt } = await reminded();
    await sendAt(new Date(endsAt.getTime() + 60_000));
    expect(titles()).toEqual([]);
  });

  test('nothing to somebody who took the rescue, and with it gave up the title', async () => {
    const { bob, tuesday } = await reminded();
    await world.database.pool.query('update members set is_rescued = true where user_id = $1', [bob.user.id]);
    await sendAt(tuesday);
    expect(titles()).toEqual([]);
  });

  test('that a league closes, but not once its end has passed or was taken away', async () => {
    const { ann, bob, league } = await aReader();
    const at = new Date();
    const [end, deadline] = [20, 1].map((hours) => new Date(at.getTime() + hours * hourMs).toISOString());
    const change = (body: BodyInput<typeof updateGroup>) => ann.call(updateGroup, { params: { id: league.id }, body });
    const remind = (subject: string) => {
      const facts = { endsAt: end ?? '' };
      return write(world, aNotice(bob.user.id, league.id, { kind: 'closes', subject, facts } as Partial<NewNotice>));
    };
    expect((await change({ joinDeadline: deadline, endDate: end })).status).toBe(200);
    await remind('to come');
    await send();
    await remind('passed');
    await sendAt(new Date(at.getTime() + 21 * hourMs));
    expect((await change({ endDate: null })).status).toBe(200);
    await remind('taken away');
    await send();
    expect(titles()).toEqual([expect.stringMatching(/^Sunday League closes to bets/)]);
  });
});

test('a run that is stopped ends at once, and what it has claimed is pushed later', async () => {
  const { bob, league } = await aReader();
  await write(world, settled(bob, league));
  const stop = new AbortController();
  service.answerWith(() => {
    stop.abort(new Error('the process stops'));
    return 'nothing';
  });
  await expect(sendPushes(world, log, { stop: stop.signal })).rejects.toThrow('the process stops');
  service.answerWith(201);
  await world.database.pool.query(`update pushes set due_at = due_at - interval '2 minutes'`); // the claim has expired
  await send();
  expect(service.received).toHaveLength(2); // a browser shows one: client/e2e/push.spec.ts
});

test('a push that was put off before the database’s clock was set back is sent at once', async () => {
  const { bob, league } = await aReader();
  await write(world, settled(bob, league));
  await world.database.pool.query(`update pushes set due_at = now() + interval '27 hours'`);
  await send();
  expect(service.received).toHaveLength(1);
});

test('deleting a device drops what was queued for it', async () => {
  const { bob, league } = await aReader();
  await write(world, settled(bob, league));
  await addDevice(world, bob, aSubscription(`${service.origin}/other`)); // replaces the one before
  expect(await queuedPushes(world)).toEqual([]);
});

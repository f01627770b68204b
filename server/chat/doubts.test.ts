import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmChatPost, leagueChat, removeChat, repeatChatPost, saveChat } from '#shared/api/chat.ts';
import { deleteGroup, type Group } from '#shared/api/groups.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { type ChatReceiver, startChatReceiver } from '../testing/chat-receiver.ts';
import { freezeAWeek as freeze } from '../testing/chats.ts';
import { endLeague } from '../testing/leagues.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { sendDueChats } from './send.ts';

let receiver: ChatReceiver;
let world: World;
let ann: Player;
let league: Group;

beforeAll(async () => {
  receiver = await startChatReceiver();
  world = await testWorld({ CHAT_SERVICES: receiver.origin });
});
afterAll(async () => {
  await world.drop();
  await receiver.close();
});
beforeEach(async () => {
  await world.clear();
  receiver.received.length = 0;
  receiver.answerWith(200);
  ann = await world.signUp('Ann');
  league = await world.league(ann);
  await save(receiver.slack);
  await freezeAWeek();
});

const params = () => ({ id: league.id });
const save = (address?: string) =>
  ann.call(saveChat, { params: params(), body: { service: 'slack', ...(address && { address }) } });
const state = async () => (await ann.call(leagueChat, { params: params() })).reply.chat;
const doubts = async () => (await state())?.doubts ?? [];
const weeks = async () => (await doubts()).map(({ week }) => week);
const freezeAWeek = () => freeze(world, league, ann);
const week = (number: number) => expect.stringContaining(`week ${number}`);
const change = (set: string) => world.database.pool.query(`update league_chats set ${set}`);

/** Posts what is pending. A wait after a failure is over. */
async function send(timeoutMs = 10_000): Promise<void> {
  await change('due_at = null');
  const log = pino({ level: 'silent' });
  await sendDueChats({
    database: world.database,
    origins: [receiver.origin],
    site: 'https://ching.example',
    log,
    timeoutMs,
  });
}

/** Posts to a service that does not say whether it takes it. */
async function sendUnanswered(): Promise<void> {
  receiver.answerWith('nothing');
  await send(300);
  receiver.answerWith(200);
}

async function theDoubt(): Promise<{ id: string; postId: string }> {
  const [doubt] = await doubts();
  if (!doubt) throw new Error('no message is in doubt');
  return { ...params(), postId: doubt.id };
}

describe('a message that may not have arrived', () => {
  test.each(['nothing', 502, 504, 520, 522, 524] as const)(
    'because the service answers %s is not repeated, and its owner sees it',
    async (answer) => {
      receiver.answerWith(answer);
      await send(300);
      receiver.answerWith(200);
      await Promise.all([send(), send(), send()]);
      expect(receiver.texts()).toEqual([week(1)]);
      expect(await state()).toMatchObject({ isOn: true, failures: 1, lastFailure: 'silent', doubts: [{ week: 1 }] });
    },
  );

  test('because its worker is gone is not repeated, whoever works', async () => {
    await sendUnanswered();
    // As its worker left it, and as its claim ends.
    await change("claimed_until = now() + interval '1 minute', failures = 0, last_failure = null");
    const { rows } = await world.database.pool.query<{ until: string }>(
      'select claimed_until::text as until from league_chats where league_id = $1',
      [league.id],
    );
    await world.database.pool.query('update chat_posts set claimed_until = $2::timestamptz where league_id = $1', [
      league.id,
      rows[0]?.until,
    ]);
    expect(await weeks()).toEqual([]);
    await send();
    await change("claimed_until = now() - interval '1 second'");
    await Promise.all([send(), send()]);
    expect(receiver.texts()).toEqual([week(1)]);
    expect(await state()).toMatchObject({ failures: 0, doubts: [{ week: 1 }] });
  });

  test('stops no later week, nor the final standings', async () => {
    await sendUnanswered();
    await freezeAWeek();
    await send();
    expect(receiver.texts()).toEqual([week(1), week(2)]);
    expect(await state()).toMatchObject({ failures: 0, lastFailure: null, doubts: [{ week: 1 }] });
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await freezeWeeks(world.database);
    await sendUnanswered();
    expect(await weeks()).toEqual([1, null]);
    await send();
    expect(receiver.texts()).toEqual([week(1), week(2), expect.stringContaining('is final')]);
  });

  test('counts as a failure: after ten the chat is off, and all ten are in doubt', async () => {
    for (let times = 1; times <= 11; times += 1) {
      await sendUnanswered();
      await freezeAWeek();
    }
    expect(receiver.received).toHaveLength(10);
    expect(await state()).toMatchObject({ isOn: false, failures: 10, lastFailure: 'silent' });
    expect(await weeks()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  }, 60_000);

  test('goes with the chat, and with the league', async () => {
    await sendUnanswered();
    await ann.call(removeChat, { params: params() });
    await save(receiver.slack);
    expect(await doubts()).toEqual([]);
    await send();
    expect(receiver.received).toHaveLength(1);
    await freezeAWeek();
    await sendUnanswered();
    await ann.call(deleteGroup, { params: params() });
    expect((await world.database.pool.query('select 1 from chat_posts')).rows).toEqual([]);
  });

  test('is in doubt no more at another address, and is not posted there by itself', async () => {
    await sendUnanswered();
    await save();
    expect(await weeks()).toEqual([1]);
    await save(receiver.slack.replace('abcd', 'efgh'));
    expect(await weeks()).toEqual([]);
    await send();
    expect(receiver.texts()).toEqual([week(1)]);
    await freezeAWeek();
    await send();
    expect(receiver.texts()).toEqual([week(1), week(2)]);
  });

  test('that is under way while another address is saved is posted once', async () => {
    receiver.answerWith(async () => {
      await save(receiver.slack.replace('abcd', 'efgh'));
      return 200;
    });
    await send();
    await send();
    expect(receiver.texts()).toEqual([week(1)]);
    expect(await state()).toMatchObject({ ending: 'efgh', doubts: [] });
  });
});

describe('a message that was not taken', () => {
  test('because nobody listens is posted later', async () => {
    await receiver.close();
    await send();
    expect(await state()).toMatchObject({ failures: 1, lastFailure: 'unreachable', doubts: [] });
    receiver = await startChatReceiver(receiver.origin);
    await send();
    expect(receiver.texts()).toEqual([week(1)]);
    expect(await state()).toMatchObject({ failures: 0, doubts: [] });
  });
});

describe('an owner who is asked', () => {
  const repeat = async (of = theDoubt()) => ann.call(repeatChatPost, { params: await of });
  const confirm = async (of = theDoubt()) => ann.call(confirmChatPost, { params: await of });

  beforeEach(sendUnanswered);

  test('found it in the chat: it is not posted again', async () => {
    const of = await theDoubt();
    expect((await confirm()).status).toBe(200);
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await doubts()).toEqual([]);
    for (const again of [confirm(Promise.resolve(of)), repeat(Promise.resolve(of))])
      expect((await again).refusal).toMatchObject({ code: 'no-doubt' });
  });

  test('has it posted again: it is posted once, with the words of its week', async () => {
    await freezeAWeek();
    await send();
    const of = theDoubt();
    await of;
    const answers = await Promise.all([repeat(of), repeat(of), repeat(of)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await send();
    expect(receiver.texts()).toEqual([week(1), week(2), week(1)]);
    expect(await state()).toMatchObject({ doubts: [], postedAt: expect.any(String) });
  });

  test('has the final standings posted again', async () => {
    await confirm();
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await freezeWeeks(world.database);
    await send();
    await world.database.pool.query('update league_chats set is_final_posted = false');
    await sendUnanswered();
    expect(await weeks()).toEqual([null]);
    expect((await repeat()).reply).toEqual({ failure: null });
    await send();
    expect(receiver.texts().filter((text) => text.includes('is final'))).toHaveLength(3);
    expect(await doubts()).toEqual([]);
  });

  test.each([
    [500, 'broken'],
    [502, 'silent'],
  ] as const)('has it posted again in vain, because of %s: it stays in doubt', async (answer, failure) => {
    receiver.answerWith(answer);
    expect((await repeat()).reply).toEqual({ failure });
    await send();
    expect(receiver.received).toHaveLength(2);
    expect(await state()).toMatchObject({ isOn: true, failures: 1, doubts: [{ week: 1 }] });
  });

  test('has it posted again to a chat that is off', async () => {
    await change('is_on = false');
    expect((await repeat()).reply).toEqual({ failure: null });
    expect(await state()).toMatchObject({ isOn: false, doubts: [] });
  });

  test('waits while a worker posts, and no worker posts meanwhile', async () => {
    await freezeAWeek();
    receiver.answerWith(async () => {
      expect((await repeat()).refusal).toMatchObject({ code: 'posting' });
      return 200;
    });
    await send();
    await freezeAWeek();
    receiver.answerWith(async () => {
      await send();
      return 200;
    });
    expect((await repeat()).reply).toEqual({ failure: null });
    expect(receiver.texts()).toEqual([week(1), week(2), week(1)]);
  });

  test('decides twice at once: one of the two counts', async () => {
    const of = theDoubt();
    await of;
    const lock = await lockElsewhere(world.database, 'select 1 from league_chats where league_id = $1 for update', [
      league.id,
    ]);
    const both = [repeat(of), confirm(of)];
    await untilWaiting(world.database, 2);
    await lock.release();
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await doubts()).toEqual([]);
  });
});

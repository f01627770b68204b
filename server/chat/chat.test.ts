import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { leagueChat, removeChat, saveChat, testChat } from '#shared/api/chat.ts';
import { deleteGroup, type Group, listGroups, setDisplayName } from '#shared/api/groups.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { type ChatReceiver, startChatReceiver } from '../testing/chat-receiver.ts';
import { freezeAWeek as freeze } from '../testing/chats.ts';
import { aBet } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { sendDueChats } from './send.ts';

let receiver: ChatReceiver;
let world: World;
let ann: Player;
let bob: Player;
let league: Group;
let log: string[];

beforeAll(async () => {
  receiver = await startChatReceiver();
  world = await testWorld({ CHAT_SERVICES: receiver.origin, APP_URL: 'https://ching.example' });
});
afterAll(async () => {
  await world.drop();
  await receiver.close();
});
beforeEach(async () => {
  await world.clear();
  receiver.received.length = 0;
  receiver.answerWith(200);
  log = [];
  [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  league = await world.league(ann, { name: 'Sunday League' });
  await world.join(bob, league);
});

const params = () => ({ id: league.id });
const save = (address: string | undefined = receiver.slack, service: 'slack' | 'discord' | 'groupme' = 'slack') =>
  ann.call(saveChat, { params: params(), body: { service, ...(address && { address }) } });
const state = async () => (await ann.call(leagueChat, { params: params() })).reply.chat;
const send = (timeoutMs = 10_000) =>
  sendDueChats({
    database: world.database,
    origins: [receiver.origin],
    site: 'https://ching.example',
    log: pino({ level: 'info' }, { write: (line: string) => log.push(line) }),
    timeoutMs,
  });
const becomeDue = () =>
  world.database.pool.query('update league_chats set due_at = null where league_id = $1', [league.id]);

const freezeAWeek = (player = ann) => freeze(world, league, player);

describe('a frozen week', () => {
  test('is posted once, whoever works and however often', async () => {
    await save();
    await freezeAWeek();
    await Promise.all([send(), send(), send()]);
    await send();
    expect(receiver.texts()).toEqual([expect.stringMatching(/^Sunday League, week 1, /)]);
    expect(receiver.texts()[0]).toContain('Ann wins the week: +90 Ching');
    expect(receiver.texts()[0]).toMatch(
      new RegExp(`\\n\\nhttps://ching\\.example/league/${league.id}\\?view=weeks&week=1$`),
    );
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      type: 'application/json; charset=utf-8',
      body: { mrkdwn: false, unfurl_links: false, unfurl_media: false },
    });
    expect(await state()).toMatchObject({ isOn: true, failures: 0, postedAt: expect.any(String) });
  });

  test('that is posted while the owner saves the chat is not posted again', async () => {
    await save();
    await freezeAWeek();
    const update = 'update league_chats set posted_week = 1 where league_id = $1';
    const worker = await lockElsewhere(world.database, update, [league.id]);
    const saving = save();
    await untilWaiting(world.database);
    await worker.release();
    expect((await saving).status).toBe(200);
    await send();
    expect(receiver.texts()).toEqual([]);
  });

  test('that was frozen before the chat was added is not posted', async () => {
    await freezeAWeek();
    await save();
    await send();
    expect(receiver.received).toEqual([]);
  });

  test('is posted in its order with the final standings, each once', async () => {
    await save();
    await freezeAWeek();
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await freezeWeeks(world.database);
    await send();
    await send();
    const [recap, final, ...more] = receiver.texts();
    expect(more).toEqual([]);
    expect(recap).toContain('week 1');
    expect(final?.split('\n')).toEqual([
      'Sunday League is final',
      'Ann is champion.',
      '',
      '1 Ann 1,090',
      '2 Bob 1,000',
      '',
      `https://ching.example/league/${league.id}`,
    ]);
  });

  test('shows nothing of open bets', async () => {
    await save();
    const open = await world.addGame({ homeTeamName: 'Hidden Team', homeTeamAbbr: 'HID' } as never);
    await bob.call(placeBet, { body: aBet(league, open, '437') });
    await freezeAWeek();
    await send();
    expect(receiver.texts()).toHaveLength(1);
    expect(JSON.stringify(receiver.received)).not.toMatch(/\b437\b|HID|Hidden Team/);
  });

  test.each([
    ['slack', '&lt;!channel&gt;'],
    ['discord', '\\<!channel\\>'],
    ['groupme', '<!channel>'],
  ] as const)('mentions nobody in %s', async (service, shown) => {
    await save(receiver[service], service);
    await ann.call(setDisplayName, { params: params(), body: { displayName: '@everyone <!channel> **x**' } });
    await freezeAWeek();
    await send();
    const [text = ''] = receiver.texts();
    expect(text).toContain(shown);
    expect(text).not.toMatch(/@everyone/);
    const { body, path } = receiver.received[0] ?? {};
    if (service === 'discord') {
      expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
      expect(text).toContain('\\*\\*x\\*\\*');
    }
    if (service === 'groupme') {
      expect([path, body?.bot_id]).toEqual(['/v3/bots/post', '0123456789abcdef0123456789']);
    }
  });
});

describe('a service', () => {
  beforeEach(async () => {
    await save();
    await freezeAWeek();
  });

  test.each([
    [500, 'broken'],
    [403, 'refused'],
    [429, 'limited'],
    [420, 'limited'],
  ] as const)('that answers %s is asked again, and its message arrives', async (answer, failure) => {
    receiver.answerWith(answer);
    await send();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await state()).toMatchObject({ isOn: true, failures: 1, lastFailure: failure });
    receiver.answerWith(204);
    await becomeDue();
    await send();
    expect(receiver.received).toHaveLength(2);
    expect(await state()).toMatchObject({ isOn: true, failures: 0, lastFailure: null });
  });

  test('that asks for more time gets it', async () => {
    receiver.answerWith({ status: 429, headers: { 'retry-after': '900' } });
    await send();
    const { rows } = await world.database.pool.query(
      'select round(extract(epoch from due_at - now()))::int as wait from league_chats',
    );
    expect(rows[0].wait).toBeGreaterThan(880);
  });

  test('that drips an endless answer has taken the message', async () => {
    receiver.answerWith('drip');
    await send(500);
    expect(await state()).toMatchObject({ failures: 0, postedAt: expect.any(String) });
  });

  test.each([404, 410])('that answers %i ends the chat at once', async (status) => {
    receiver.answerWith(status);
    await send();
    await becomeDue();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await state()).toMatchObject({ isOn: false, lastFailure: 'gone' });
  });

  test('that redirects is not followed', async () => {
    const other = await startChatReceiver();
    receiver.answerWith({ status: 307, headers: { location: other.slack } });
    await send();
    expect(other.received).toEqual([]);
    expect(await state()).toMatchObject({ lastFailure: 'refused' });
    await other.close();
  });

  test('that fails ten times in a row is left alone until the owner saves again', async () => {
    receiver.answerWith(500);
    for (let times = 1; times <= 12; times += 1) {
      await send();
      await becomeDue();
    }
    expect(receiver.received).toHaveLength(10);
    expect(await state()).toMatchObject({ isOn: false, failures: 10, lastFailure: 'broken' });
    receiver.answerWith(200);
    expect((await save('')).reply).toMatchObject({ isOn: true, failures: 0, lastFailure: null });
    await send();
    expect(receiver.received).toHaveLength(11);
  });

  test('that hangs delays no other service', async () => {
    const other = await startChatReceiver();
    const origins = [receiver.origin, other.origin];
    await world.database.pool.query('update league_chats set address = $1', [other.slack]);
    const second = league;
    league = await world.league(bob);
    await bob.call(saveChat, { params: params(), body: { service: 'slack', address: receiver.slack } });
    await freezeAWeek(bob);
    other.answerWith('nothing');
    const logger = pino({ level: 'silent' });
    const stop = new AbortController();
    const sending = sendDueChats(
      { database: world.database, origins, site: 'https://ching.example', log: logger, timeoutMs: 60_000 },
      stop.signal,
    );
    await expect.poll(() => receiver.received.length).toBe(1);
    await expect.poll(() => other.received.length).toBe(1);
    stop.abort();
    await Promise.allSettled([sending]); // it ends, however far it came
    expect(second.id).not.toBe(league.id);
    await other.close();
  });

  test('that hangs at tests from as many leagues as there are connections delays no other request', async () => {
    const owners = await Promise.all(
      Array.from({ length: world.database.pool.options.max }, async () => {
        const owner = await world.signUp();
        const { id } = await world.league(owner);
        await owner.call(saveChat, { params: { id }, body: { service: 'slack', address: receiver.slack } });
        return { owner, id };
      }),
    );
    let answer = () => {};
    const hanging = new Promise<200>((resolve) => {
      answer = () => resolve(200);
    });
    receiver.answerWith(() => hanging);
    const tests = owners.map(({ owner, id }) => owner.call(testChat, { params: { id } }));
    await expect.poll(() => receiver.received.length).toBe(owners.length);
    expect((await bob.call(listGroups)).status).toBe(200);
    answer();
    for (const { reply } of await Promise.all(tests)) expect(reply.failure).toBe(null);
  });

  test('is named in the log without its address', async () => {
    receiver.answerWith(500);
    await send();
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('group chat not posted, to be tried again');
    expect(log[0]).not.toMatch(/XXXX|services/);
  });
});

describe('an owner', () => {
  test('sees of the address its host and its end', async () => {
    expect((await save()).reply).toMatchObject({
      service: 'slack',
      host: new URL(receiver.origin).host,
      ending: 'abcd',
    });
    expect(JSON.stringify(await state())).not.toContain('XXXX');
  });

  test('sends a test, and sees why one failed', async () => {
    await save(receiver.discord, 'discord');
    expect((await ann.call(testChat, { params: params() })).reply).toEqual({ failure: null });
    expect(receiver.texts()[0]).toContain('A test from');
    receiver.answerWith(404);
    expect((await ann.call(testChat, { params: params() })).reply).toEqual({ failure: 'gone' });
    expect(await state()).toMatchObject({ isOn: true, failures: 0 });
  });

  test('removes it, and nothing is posted any more', async () => {
    await save();
    await ann.call(removeChat, { params: params() });
    await freezeAWeek();
    await send();
    expect(receiver.received).toEqual([]);
    expect(await state()).toBeNull();
  });

  test('deletes the league, and the address with it', async () => {
    await save();
    await ann.call(deleteGroup, { params: params() });
    expect((await world.database.pool.query('select 1 from league_chats')).rows).toEqual([]);
  });

  test.each([
    ['slack', 'https://hooks.slack.com.evil.example/services/T0/B0/abc'],
    ['slack', 'http://hooks.slack.com/services/T0/B0/abc'],
    ['slack', 'https://hooks.slack.com:8443/services/T0/B0/abc'],
    ['slack', 'https://hooks.slack.com/other'],
    ['slack', 'https://user@hooks.slack.com/services/T0/B0/abc'],
    ['slack', 'https://127.0.0.1/services/T0/B0/abc'],
    ['slack', 'http://2130706433/services/T0/B0/abc'],
    ['slack', 'https://[::1]/services/T0/B0/abc'],
    ['slack', 'http://169.254.169.254/services/T0/B0/abc'],
    ['slack', 'https://10.0.0.1/services/T0/B0/abc'],
    ['slack', 'https://localhost/services/T0/B0/abc'],
    ['discord', 'https://hooks.slack.com/services/T0/B0/abc'],
    ['discord', 'https://discord.com/api/webhooks/123456/../../users'],
    ['groupme', 'not a bot'],
  ] as const)('of %s gives %s and is refused', async (service, address) => {
    const answer = await save(address, service);
    expect([answer.status, answer.refusal?.code]).toEqual([400, 'bad-input']);
    expect(await state()).toBeNull();
  });

  test.each([
    ['slack', 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX', 'hooks.slack.com'],
    ['discord', 'https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz', 'discord.com'],
    ['groupme', '0123456789abcdef0123456789', 'api.groupme.com'],
  ] as const)('of %s gives %s', async (service, address, host) => {
    expect((await save(address, service)).reply).toMatchObject({ service, host });
  });

  test('need not give the address again, but for another service', async () => {
    expect((await save('')).status).toBe(400);
    await save();
    expect((await save('')).reply).toMatchObject({ ending: 'abcd' });
    expect((await save('', 'discord')).status).toBe(400);
  });
});

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { saveChat, testChat } from '#shared/api/chat.ts';
import { type Group, listGroups } from '#shared/api/groups.ts';
import type { ChatService } from '#shared/domain/chat.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { freezeWeeks } from '../leagues/weeks.ts';
import { settleGames } from '../settlement/settle.ts';
import { type ChatReceiver, startChatReceiver } from '../testing/chat-receiver.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aBet } from '../testing/games.ts';
import { ageLeague, endLeague, fillLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { repeat, strictWorld, tally } from '../testing/limits.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { sendDueChats } from './send.ts';

const site = 'https://ching.example';

let receiver: ChatReceiver;
let world: World;
let ann: Player;
let league: Group;

beforeAll(async () => {
  receiver = await startChatReceiver();
  world = await testWorld({ CHAT_SERVICES: receiver.origin, APP_URL: site });
});
afterAll(async () => {
  await world.drop();
  await receiver.close();
});
beforeEach(async () => {
  await world.clear();
  receiver.received.length = 0;
  ann = await world.signUp('Ann');
});

async function save(service: ChatService): Promise<void> {
  const { status } = await ann.call(saveChat, {
    params: { id: league.id },
    body: { service, address: receiver[service] },
  });
  expect(status).toBe(200);
}
const send = () =>
  sendDueChats({ database: world.database, origins: [receiver.origin], site, log: pino({ level: 'silent' }) });

/** Decides a game, also a second time, and settles its bets. */
async function decide(gameId: string, home: number, away: number): Promise<void> {
  const now = new Date();
  await decideGame(world.database, gameId, { home, away }, now);
  await settleGames(world.database, now, 0);
}

async function freezeWeek(): Promise<void> {
  await ageLeague(world.database, league, 1);
  await freezeWeeks(world.database);
}

/** Ann wins 90.91 with a bet of 100, and the week of it is frozen. Returns the id of the game. */
async function wonWeek(): Promise<string> {
  const game = await world.addGame();
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  await decide(game.id, 30, 0);
  await freezeWeek();
  return game.id;
}

// Each name is one of those that grow most on their way to the service.
describe.each([
  ['groupme', 1_000, 'W'],
  ['discord', 2_000, '*'],
  ['slack', 3_000, '&'],
] as const)('a message to %s', (service, most, character) => {
  const length = { groupme: 1, discord: 2, slack: 5 }[service];

  test(`of more than ${most} characters is cut between two lines, and ends with its link`, async () => {
    league = await world.league(ann, { name: character.repeat(60) });
    await fillLeague(world.database.db, league, 30, [character.repeat(40)]);
    await save(service);
    await wonWeek();
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await send();
    expect(receiver.texts()).toHaveLength(2);
    const [recap = '', final = ''] = receiver.texts();
    for (const text of [recap, final]) {
      expect(text.length).toBeLessThanOrEqual(most);
      expect(text).toContain(`\n\n${site}/league/${league.id}`);
      const names = text.match(/^\d+ \S+ 1,000/gm) ?? [];
      expect(names.length).toBeGreaterThan(10);
      for (const name of names) expect(name.length).toBeGreaterThanOrEqual('1  1,000'.length + 40 * length);
    }
    expect(recap).toContain(`\n…\n\n${site}/league/${league.id}?view=weeks&week=1`);
    expect(recap.length).toBeGreaterThan(most - 40 * length - 20); // one more line would be too long
  });
});

test('a message of exactly 1,000 characters is whole, and one of 1,001 is cut', async () => {
  league = await world.league(ann, { name: 'L' });
  await fillLeague(world.database.db, league, 17, ['W'.repeat(40)]);
  await save('groupme');
  await endLeague(world.database.db, league);
  await finalizeLeagues(world.database);
  const postAs = async (name: string) => {
    await world.database.pool.query('update leagues set name = $1 where leagues.id = $2', [name, league.id]);
    await world.database.pool.query('update league_chats set is_final_posted = false');
    await send();
    return receiver.texts().at(-1) ?? '';
  };
  const { length } = await postAs('L');
  const fitting = 'L'.repeat(1 + 1_000 - length);
  const whole = await postAs(fitting);
  expect([whole.length, whole.includes('…')]).toEqual([1_000, false]);
  const cut = await postAs(`${fitting}L`);
  expect(cut).toContain(`\n…\n\n${site}`);
  expect(cut.length).toBeLessThan(1_000);
});

describe('a correction of a week', () => {
  beforeEach(async () => {
    league = await world.league(ann, { name: 'Sunday League' });
    await save('slack');
  });

  test('that comes before the recap is posted is in it; its figures are the frozen ones', async () => {
    const gameId = await wonWeek();
    await decide(gameId, 0, 30);
    await send();
    await send();
    expect(receiver.texts()).toEqual([expect.stringContaining('Ann wins the week: +90 Ching')]);
    expect(receiver.texts()[0]).toMatch(/\nCorrected on .*: KC @\u200b BUF\. It counts in week 2: Ann -191\.\n/);
    await expectLedgerBalances(world.database.db);
  });

  test('that comes afterwards posts nothing again, and is in the recap of its own week', async () => {
    const gameId = await wonWeek();
    await send();
    await decide(gameId, 0, 30);
    await send();
    expect(receiver.texts()).toEqual([expect.not.stringContaining('Corrected')]);
    await freezeWeek();
    await send();
    await send();
    const [, second, ...more] = receiver.texts();
    expect(more).toEqual([]);
    expect(second).toMatch(/^Sunday League, week 2, /);
    expect(second).toMatch(/\nIncludes a correction of week 1 from .*: KC @\u200b BUF: Ann -191\.\n/);
    await expectLedgerBalances(world.database.db);
  });
});

test.each([
  ['took the rescue', { rescue: '250' }, 'is_rescued'],
  ['joined as a guest', { lateStart: 'guest' }, 'is_guest'],
] as const)(
  'a member who %s is no champion, also in a league that asks for no active weeks',
  async (_words, option, column) => {
    league = await world.league(ann, { fairPlay: { ...presets.classic, rescue: null, ...option } });
    const bob = await world.member(league, 'Bob');
    await save('slack');
    const { pool } = world.database;
    await pool.query(
      `update members set ${column} = true, available_cents = 200000 where league_id = $1 and user_id = $2`,
      [league.id, bob.user.id],
    );
    await endLeague(world.database.db, league);
    await finalizeLeagues(world.database);
    await send();
    expect((await ann.call(listGroups)).reply[0]?.group.champions.map(({ name }) => name)).toEqual(['Ann']);
    expect(receiver.texts()).toEqual([expect.stringContaining('Ann is champion.')]);
  },
);

test('an owner tries ten times an hour, all leagues and services together', async () => {
  const strict = await strictWorld({ CHAT_SERVICES: receiver.origin }, () => undefined);
  const [owner, other] = [await strict.signUp('Bob'), await strict.signUp('Cleo')];
  const [one, two, three] = [await strict.league(owner), await strict.league(owner), await strict.league(other)];
  for (const [player, { id }] of [
    [owner, one],
    [owner, two],
    [other, three],
  ] as const) {
    await player.call(saveChat, { params: { id }, body: { service: 'slack', address: receiver.slack } });
  }
  const tries = await repeat(12, (at) => owner.call(testChat, { params: { id: (at % 2 ? one : two).id } }));
  expect(tally(tries)).toEqual({ 200: 10, 429: 2 });
  expect(receiver.received).toHaveLength(10);
  expect((await other.call(testChat, { params: { id: three.id } })).reply).toEqual({ failure: null });
  await strict.drop();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveManualOdds } from '#shared/api/admin.ts';
import { deleteGroup, removeMember } from '#shared/api/groups.ts';
import { auditLog, grantAdminRight, linesPerPage, revokeAdminRight, searchPeople } from '#shared/api/oversight.ts';
import { endOtherSessions } from '#shared/api/own-account.ts';
import { auditActs } from '#shared/domain/audit.ts';
import { setResult } from '../settlement/set-result.ts';
import { final } from '../testing/games.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { grantAdmin } from '../users/service.ts';
import { auditWords } from './audit-words.ts';

let world: World;
let ada: Player;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.clear();
  ada = await anAdmin(world, 'Ada');
});

type Asked = { actor?: string; act?: (typeof auditActs)[number]; since?: string; after?: string };
const log = async (params: Asked = {}) => (await ada.call(auditLog, { params })).reply;
const sentences = async (params: Asked = {}) =>
  (await log(params)).lines.map(({ actor, words }) => `${actor} ${words}`);

test('every act of an admin, of a command and of a feed is a sentence', async () => {
  const bob = await world.signUp('Bob');
  const league = await world.league(bob, { name: 'Sunday League' });
  const eve = await world.member(league, 'Eve');
  const game = await world.addGame();
  await ada.call(saveManualOdds, {
    body: { odds: [{ gameId: game.id, moneylineHome: -120, moneylineAway: 100 }] },
  });
  await ada.call(saveManualOdds, {
    body: { odds: [{ gameId: game.id, moneylineHome: -130, moneylineAway: 100 }] },
  });
  await ada.call(saveManualOdds, { body: { odds: [{ gameId: game.id }] } });
  await world.finish(final(game, 24, 27));
  await world.finish(final(game, 24, 30));
  const byHand = { gameId: game.id, reason: 'The league has 24-31', setById: ada.user.id };
  await setResult(world.database, { ...byHand, outcome: { isVoid: false, home: 24, away: 31, halfInnings: null } }, 2);
  await setResult(world.database, { ...byHand, setById: null, reason: 'Forfeit.', outcome: { isVoid: true } }, 3);
  await grantAdmin(world.database, { email: bob.user.email }, null);
  await ada.call(grantAdminRight, { body: { who: eve.user.id } });
  await ada.call(revokeAdminRight, { body: { id: bob.user.id } });
  await eve.call(revokeAdminRight, { body: { id: eve.user.id, isOwnMeant: true } });
  await ada.call(searchPeople, { body: { query: eve.user.email } });
  await ada.call(searchPeople, { body: { query: league.id } });
  await eve.call(endOtherSessions);
  await bob.call(removeMember, { params: { id: league.id, userId: eve.user.id } });
  const teams = `${game.away.name} at ${game.home.name}`;
  expect((await sentences()).reverse()).toEqual([
    `Ada set odds on ${teams}: Home Moneyline none to -120, Away Moneyline none to 100.`,
    `Ada set odds on ${teams}: Home Moneyline -120 to -130.`,
    `Ada cleared the odds on ${teams}.`,
    `The feed corrected ${teams}: 27-24 to 30-24.`,
    `Ada set ${teams} to 31-24: The league has 24-31.`,
    `A command voided ${teams}: Forfeit.`,
    'A command made Bob an admin.',
    'Ada made Eve an admin.',
    'Ada ended the admin right of Bob.',
    'Eve gave up their admin right.',
    'Ada opened the account of Eve.',
    'Ada opened the league Sunday League.',
    'Eve signed out all their other browsers.',
    'Bob removed Eve from Sunday League.',
  ]);
  await bob.call(deleteGroup, { params: { id: league.id } });
  expect((await sentences())[0]).toBe('Bob deleted the league Sunday League, with 2 members and 0 tickets.');
  expect((await sentences({ act: 'member-removed' }))[0]).toBe('Bob removed Eve from a league that cannot be read.');
});

test('no act lacks words, whatever its line holds', () => {
  for (const action of auditActs) {
    const words = auditWords({ action, actorId: null, detail: {}, user: 'Ann', game: 'A at B', league: 'L' });
    expect(words, action).toMatch(/^[a-z].*\.$/);
  }
  const unknown = { action: 'later' as never, actorId: null, detail: {}, user: '', game: '', league: '' };
  expect(auditWords(unknown)).toBe('did what this version has no words for (later).');
});

test('names are those of now, and of whom is gone there is none', async () => {
  await world.database.pool.query(
    `insert into audit_log (id, actor_id, action, detail)
     values (gen_random_uuid(), gen_random_uuid(), 'admin-granted', $1)`,
    [{ userId: ada.user.id }],
  );
  expect(await sentences()).toEqual(['somebody whose account is gone made Ada an admin.']);
});

describe('the list', () => {
  /** Lines of three actors, several at the same moment. */
  async function fill(count: number): Promise<void> {
    await world.database.pool.query(
      `insert into audit_log (id, at, actor_id, action, detail)
       select gen_random_uuid(), timestamptz '2026-11-20' + (n / 4) * interval '1 hour',
         case n % 3 when 0 then $1::uuid when 1 then null else gen_random_uuid() end,
         case n % 2 when 0 then 'password-changed' else 'session-ended' end, '{}'
       from generate_series(1, $2) n`,
      [ada.user.id, count],
    );
  }

  async function all(params: Asked = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await log({ ...params, ...(after ? { after } : {}) });
      expect(page.lines.length).toBeLessThanOrEqual(linesPerPage);
      ids.push(...page.lines.map(({ id }) => id));
      if (page.next === null) return ids;
      after = page.next;
    }
  }

  const idsWhere = async (condition: string, values: unknown[] = []) => {
    const text = `select id from audit_log where ${condition} order by at desc, id desc`;
    return (await world.database.pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  };

  test('comes by pages, the latest first, and has each line once', async () => {
    await fill(100);
    expect(await all()).toEqual(await idsWhere('true'));
  });

  test('is narrowed by who, by act, by time, and by all together', async () => {
    await fill(100);
    const since = '2026-11-20T12:00:00Z';
    expect(await all({ actor: ada.user.id })).toEqual(await idsWhere('actor_id = $1', [ada.user.id]));
    expect(await all({ actor: 'command' })).toEqual(await idsWhere('actor_id is null'));
    expect(await all({ act: 'session-ended' })).toEqual(await idsWhere("action = 'session-ended'"));
    expect(await all({ since })).toEqual(await idsWhere('at >= $1', [since]));
    const together = await all({ actor: ada.user.id, act: 'session-ended', since });
    expect(together).toEqual(
      await idsWhere("actor_id = $1 and action = 'session-ended' and at >= $2", [ada.user.id, since]),
    );
    expect(together.length).toBeGreaterThan(3);
  });

  test('goes on where it was while acts are added', async () => {
    await fill(40);
    const first = await log();
    await grantAdmin(world.database, { email: (await world.signUp('Bob')).user.email }, null);
    const second = await log({ after: first.next ?? '' });
    const ids = [...first.lines, ...second.lines].map(({ id }) => id);
    expect(ids).toEqual(await idsWhere("action <> 'admin-granted'"));
  });

  test.each(['?act=nothing', '?actor=bob', '?since=yesterday', '?after=1'])('refuses %s', async (search) => {
    expect((await ada.raw('GET', `${auditLog.path}${search}`)).status).toBe(400);
  });
});

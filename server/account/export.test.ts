import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#shared/api/auth.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember, setDisplayName, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import { offerLeague } from '#shared/api/league-roles.ts';
import { exportAccount } from '#shared/api/own-account.ts';
import { addPushDevice } from '#shared/api/push.ts';
import { setReaction } from '#shared/api/remark-calls.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { calendarPathOf } from '../testing/calendar.ts';
import { aBet, aLeg, aParlay, final } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { aRecap } from '../testing/letters.ts';
import { strictWorld } from '../testing/limits.ts';
import { write } from '../testing/notices.ts';
import { aSubscription } from '../testing/subscription.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { exportOf } from './export.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld({ PUSH_SERVICES: 'http://127.0.0.1:5055' });
});
afterAll(() => world.drop());

type Exported = { leagues: { id: string; tickets: { id: string }[]; ledger: { amount: string }[] }[] };

/** The data of a player, as the file has them. */
async function exported(player: Player): Promise<Exported> {
  return JSON.parse((await player.call(exportAccount)).reply) as Exported;
}

test('an export has everything of its user', async () => {
  const owner = await world.signUp('Olga');
  const ann = await world.signUp('Ann');
  const league = await world.league(owner);
  const own = await world.league(ann, { name: 'Own League' });
  await world.join(ann, league);
  await ann.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'The Ace' } });
  await ann.call(addPushDevice, { body: aSubscription().body });
  await calendarPathOf(ann);
  await write(world, aRecap(ann.user.id, league.id));
  const [won, first, second] = [await world.addGame(), await world.addGame(), await world.addGame()];
  await ann.call(placeBet, { body: { ...aBet(league, won, '100'), note: 'Easy' } });
  const { reply } = await owner.call(placeBet, { body: aBet(league, won, '10') });
  await world.finish(final(won, 30, 0));
  const ofOwner = { id: league.id, ticketId: reply.remarks?.ticketId ?? '' };
  await ann.call(setReaction, { params: ofOwner, body: { reaction: 'fire' } });
  await ann.call(placeParlay, { body: aParlay(league, '10', [aLeg(first), aLeg(second)]) });
  const file = await ann.raw('GET', exportAccount.path);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="ching-account.json"');
  expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const data = (await file.json()) as Exported;
  expect(data).toMatchObject({
    account: { id: ann.user.id, email: ann.user.email, firstName: 'Ann', lastName: 'Tester', isAdmin: false },
    wantedEmail: null,
    sessions: [{ signedInAt: expect.any(String), lastSeenAt: expect.any(String) }],
    devices: [{ lastUsedAt: null }],
    settings: { mail: { recap: false } },
    calendarLinkMadeAt: expect.any(String),
    notices: [{ kind: 'recap', leagueId: league.id, facts: { week: 6 }, isRead: false }],
    leaguesLeftOut: 0,
  });
  expect(data.leagues.map(({ id }) => id)).toEqual([league.id, own.id].toSorted());
  expect(data.leagues.find(({ id }) => id === league.id)).toMatchObject({
    name: 'Sunday League',
    displayName: 'The Ace',
    isOwner: false,
    available: '1080.91',
    pending: '10.00',
    tickets: [
      { stake: '100.00', note: 'Easy', grade: 'won', paidBack: '190.91', legs: [{ gameId: won.id, grade: 'won' }] },
      { stake: '10.00', note: null, grade: null, paidBack: null, legs: [{ gameId: first.id }, { gameId: second.id }] },
    ],
    isManager: false,
    reactions: [{ ticketId: ofOwner.ticketId, reaction: 'fire', at: expect.any(String) }],
    awards: [],
    ledger: [
      { kind: 'grant', amount: '1000.00' },
      { kind: 'stake', amount: '-100.00' },
      { kind: 'payout', amount: '190.91' },
      { kind: 'stake', amount: '-10.00' },
    ],
  });
});

test('an export has the requests, offers and acts of its user, and the addresses of before', async () => {
  const [owner, ann, bob] = [await world.signUp('Olga'), await world.signUp('Ann'), await world.signUp('Bob')];
  const [led, own, wanted] = [await world.league(owner), await world.league(ann), await world.league(owner)];
  await world.join(ann, led);
  await world.join(bob, own);
  const offer = (by: Player, { id }: Group, to: Player) =>
    by.call(offerLeague, { params: { id }, body: { userId: to.user.id } });
  await offer(owner, led, ann);
  await offer(ann, own, bob);
  await owner.call(updateGroup, { params: { id: wanted.id }, body: { approvesJoins: true, name: 'Wanted' } });
  await ann.call(askToJoin, { body: { joinCode: wanted.joinCode } });
  await world.database.pool.query(
    `insert into email_undos (email_norm, email, id, user_id, expires_at) values
       ('before@example.com', 'Before@example.com', gen_random_uuid(), $1, now() + interval '1 hour'),
       ('long@example.com', 'long@example.com', gen_random_uuid(), $1, now() - interval '1 hour')`,
    [ann.user.id],
  );
  const text = (await ann.call(exportAccount)).reply;
  const data = JSON.parse(text) as Exported;
  expect(data).toMatchObject({
    emailsOfBefore: [{ email: 'Before@example.com', until: expect.any(String) }],
    joinRequests: [{ leagueId: wanted.id, name: 'Wanted', at: expect.any(String) }],
  });
  const [inLed, inOwn] = [led, own].map(({ id }) => data.leagues.find((league) => league.id === id));
  expect(inLed).toMatchObject({
    isOfferedToUser: true,
    offeredTo: null,
    acts: [{ number: 1, act: 'offered', by: 'another' }],
  });
  expect(inOwn).toMatchObject({
    isOfferedToUser: false,
    offeredTo: bob.user.id,
    acts: [{ number: 1, act: 'offered', by: 'user' }],
  });
  const { rows } = await world.database.pool.query('select id from email_undos where user_id = $1', [ann.user.id]);
  for (const secret of [...rows.map(({ id }) => id as string), owner.user.id, owner.user.email, wanted.joinCode])
    expect(text).not.toContain(secret);
});

test('an export has no secret, and nothing of other people', async () => {
  const bob = await world.signUp('Bob');
  const ann = await world.signUp('Ann');
  const league = await world.league(bob);
  await world.join(ann, league);
  await bob.call(setDisplayName, { params: { id: league.id }, body: { displayName: 'The Quagga' } });
  await bob.call(placeBet, { body: aBet(league, await world.addGame(), '77') });
  await world.visitor().call(login, { body: { email: ann.user.email, password: ann.password } });
  const { body: device } = aSubscription();
  await ann.call(addPushDevice, { body: device });
  const calendar = await calendarPathOf(ann);
  const text = (await ann.call(exportAccount)).reply;
  const { rows } = await world.database.pool.query(
    `select sid as secret from sessions union all select password_hash from users
     union all select auth from push_devices union all select p256dh from push_devices
     union all select browser from push_devices union all select secret_hash from calendars`,
  );
  const secrets = rows.map(({ secret }) => secret as string);
  for (const secret of [...secrets, device.endpoint, calendar]) expect(text).not.toContain(secret);
  for (const other of ['Quagga', bob.user.email, bob.user.id, '77.00', league.joinCode])
    expect(text).not.toContain(other);
});

test('who was removed has their bets of the league, and no notices of it', async () => {
  const owner = await world.signUp();
  const ann = await world.signUp('Ann');
  const league = await world.league(owner);
  await world.join(ann, league);
  await write(world, aRecap(ann.user.id, league.id));
  await ann.call(placeBet, { body: aBet(league, await world.addGame(), '100') });
  await owner.call(removeMember, { params: { id: league.id, userId: ann.user.id } });
  const data = await exported(ann);
  expect(data).toMatchObject({ notices: [], leagues: [{ id: league.id, removedAt: expect.any(String) }] });
  expect(data.leagues[0]?.tickets).toHaveLength(1);
});

test('who was removed is told neither what became of the league nor of an offer of it, and its owner offers it to nobody', async () => {
  const [owner, ann] = [await world.signUp(), await world.signUp('Ann')];
  const day = (days: number) => new Date(Date.UTC(2030, 0, days)).toISOString();
  const league = await world.league(owner, { joinDeadline: day(1), endDate: day(20) });
  await world.join(ann, league);
  await owner.call(offerLeague, { params: { id: league.id }, body: { userId: ann.user.id } });
  const present = { endDate: day(20), isOfferedToUser: true };
  expect(await exported(ann)).toMatchObject({ leagues: [present] });
  expect(await exported(owner)).toMatchObject({ leagues: [{ offeredTo: ann.user.id }] });
  await owner.call(removeMember, { params: { id: league.id, userId: ann.user.id } });
  await owner.call(updateGroup, { params: { id: league.id }, body: { endDate: day(27) } });
  const removed = { endDate: null, finalizedAt: null, isOfferedToUser: false };
  expect(await exported(ann)).toMatchObject({ leagues: [removed] });
  expect(await exported(owner)).toMatchObject({ leagues: [{ endDate: day(27), offeredTo: null }] });
  await endLeague(world.database.db, league);
  await finalizeLeagues(world.database);
  expect(await exported(ann)).toMatchObject({ leagues: [removed] });
  expect(await exported(owner)).toMatchObject({ leagues: [{ finalizedAt: expect.any(String) }] });
});

test('a long history comes whole, page by page', { timeout: 120_000 }, async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const game = await world.addGame();
  for (let at = 0; at < 41; at += 1)
    await Promise.all([1, 2, 3, 4, 5].map(() => ann.call(placeBet, { body: aBet(league, game, '1') })));
  const [exportedLeague] = (await exported(ann)).leagues;
  expect(exportedLeague?.tickets).toHaveLength(205);
  expect(new Set(exportedLeague?.tickets.map(({ id }) => id)).size).toBe(205);
  expect(exportedLeague?.ledger).toHaveLength(206);
});

test('leagues of lost machines are counted and left out', async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const { database } = world;
  const machines = { ...database.machines, unreachable: () => [league.id], reachable: () => [] };
  let text = '';
  for await (const part of await exportOf({ ...database, machines }, ann.user.id, [], new Date()))
    text += part.toString();
  expect(JSON.parse(text)).toMatchObject({ leagues: [], leaguesLeftOut: 1 });
});

test('five exports an hour are made for a user', async () => {
  const strict = await strictWorld({}, () => undefined);
  const player = await strict.signUp('Eager');
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await player.call(exportAccount)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await strict.drop();
});

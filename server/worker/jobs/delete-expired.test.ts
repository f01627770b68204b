import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '#shared/api/auth.ts';
import { ingest } from '../../feed/ingest.ts';
import { insertPull } from '../../feed/store.ts';
import { answerOf } from '../../games/feed-answer.ts';
import { final } from '../../testing/games.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { deleteExpiredRows } from './delete-expired.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

const remaining = async (text: string) => (await world.database.pool.query({ text, rowMode: 'array' })).rows.flat();

test('what is over is removed, and nothing that still counts', async () => {
  const [gone, here] = [await world.signUp(), await world.signUp()];
  const { db } = world.database;
  await db.execute(sql`delete from rate_limits`);
  await db.execute(sql`
    update sessions set expire = now() - interval '1 second' where sess #>> '{passport,user}' = ${gone.user.id}`);
  await db.execute(sql`
    insert into password_resets values ('over', ${gone.user.id}, now() - interval '1 second'),
      ('usable', ${here.user.id}, now() + interval '1 hour')`);
  await db.execute(sql`
    insert into rate_limits values ('over', 1, extract(epoch from now() - interval '61 minutes') * 1000),
      ('just over', 1, extract(epoch from now()) * 1000), ('running', 1, extract(epoch from now() + interval '1 hour') * 1000)`);
  await db.execute(sql`
    insert into outbox (id, recipient, subject, body, created_at) values
      (gen_random_uuid(), 'old', '', '', now() - interval '31 days'), (gen_random_uuid(), 'new', '', '', now())`);

  await db.execute(sql`
    insert into pulls
    select gen_random_uuid(), feed, 'NFL', 'slate', now() - days * interval '1 day', 1, null, 0, 0, '[]', '[]'
    from (values ('old', 15), ('new', 13)) as made (feed, days)`);

  await db.execute(sql`
    insert into quarantined_events
    select gen_random_uuid(), 'espn', 'NFL', 'slate', key, key, '', '{}', 2, '', now() - interval '90 days', now() - days * interval '1 day'
    from (values ('old', 31), ('new', 29)) as made (key, days)`);

  await db.execute(sql`
    insert into changes (topic, at) values ('sport:NFL', now() - interval '11 minutes'), ('sport:NBA', now() - interval '9 minutes')`);

  const league = await world.league(here);
  await db.execute(sql`
    insert into ticket_refusals (league_id, user_id, idempotency_key, request_hash, status, body, at)
    select ${league.id}, ${here.user.id}, key, '', 409, '{}', now() - minutes * interval '1 minute'
    from (values ('over', 10), ('counts', 9)) as made (key, minutes)`);

  await deleteExpiredRows(world.database, { name: 'espn', speed: 1 }).run();

  expect(await remaining('select idempotency_key from ticket_refusals')).toEqual(['counts']);
  expect(await remaining("select sess #>> '{passport,user}' from sessions")).toEqual([here.user.id]);
  expect(await remaining('select token_hash from password_resets')).toEqual(['usable']);
  expect(await remaining('select feed from pulls')).toEqual(['new']);
  expect(await remaining('select key from quarantined_events')).toEqual(['new']);
  expect(await remaining("select topic from changes where topic like 'sport:%'")).toEqual(['sport:NBA']);
  expect(await remaining('select key from rate_limits order by key')).toEqual(['just over', 'running']);
  expect(await remaining('select recipient from outbox')).toEqual(['new']);
  expect((await here.call(currentUser)).status).toBe(200);
});

test('a pull that confirmed a result is kept however old, since receipts name it; those of a faster feed are dropped sooner', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const game = await world.addGame();
  const pull = async (what: string, at: Date, feed = 'season') => {
    const id = uuid();
    const nothing = { failure: null, seen: 1, changed: 0, quarantined: [], unknownStatuses: [] };
    await insertPull(world.database.db, { id, feed, sport: 'NFL', what, at, tookMs: 1, ...nothing });
    return id;
  };
  for (const [nth, at] of [hoursAgo(500), hoursAgo(499)].entries()) {
    const pullId = await pull(`poll ${nth + 1}`, at);
    const answer = answerOf([final(game, 24, 20)]);
    await ingest(world.database, 'NFL', answer, new Date(Date.now() + (nth + 1) * 1_000), { pullId });
  }
  await pull('five hours ago', hoursAgo(5));
  await pull('six hours ago', hoursAgo(6));
  await pull('of a real feed', hoursAgo(7), 'espn');

  let nowMs = 0;
  const job = deleteExpiredRows(world.database, { name: 'season', speed: 60 }, () => nowMs);
  await job.run();
  const remainingPulls = () => remaining("select what from pulls where feed <> 'new' order by at");
  expect(await remainingPulls()).toEqual(['poll 2', 'of a real feed', 'five hours ago']);

  await pull('too late for this minute', hoursAgo(7));
  await job.run();
  expect(await remainingPulls()).toContain('too late for this minute');
  nowMs += 60_000;
  await job.run();
  expect(await remainingPulls()).toEqual(['poll 2', 'of a real feed', 'five hours ago']);
});

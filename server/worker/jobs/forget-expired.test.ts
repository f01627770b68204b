import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '#shared/api/auth.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { forgetExpired } from './forget-expired.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

test('what is over is removed, and nothing that still counts', async () => {
  const [gone, here] = [await world.signUp(), await world.signUp()];
  const { db } = world.database;
  await db.execute(sql`delete from rate_limits`);
  await db.execute(sql`
    update sessions set expire = now() - interval '1 second' where sess #>> '{passport,user}' = ${gone.user.id}`);
  await db.execute(sql`
    insert into password_resets values ('over', ${gone.user.id}, now() - interval '1 second'),
      ('usable', ${here.user.id}, now() + interval '1 second')`);
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

  await forgetExpired(world.database, 1).run();

  const left = async (text: string) => (await world.database.pool.query({ text, rowMode: 'array' })).rows.flat();
  expect(await left("select sess #>> '{passport,user}' from sessions")).toEqual([here.user.id]);
  expect(await left('select token_hash from password_resets')).toEqual(['usable']);
  expect(await left('select feed from pulls')).toEqual(['new']);
  expect(await left('select key from rate_limits order by key')).toEqual(['just over', 'running']);
  expect(await left('select recipient from outbox')).toEqual(['new']);
  expect((await here.call(currentUser)).status).toBe(200);
});

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, oneAtATime } from '../testing/cluster.ts';
import { leagueOwned, onEveryMachine, shard } from './distribute.ts';
import { migrate } from './migrate.ts';

/** A database with the migrations up to and including this one. */
async function databaseAt(lastTag: string): Promise<{ url: string; owner: pg.Client }> {
  const { url, drop } = await createDatabase(inject('clusterUrl'));
  onTestFinished(drop);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  onTestFinished(() => owner.end());

  const folder = await mkdtemp(join(tmpdir(), 'ching-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === lastTag);
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await oneAtATime(inject('clusterUrl'), () => runMigrations(drizzle(owner), { migrationsFolder: folder }));
  return { url, owner };
}

test('legs and results of an older database get the away team from their game, whichever side they remember as home', async () => {
  const { url, owner } = await databaseAt('0013_changed-at-alone');
  await owner.query(`
    insert into games (id, sport, season, starts_at, start_known, status, status_word, settleable, changed_at,
      home_team_id, home_abbr, home_city, home_name, away_team_id, away_abbr, away_city, away_name)
    values ('espn:1', 'NFL', 2026, now(), true, 'final', 'STATUS_FINAL', true, now(), 'A', 'a', 'a', 'a', 'B', 'b', 'b', 'b');
    insert into results (game_id, rev, source, is_void, home, away, home_team_id, starts_at, at)
    values ('espn:1', 1, 'feed', false, 3, 1, 'B', now(), now()), ('espn:1', 2, 'feed', false, 1, 3, 'A', now(), now());
    insert into users (id, email, email_norm, password_hash) values ('${one}', 'a@b', 'a@b', '');
    insert into leagues (id, name, owner_id) values ('${one}', 'one', '${one}');
    insert into members (league_id, user_id, available_cents) values ('${one}', '${one}', 0);
    insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, placed_at)
    select '${one}', id, '${one}', 1, 1, id::text, '', now() from unnest('{${one},${two},${three}}'::uuid[]) as id;
    insert into legs (league_id, ticket_id, number, id, game_id, market, side, price, original_start, home_team_id)
    select '${one}', id, 1, id, 'espn:1', 'moneyline', 'home', 100, now(), home
    from unnest('{${one},${two},${three}}'::uuid[], '{A,B,other}'::text[]) as placed(id, home)`);

  await migrate(url);

  const teams = "select home_team_id || ' ' || away_team_id as teams from";
  const legs = await owner.query<{ teams: string }>(`${teams} legs order by ticket_id`);
  expect(legs.rows.map((row) => row.teams)).toEqual(['A B', 'B A', 'other B']);
  const results = await owner.query<{ teams: string }>(`${teams} results order by rev`);
  expect(results.rows.map((row) => row.teams)).toEqual(['B A', 'A B']);
});

test('every member of an older database has a membership', async () => {
  const { url, owner } = await databaseAt('0018_corrections');
  await owner.query(`
    insert into users (id, email, email_norm, password_hash) values ('${one}', 'a', 'a', ''), ('${two}', 'b', 'b', '');
    insert into leagues (id, name, owner_id) values ('${three}', 'three', '${one}');
    insert into members (league_id, user_id, available_cents, removed_at)
    values ('${three}', '${one}', 0, null), ('${three}', '${two}', 0, now())`);

  await migrate(url);

  const { rows } = await owner.query('select user_id, league_id from memberships order by user_id');
  expect(rows).toEqual([one, two].map((userId) => ({ user_id: userId, league_id: three })));
});

test('open tickets of an older database get their games, but for one with a graded leg', async () => {
  const { url, owner } = await databaseAt('0028_push');
  await owner.query(`
    insert into games (id, sport, season, starts_at, start_known, status, status_word, settleable, changed_at,
      home_team_id, home_abbr, home_city, home_name, away_team_id, away_abbr, away_city, away_name)
    select id, 'NFL', 2026, now(), true, 'scheduled', 'STATUS_SCHEDULED', true, now(), 'A', 'a', 'a', 'a', 'B', 'b', 'b', 'b'
    from unnest('{espn:2,espn:10}'::text[]) as game(id);
    insert into users (id, email, email_norm, password_hash) values ('${one}', 'a@b', 'a@b', '');
    insert into leagues (id, name, owner_id) values ('${one}', 'one', '${one}');
    insert into members (league_id, user_id, available_cents) values ('${one}', '${one}', 0);
    insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, placed_at)
    select '${one}', id, '${one}', 1, 1, id::text, '', now() from unnest('{${one},${two},${three}}'::uuid[]) as id;
    insert into legs (league_id, ticket_id, number, id, game_id, market, side, price, original_start, home_team_id,
      away_team_id, grade)
    select '${one}', ticket, number, gen_random_uuid(), game, 'moneyline', 'home', 100, now(), 'A', 'B', grade
    from (values ('${one}'::uuid, 1, 'espn:2', null::grade), ('${two}', 1, 'espn:2', null), ('${two}', 2, 'espn:10', null),
      ('${three}', 1, 'espn:2', 'won'), ('${three}', 2, 'espn:10', null)) as leg(ticket, number, game, grade)`);

  await migrate(url);

  const { rows } = await owner.query<{ games: string | null }>('select games from tickets order by id');
  expect(rows.map(({ games }) => games)).toEqual(['espn:2', 'espn:10 espn:2', null]);
});

test.runIf(process.env.CITUS_URL)('a sharded database of before gets indexes and foreign keys alike', async () => {
  const { url, owner } = await databaseAt('0021_add-fair-play');
  const { rows: tables } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const existing = (names: readonly string[]) => names.filter((name) => tables.some((table) => table.name === name));
  await owner.query('begin');
  await shard(owner, { copied: existing(onEveryMachine), owned: existing(['leagues', ...leagueOwned]) });
  await owner.query('commit');

  await migrate(url);

  for (const table of ['closing_quotes', 'awards', 'statement_entries']) {
    expect((await owner.query(`select from ${table}`)).rows).toEqual([]);
  }
});

const [one, two, three] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

/**
 * Citus runs the statement on each shard, where the table has another name. It refused "leagues"."max_legs" with:
 * missing FROM-clause entry for table "leagues". A database that has the first migration alone is not sharded.
 */
test('no check of a migration names the table of its columns', async () => {
  const folder = join(import.meta.dirname, 'migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'));
  expect(files.length).toBeGreaterThan(20);
  const qualified = await Promise.all(
    files.map(async (name) =>
      (await readFile(join(folder, name), 'utf8')).match(/ADD CONSTRAINT.* CHECK .*"\."[^;]*/g),
    ),
  );
  expect(qualified.flatMap((found) => found ?? [])).toEqual([]);
});

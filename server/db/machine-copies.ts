import type pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { onEveryMachine } from './distribute.ts';

/** A table that every machine has a copy of, and the name of the copy, which is the same on every machine. */
export type Copy = {
  table: string;
  shard: string;
  /** The columns of the primary key, and all columns, as lists for SQL. */
  key: string;
  columns: string;
  /** Rows are compared in this many groups, by a hash of the key; a power of two. */
  buckets: number;
};

/** Chosen: one changed row makes no more than this many rows be sent, on average. */
const rowsInBucket = 50;
const fewestBuckets = 1_024;
const rowsAtOnce = 1_000; // Chosen: about a megabyte of quotes

/**
 * The copied tables, those that others reference first. Throws StartupError if a copy on the machine has other columns
 * than the table has.
 */
export async function listCopies(coordinator: pg.Client, there: pg.Client): Promise<Copy[]> {
  const { rows } = await coordinator.query<Omit<Copy, 'buckets'>>(
    `select name as table, shard_name(logicalrelid, shardid) as shard,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = logicalrelid and attnum > 0 and not attisdropped) as columns,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_index
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indisprimary and indrelid = logicalrelid) as key
     from unnest($1::text[]) with ordinality as copied(name, place)
     join pg_dist_shard on logicalrelid = name::regclass order by place`,
    [onEveryMachine],
  );
  const copies: Copy[] = [];
  for (const copy of rows) {
    if ((await columnsOf(coordinator, copy.table)) !== (await columnsOf(there, copy.shard))) {
      throw new StartupError(`The table ${copy.table} has other columns there: it was changed meanwhile.`);
    }
    const { rows: counted } = await coordinator.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${copy.table}`,
    );
    const buckets = 2 ** Math.ceil(Math.log2((counted[0]?.rows ?? 0) / rowsInBucket + 1));
    copies.push({ ...copy, buckets: Math.max(fewestBuckets, buckets) });
  }
  return copies;
}

async function columnsOf(client: pg.Client, relation: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull), ', ' order by attnum) as columns
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [relation],
  );
  return rows[0]?.columns ?? '';
}

/**
 * Makes the copies of a disabled machine equal to the coordinator's. Returns the number of rows that it deleted or
 * wrote in each table. Both connections must be in a transaction; the caller commits.
 */
export async function updateCopies(
  coordinator: pg.Client,
  there: pg.Client,
  copies: readonly Copy[],
): Promise<Map<string, number>> {
  const changed: { copy: Copy; buckets: number[] }[] = [];
  for (const copy of copies) {
    const buckets = await differingBuckets(coordinator, there, copy);
    if (buckets.length > 0) changed.push({ copy, buckets });
  }
  for (const { copy, buckets } of changed) await send(coordinator, there, copy, buckets);

  const rows = new Map(changed.map(({ copy }) => [copy.table, 0]));
  const add = ({ table }: Copy, { rowCount }: pg.QueryResult) =>
    rows.set(table, (rows.get(table) ?? 0) + (rowCount ?? 0));
  // A row is deleted before rows that it references, and written after them.
  for (const { copy, buckets } of changed.toReversed()) add(copy, await there.query(deletion(copy), [buckets]));
  for (const { copy } of changed) {
    add(copy, await there.query(writing(copy)));
    await there.query(`drop table ${fresh(copy)}`);
  }
  return rows;
}

function bucketOf({ key, buckets }: Copy): string {
  return `(hashtext(row(${key})::text) & ${buckets - 1})`;
}

/** The temporary table that gets the coordinator's rows of the buckets that differ. */
function fresh({ table }: Copy): string {
  return `fresh_${table}`;
}

async function differingBuckets(coordinator: pg.Client, there: pg.Client, copy: Copy): Promise<number[]> {
  const digests = (from: string) =>
    `select ${bucketOf(copy)} as bucket, count(*) || ' ' || sum(hashtextextended(each::text, 0)) as digest
     from ${from} as each group by 1`;
  type Digest = { bucket: number; digest: string };
  const [here, over] = await Promise.all([
    coordinator.query<Digest>(digests(copy.table)),
    there.query<Digest>(digests(copy.shard)),
  ]);
  const expected = new Map(here.rows.map(({ bucket, digest }) => [bucket, digest]));
  const found = new Map(over.rows.map(({ bucket, digest }) => [bucket, digest]));
  return [...new Set([...expected.keys(), ...found.keys()])].filter(
    (bucket) => expected.get(bucket) !== found.get(bucket),
  );
}

async function send(coordinator: pg.Client, there: pg.Client, copy: Copy, buckets: readonly number[]): Promise<void> {
  await there.query(`create temporary table ${fresh(copy)} (like ${copy.shard}) on commit drop`);
  await coordinator.query(
    `declare differing no scroll cursor for
     select row_to_json(each)::text as json from ${copy.table} as each where ${bucketOf(copy)} = any($1::int[])`,
    [buckets],
  );
  for (;;) {
    const { rows } = await coordinator.query<{ json: string }>(`fetch ${rowsAtOnce} from differing`);
    if (rows.length === 0) break;
    await there.query(`insert into ${fresh(copy)} select * from json_populate_recordset(null::${copy.shard}, $1)`, [
      `[${rows.map(({ json }) => json).join()}]`,
    ]);
  }
  await coordinator.query('close differing');
}

/** Deletes the rows of these buckets that the coordinator no longer has. */
function deletion(copy: Copy): string {
  const keys = copy.key.split(', ');
  const isSame = keys.map((column) => `${fresh(copy)}.${column} = each.${column}`).join(' and ');
  return `delete from ${copy.shard} as each where ${bucketOf(copy)} = any($1::int[])
    and not exists (select from ${fresh(copy)} where ${isSame})`;
}

/** Inserts and updates the rows of the buckets, but does not touch equal ones. */
function writing({ columns, key, shard, ...copy }: Copy): string {
  const excluded = columns.split(', ').map((column) => `excluded.${column}`);
  return `insert into ${shard} as each (${columns}) select ${columns} from ${fresh({ columns, key, shard, ...copy })}
    on conflict (${key}) do update set (${columns}) = row(${excluded.join(', ')}) where each.* is distinct from excluded.*`;
}

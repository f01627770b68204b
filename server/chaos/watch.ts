import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isLostCitus, sqlState } from '../db/connection.ts';
import { withSettings } from '../db/connection-settings.ts';
import type { Violations } from './violations.ts';

/** Checks the ledger over a connection of its own. */
export type Watch = {
  /** Runs a query, and retries while the database is away. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The number of checks that succeeded so far. */
  reads(): number;
  stop(): Promise<void>;
};

const everyMs = 200;
/**
 * Citus reads shard after shard over one connection to each machine. By default it opens up to 16 to each and closes
 * them after every check, and new connections would be most of the work of the machines.
 */
const settings = { 'citus.max_adaptive_executor_pool_size': '1' };
const readableWithinMs = 90_000; // longer than any fault takes a machine away

/**
 * The invariants of the ledger; each row is a violation. On Citus the statement runs whole on each shard, whose snapshot
 * has all rows of a league: the inner tables are not materialized, and each part of the union has the league.
 */
const broken = `
with entries as not materialized (
  select league_id, user_id, sum(amount_cents) as total, count(*) filter (where kind = 'grant') as grants,
    sum(amount_cents) filter (where ticket_id is null) as given,
    bool_or(kind = 'reversal') as is_corrected
  from ledger group by league_id, user_id
), open as not materialized (
  select league_id, user_id, sum(stake_cents) as total from tickets where grade is null group by league_id, user_id
), funds as not materialized (
  select m.league_id, m.user_id, m.available_cents, m.pending_cents, m.given_cents, m.joined_at, coalesce(e.total, 0) as entered,
    coalesce(e.given, 0) as given,
    coalesce(e.grants, 0) as grants, coalesce(e.is_corrected, false) as is_corrected, coalesce(o.total, 0) as staked
  from members m left join entries e using (league_id, user_id) left join open o using (league_id, user_id)
), booked as not materialized (
  select league_id, ticket_id as id, sum(amount_cents) as total from ledger where ticket_id is not null
  group by league_id, ticket_id
), taken as not materialized (
  select league_id, ticket_id as id, count(*) as legs, min(original_start) as first_start from legs
  group by league_id, ticket_id
), verdicts as not materialized (
  select league_id, ticket_id as id, count(*) as count from settlements group by league_id, ticket_id
)
select what, row from (
  select league_id, 'available is not the sum of the entries' as what, to_jsonb(f) as row
    from funds f where available_cents <> entered
  union all select league_id, 'pending is not the sum of the open stakes', to_jsonb(f) from funds f
    where pending_cents <> staked
  union all select league_id, 'given is not the sum of grant and rescue', to_jsonb(f) from funds f
    where given_cents <> given
  union all select league_id, 'a member has not exactly one grant', to_jsonb(f) from funds f where grants <> 1
  union all select league_id, 'a balance is below zero without a correction', to_jsonb(f) from funds f
    where available_cents < 0 and not is_corrected
  union all select f.league_id, 'somebody joined after the deadline', to_jsonb(f) from funds f
    join leagues l on l.id = f.league_id where f.joined_at >= l.join_deadline
  union all select t.league_id, 'what a ticket gave back is not what was booked', to_jsonb(t) || to_jsonb(b)
    from tickets t left join booked b using (league_id, id)
    where coalesce(b.total, 0) <> coalesce(t.back_cents, 0) - t.stake_cents
  union all select t.league_id, 'a ticket has no leg', to_jsonb(t) from tickets t
    left join taken g using (league_id, id) where g.legs is null
  union all select t.league_id, 'a ticket was placed after a game began', to_jsonb(t) from tickets t
    join taken g using (league_id, id) where t.placed_at >= g.first_start
  union all select t.league_id, 'a ticket was placed after its league ended', to_jsonb(t) from tickets t
    join leagues l on l.id = t.league_id where t.placed_at >= l.end_date
  union all select t.league_id, 'a ticket has not a row for each round', to_jsonb(t) from tickets t
    left join verdicts v using (league_id, id) where coalesce(v.count, 0) <> t.round
  union all select t.league_id, 'a league is final with open tickets', to_jsonb(t) from tickets t
    join leagues l on l.id = t.league_id where l.finalized_at is not null and t.grade is null
) found`;

/** Checks the invariants every 200 ms while the database is up. */
export function startWatch(url: string, violations: Violations): Watch {
  let connection: Promise<pg.Client> | null = null;
  let reads = 0;
  let isOver = false;

  const connected = async (): Promise<pg.Client> => {
    const connectionString = withSettings(url, settings);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 5_000 });
    client.on('error', () => undefined); // the next query fails and reconnects
    await client.connect();
    return client;
  };
  let lastQuery: Promise<unknown> = Promise.resolve();
  /** Null while the database is away. Queries run one after the other, since there is one connection. */
  const tried = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[] | null> => {
    const answer = lastQuery.then(() => asked<Row>(text, values));
    lastQuery = answer.catch(() => undefined);
    return answer;
  };
  const asked = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[] | null> => {
    connection ??= connected();
    const mine = connection;
    try {
      return (await (await mine).query<Row>(text, values)).rows;
    } catch (error) {
      const isAway = isLostCitus(error) || /^(08|53|57)/.test(sqlState(error) ?? '08');
      if (!isAway) throw error;
      if (connection === mine) connection = null;
      void mine.then((client) => client.end()).catch(() => undefined);
      return null;
    }
  };
  const watchLedger = async () => {
    while (!isOver) {
      const found = await tried<{ what: string; row: unknown }>(broken);
      if (found) reads += 1;
      for (const { what, row } of found ?? []) violations.add(what, row);
      await pause(everyMs);
    }
  };
  const watching = watchLedger().catch((error: unknown) => violations.add('the books cannot be read', String(error)));
  return {
    rows: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
      const deadline = Date.now() + readableWithinMs;
      for (;;) {
        const rows = await tried<Row>(text, values);
        if (rows) return rows;
        if (Date.now() > deadline) throw new Error('the database does not answer');
        await pause(20);
      }
    },
    reads: () => reads,
    stop: async () => {
      isOver = true;
      await watching;
      await connection?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { Database } from '../db/connection.ts';
import { watchChanges } from '../events/changes.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { createNoticeWriter } from '../notifications/pending-leagues.ts';
import { settleGames } from '../settlement/settle.ts';
import { aGame, final } from '../testing/games.ts';
import { median } from './figures.ts';

export type SettleSize = { tickets: readonly number[]; leagues: readonly number[]; membersPerLeague: number };

/**
 * Medians over the rounds, in milliseconds; `ratio` is the median of each round's ratio. `noticesMs` is what the worker's
 * job takes for the notices of what Ching has settled, without its wait; `notices` is their number in the last round.
 */
export type SettleFigures = {
  tickets: number;
  leagues: number;
  ching: number;
  atOnce: number;
  ratio: number;
  notices: number;
  noticesMs: number;
};

/**
 * Compares settling the tickets of one game with one statement that writes the same rows for all leagues, alternating
 * on the same server. `roundsFor` returns the number of rounds for a number of tickets.
 */
export async function measureSettling(
  owner: pg.Pool,
  database: Database,
  size: SettleSize,
  roundsFor: (tickets: number) => number,
): Promise<SettleFigures[]> {
  await fillLeagues(owner, size);
  await database.machines.start();
  const writeNotices = await noticeWriter(database);
  const figures: SettleFigures[] = [];
  for (const tickets of size.tickets) {
    for (const leagues of size.leagues.filter((count) => count <= tickets)) {
      const wanted = { tickets, leagues, membersPerLeague: size.membersPerLeague };
      const pairs: { ching: number; atOnce: number }[] = [];
      const noticed: { count: number; ms: number }[] = [];
      for (let round = 0; round < roundsFor(tickets); round += 1) {
        const settleAtOnce = async () => {
          const ms = await timed(owner, database, wanted, (game) => atOnce(owner, game));
          await writeNotices();
          return ms;
        };
        const settle = async () => {
          const ms = await timed(owner, database, wanted, () => settleGames(database, new Date(), 0));
          noticed.push(await writeNotices());
          return ms;
        };
        // The order alternates, so that neither always runs on the caches that the other filled.
        if (round % 2 === 0) pairs.push({ atOnce: await settleAtOnce(), ching: await settle() });
        else pairs.push({ ching: await settle(), atOnce: await settleAtOnce() });
      }
      figures.push({
        tickets,
        leagues,
        ching: median(pairs.map((pair) => pair.ching)),
        atOnce: median(pairs.map((pair) => pair.atOnce)),
        ratio: median(pairs.map((pair) => pair.ching / pair.atOnce)),
        notices: noticed.at(-1)?.count ?? 0,
        noticesMs: median(noticed.map(({ ms }) => ms)),
      });
    }
  }
  return figures;
}

/** Writes the notices of all that has been settled since the last call, and measures it. */
async function noticeWriter(database: Database): Promise<() => Promise<{ count: number; ms: number }>> {
  let clockMs = 0;
  const writer = createNoticeWriter(watchChanges(database.db), () => clockMs);
  await writer.run(database);
  return async () => {
    const begun = performance.now();
    await writer.run(database);
    clockMs += 2_000; // the leagues are quiet
    const count = await writer.run(database);
    return { count, ms: performance.now() - begun };
  };
}

/** The milliseconds that `settle` takes for the tickets of a new game. Throws if a ticket stays open. */
async function timed(
  owner: pg.Pool,
  database: Database,
  wanted: { tickets: number; leagues: number; membersPerLeague: number },
  settle: (game: FeedGame) => Promise<unknown>,
): Promise<number> {
  const game = aGame({ startsAt: new Date(Date.now() - 3 * 3_600_000) });
  const poll = (seen: FeedGame, agoMs: number) =>
    ingest(database, seen.sport, answerOf([seen]), new Date(Date.now() - agoMs));
  await poll(game, 14_400_000);
  await placeOn(owner, [game], wanted);
  await poll(final(game, 24, 20), 120_000);
  await poll(final(game, 24, 20), 60_000);
  await owner.query('vacuum analyze tickets, legs, ledger, members');
  await owner.query('checkpoint');
  const begun = performance.now();
  await settle(game);
  const took = performance.now() - begun;
  const { rows } = await owner.query<{ open: number }>(
    'select count(*)::int as open from legs join tickets t using (league_id) where t.id = ticket_id and game_id = $1 and (legs.grade is null or t.grade is null)',
    [game.id],
  );
  if (rows[0]?.open !== 0) throw new Error(`${rows[0]?.open} tickets were not settled`);
  return took;
}

/** Writes leagues, each with the same members. */
export async function fillLeagues(owner: pg.Pool, { leagues, membersPerLeague }: SettleSize): Promise<void> {
  await owner.query(
    `insert into users (id, email, email_norm, password_hash)
     select uuidv7(), n || '@example.com', n || '@example.com', '' from generate_series(1, $1::int) n`,
    [membersPerLeague],
  );
  await owner.query(
    `insert into leagues (id, name, owner_id) select uuidv7(), 'League ' || n, (select id from users limit 1) from generate_series(1, $1::int) n`,
    [Math.max(...leagues)],
  );
  // Those who join on the day of the games would be read, and be in the owner's notices, each time.
  await owner.query(
    `insert into members (league_id, user_id, available_cents, joined_at)
     select l.id, u.id, 100000, now() - interval '3 days' from leagues l, users u`,
  );
  await owner.query('insert into memberships (user_id, league_id) select user_id, league_id from members');
  await owner.query(
    `insert into ledger (league_id, id, user_id, kind, round, amount_cents) select league_id, uuidv7(), user_id, 'grant', 0, 100000 from members`,
  );
}

/**
 * Places tickets of one Ching at an even price, equally many per league and per game, half of each member's on either
 * side.
 */
export async function placeOn(
  owner: pg.Pool,
  games: readonly FeedGame[],
  { tickets, leagues, membersPerLeague }: { tickets: number; leagues: number; membersPerLeague: number },
): Promise<void> {
  await owner.query(
    `with league as (
       select row_number() over (order by id) - 1 as n, id from (select id from leagues order by id limit $1) as first
     ), person as (
       select row_number() over (order by id) - 1 as n, id from users
     ), wanted as (
       select l.id as league_id, p.id as user_id, uuidv7() as id, (number / ($1::int * $2::int)) % 2 as is_away,
         ($4::text[])[1 + number % cardinality($4::text[])] as game_id
       from generate_series(0, $3::int - 1) number
       join league l on l.n = number % $1::int
       join person p on p.n = (number / $1::int) % $2::int
     ), placed as (
       insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, games, placed_at)
       select league_id, id, user_id, 100, 200, id::text, '', game_id, now() - interval '4 hours' from wanted
     ), legged as (
       insert into legs (league_id, ticket_id, number, id, game_id, market, side, price, original_start, home_team_id, away_team_id)
       select league_id, w.id, 1, uuidv7(), g.id, 'moneyline', (case is_away when 0 then 'home' else 'away' end)::side, 100, g.starts_at, g.home_team_id, g.away_team_id
       from wanted w join games g on g.id = game_id
     ), booked as (
       insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents)
       select league_id, uuidv7(), user_id, id, 'stake', 0, -100 from wanted
     )
     update members m set available_cents = available_cents - staked, pending_cents = pending_cents + staked
     from (select league_id, user_id, 100 * count(*) as staked from wanted group by league_id, user_id) w
     where w.league_id = m.league_id and w.user_id = m.user_id`,
    [leagues, membersPerLeague, tickets, games.map(({ id }) => id)],
  );
}

/** Writes the same rows as settling in one statement: the cost of the database alone. */
async function atOnce(owner: pg.Pool, game: FeedGame): Promise<void> {
  await owner.query(
    `with graded as (
       update legs set grade = (case side when 'home' then 'won' else 'lost' end)::grade, rule = 'moneyline', graded_at = now(), result_rev = 1
       where game_id = $1 and grade is null returning league_id, ticket_id, number, grade, rule
     ), receipts as (
       insert into leg_grades (league_id, ticket_id, number, round, grade, rule, home, away, at, result_rev)
       select league_id, ticket_id, number, 1, grade, rule, 24, 20, now(), 1 from graded
     ), written as (
       update tickets t set grade = g.grade, back_cents = case g.grade when 'won' then payout_cents else 0 end, round = 1, settled_at = now()
       from graded g where t.league_id = g.league_id and t.id = g.ticket_id
       returning t.league_id, t.id, t.user_id, t.grade, t.stake_cents, t.back_cents
     ), verdicts as (
       insert into settlements (league_id, ticket_id, round, grade, back_cents, at)
       select league_id, id, 1, grade, back_cents, now() from written
     ), booked as (
       insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents)
       select league_id, uuidv7(), user_id, id, 'payout', 1, back_cents from written where back_cents > 0
     ), notified as (
       insert into changes (topic) select distinct 'league:' || league_id from written
     ), done as (
       update games set settled_rev = result_rev where id = $1
     )
     update members m set available_cents = available_cents + back, pending_cents = pending_cents - staked
     from (select league_id, user_id, sum(back_cents) as back, sum(stake_cents) as staked from written group by league_id, user_id) w
     where w.league_id = m.league_id and w.user_id = m.user_id`,
    [game.id],
  );
}

import type pg from 'pg';
import type { reveals } from '#shared/api/league-rules.ts';
import type { Database } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { aGame } from '../testing/games.ts';

/**
 * Counts. `standings` lists leagues by their number of members, `histories` lists users by their number of tickets.
 * `openBets` is the number of open tickets of one league for each way to reveal bets, `leaguesOfOne` the number of leagues
 * of one user.
 */
export type CrowdSize = {
  users: number;
  leagues: number;
  membersPerLeague: number;
  tickets: number;
  pastGames: number;
  upcomingGames: number;
  standings: readonly number[];
  histories: readonly number[];
  openBets: number;
  leaguesOfOne: number;
};

type Reveal = (typeof reveals)[number];

/** A member of a league, with a session. */
export type Seat = { leagueId: string; userId: string; sid: string };

export type Crowd = {
  size: CrowdSize;
  /** The games that take bets: all of one sport and week. */
  games: FeedGame[];
  /** A member of an ordinary league by number; the first `users` numbers are different users. */
  seat(number: number): Seat;
  /** A member of the league with so many members, by number. Its first week is over, and not frozen. */
  memberOfLeagueWith(members: number, number?: number): Seat;
  /** The user with so many tickets. */
  userWithTickets(tickets: number): Seat;
  /** A member of the league with most open bets that reveals them then. */
  memberOfOpenBets(reveal: Reveal): Seat;
  /** The user of most leagues, in one of them. */
  memberOfManyLeagues(): Seat;
};

const kinds = { user: '001', league: '002', ticket: '003', leg: '004', entry: '005', grant: '006' } as const;
type Kind = keyof typeof kinds;

/**
 * The id of a numbered row. SQL and TypeScript derive the same ids, so that millions of them need not be transferred.
 * Ids sort by number, as UUIDv7 sort by time.
 */
function idOf(kind: Kind, number: number): string {
  return `00000000-0000-7000-8${kinds[kind]}-${number.toString(16).padStart(12, '0')}`;
}

function idSql(kind: Kind, number: string): string {
  return `('00000000-0000-7000-8${kinds[kind]}-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
}

/** Tickets of each member of a league of `standings`, and of the user of most leagues in each league. */
const ticketsInStandings = 5;
const ticketsInEach = 10;
const stakeCents = 100;
/** One ticket in so many of a member is open. */
const openEvery = 10;

/**
 * Writes users with sessions, leagues, members and tickets, as placing and settling would have written them over a
 * year. One ticket in ten is open, one in five is a parlay of two legs, every price is even.
 *
 * owner     a pool that may write all tables. It skips the checks of foreign keys: the rows satisfy them by
 *           construction.
 * database  the pool of the app: upcoming games are ingested as from a feed.
 */
export async function fillCrowd(
  owner: pg.Pool,
  database: Database,
  size: CrowdSize,
  passwordHash: string,
): Promise<Crowd> {
  const games = await listUpcoming(database, size.upcomingGames);
  const client = await owner.connect();
  try {
    await client.query("set session_replication_role = 'replica'; set work_mem = '128MB'");
    await fillSeats(client, size, passwordHash);
    await fillPast(client, size.pastGames, games);
    await fillTickets(client, size);
  } finally {
    client.release(true); // closes it, which drops its settings and temporary tables
  }
  await owner.query('vacuum analyze');
  // Otherwise a checkpoint would write the filled pages to the disk in the middle of a row, and its bets would wait for
  // it.
  await owner.query('checkpoint');
  const { users, leagues, membersPerLeague, standings, histories } = size;
  const further = furtherSeats(size);
  const seatOf = (person: number, league: number): Seat => ({
    leagueId: idOf('league', league),
    userId: idOf('user', person),
    sid: sidOf(person),
  });
  return {
    size,
    games,
    seat: (number) => {
      const taken = number % (leagues * membersPerLeague);
      return seatOf(taken % users, Math.floor(taken / membersPerLeague));
    },
    memberOfLeagueWith: (members, number = 0) => seatOf(number % members, leagues + indexIn(standings, members)),
    userWithTickets: (tickets) => {
      const at = indexIn(histories, tickets);
      return seatOf(users + at, leagues + standings.length + at);
    },
    memberOfOpenBets: (reveal) => seatOf(0, further.openBets[reveal]),
    memberOfManyLeagues: () => seatOf(further.ofManyLeagues, further.leaguesOfOne),
  };
}

/** The numbers of the leagues with most open bets, of the user of most leagues, and of the first of these leagues. */
function furtherSeats({ users, leagues, standings, histories }: CrowdSize) {
  const first = leagues + standings.length + histories.length;
  const openBets: Record<Reveal, number> = { settled: first, started: first + 1 };
  return { openBets, ofManyLeagues: users + histories.length, leaguesOfOne: first + 2 };
}

function sidOf(person: number): string {
  return `bench-${person}`;
}

function indexIn(sizes: readonly number[], wanted: number): number {
  const at = sizes.indexOf(wanted);
  if (at < 0) throw new Error(`nothing of size ${wanted} was made`);
  return at;
}

/** Games of football that start in three hours, so that none locks during the measurements. */
async function listUpcoming(database: Database, count: number): Promise<FeedGame[]> {
  const startsAt = new Date(Date.now() + 3 * 3_600_000);
  const games = Array.from({ length: count }, () => aGame({ startsAt }));
  const currentWeek = { week: 12, season: 2026, seasonType: 'regular' } as const;
  await ingest(database, 'NFL', answerOf(games, { currentWeek }), new Date());
  return games;
}

async function fillSeats(client: pg.PoolClient, size: CrowdSize, passwordHash: string): Promise<void> {
  const { users, leagues, membersPerLeague, tickets, standings, histories, openBets, leaguesOfOne } = size;
  const further = furtherSeats(size);
  const persons = further.ofManyLeagues + 1;
  const allLeagues = further.leaguesOfOne + leaguesOfOne;
  await client.query(
    `insert into users (id, email, email_norm, password_hash, first_name, last_name)
     select ${idSql('user', 'n')}, 'member' || n || '@example.com', 'member' || n || '@example.com', $1, 'Member ' || n, 'Tester'
     from generate_series(0, $2::int - 1) n`,
    [passwordHash, persons],
  );
  const sess = `json_build_object('cookie', json_build_object('originalMaxAge', 2592000000, 'httpOnly', true, 'path', '/', 'sameSite', 'lax'),
    'passport', json_build_object('user', ${idSql('user', 'n')}), 'createdAt', (extract(epoch from now()) * 1000)::bigint)`;
  await client.query(
    `insert into sessions (sid, sess, expire)
     select 'bench-' || n, ${sess}, now() + interval '7 days' from generate_series(0, $1::int - 1) n`,
    [persons],
  );
  await client.query(
    `insert into leagues (id, name, owner_id, end_date)
     select ${idSql('league', 'n')}, 'League ' || n, ${idSql('user', '0')}, now() + interval '1 year' from generate_series(0, $1::int - 1) n`,
    [allLeagues],
  );
  // Eight days, so that the week in which these leagues began is over.
  await client.query(
    `update leagues set created_at = now() - interval '8 days'
     where id in (select ${idSql('league', 'n')} from generate_series($1::int, $2::int - 1) n)`,
    [leagues, leagues + standings.length],
  );
  await client.query(
    `insert into join_codes (code, league_id) select lpad(n::text, 6, '0'), ${idSql('league', 'n')} from generate_series(0, $1::int - 1) n`,
    [allLeagues],
  );
  await client.query(
    `create temporary table seats as
     select league, seat, (league * $2::int + seat) % $3::int as person
     from generate_series(0, $1::int - 1) league, generate_series(0, $2::int - 1) seat`,
    [leagues, membersPerLeague, users],
  );
  await client.query(
    `create temporary table wanted as
     select n % $1::int as league, (n / $1::int) % $2::int as seat, n / ($1::int * $2::int) as nth from generate_series(0, $3::int - 1) n`,
    [leagues, membersPerLeague, tickets],
  );
  for (const [at, members] of standings.entries()) {
    await client.query('insert into seats select $1::int, n, n from generate_series(0, $2::int - 1) n', [
      leagues + at,
      members,
    ]);
    await client.query(
      'insert into wanted select $1::int, n, nth from generate_series(0, $2::int - 1) n, generate_series(0, $3::int - 1) nth',
      [leagues + at, members, ticketsInStandings],
    );
  }
  for (const [at, count] of histories.entries()) {
    const league = leagues + standings.length + at;
    await client.query('insert into seats values ($1::int, 0, $2::int)', [league, users + at]);
    await client.query('insert into wanted select $1::int, 0, n from generate_series(0, $2::int - 1) n', [
      league,
      count,
    ]);
  }
  for (const [reveal, league] of Object.entries(further.openBets)) {
    await client.query(`update leagues set reveal = $1::reveal where id = ${idSql('league', '$2::int')}`, [
      reveal,
      league,
    ]);
    await client.query('insert into seats select $1::int, n, n from generate_series(0, $2::int - 1) n', [
      league,
      membersPerLeague,
    ]);
    await client.query(
      'insert into wanted select $1::int, n % $2::int, n / $2::int * $3::int from generate_series(0, $4::int - 1) n',
      [league, membersPerLeague, openEvery, openBets],
    );
  }
  await client.query('insert into seats select $1::int + n, 0, $2::int from generate_series(0, $3::int - 1) n', [
    further.leaguesOfOne,
    further.ofManyLeagues,
    leaguesOfOne,
  ]);
  await client.query(
    'insert into wanted select $1::int + n, 0, nth from generate_series(0, $2::int - 1) n, generate_series(0, $3::int - 1) nth',
    [further.leaguesOfOne, leaguesOfOne, ticketsInEach],
  );
}

/** Games of the last year: every fourth is a tie, the home side wins the others. */
async function fillPast(client: pg.PoolClient, count: number, upcoming: readonly FeedGame[]): Promise<void> {
  await client.query(
    `insert into games (id, sport, season, season_type, week, starts_at, start_known, status, status_word, settleable,
       home_team_id, home_abbr, home_city, home_name, away_team_id, away_abbr, away_city, away_name,
       home_score, away_score, counted_home, counted_away, equal_polls, result_rev, settled_rev, started_at, changed_at)
     select 'espn:past-' || n, 'NFL', 2025, 'regular', 1 + n % 18, at, true, 'final', 'STATUS_FINAL', true,
       n || '-home', 'BUF', 'Buffalo', 'Bills', n || '-away', 'KC', 'Kansas City', 'Chiefs',
       24, away, 24, away, 2, 1, 1, at, at + interval '3 hours'
     from generate_series(0, $1::int - 1) n, lateral (
       select now() - interval '1 day' * (1 + n * 360.0 / $1::int) as at, case when n % 4 = 3 then 24 else 20 end as away
     ) as made`,
    [count],
  );
  await client.query(
    `insert into results (game_id, rev, source, is_void, home, away, home_team_id, away_team_id, starts_at, at)
     select id, 1, 'feed', false, counted_home, counted_away, home_team_id, away_team_id, starts_at, changed_at from games where status = 'final'`,
  );
  await client.query(
    `insert into closing_quotes (game_id, home_team_id, away_team_id, locked_at, moneyline_home, moneyline_away, origins)
     select id, home_team_id, away_team_id, starts_at, -110, -110,
       json_build_object('moneyline', json_build_object('source', 'feed', 'heardAt', extract(epoch from starts_at) * 1000))
     from games where status = 'final'`,
  );
  await client.query(
    `create temporary table past_and_upcoming as
     select 'past' as kind, n, id, starts_at, home_team_id, away_team_id, counted_home = counted_away as tied
     from games, lateral (select substr(id, 11)::int as n) as numbered where id like 'espn:past-%'`,
  );
  await client.query(
    `insert into past_and_upcoming select 'upcoming', n - 1, g.id, g.starts_at, g.home_team_id, g.away_team_id, false
     from unnest($1::text[]) with ordinality as given(id, n) join games g on g.id = given.id`,
    [upcoming.map((game) => game.id)],
  );
  await client.query('analyze past_and_upcoming');
}

async function fillTickets(client: pg.PoolClient, { pastGames, upcomingGames }: CrowdSize): Promise<void> {
  const gamesOf = (kind: string) => `(case ${kind} when 'past' then ${pastGames} else ${upcomingGames} end)`;
  await client.query(
    `create temporary table placed as
     select number, ${idSql('league', 'w.league')} as league_id, ${idSql('ticket', 'number')} as id,
       ${idSql('user', 'person')} as user_id, legs, side, kind, game_number,
       case when kind = 'upcoming' then null when game_number % 4 = 3 then 'push' when side = 'home' then 'won' else 'lost' end as grade
     from (select row_number() over () - 1 as number, league, seat, nth from wanted) w
     join seats using (league, seat),
     lateral (select case when nth % ${openEvery} = 0 then 'upcoming' else 'past' end as kind) as chosen,
     lateral (select 1 + (number % 5 = 0)::int as legs, case when number / 3 % 2 = 0 then 'home' else 'away' end as side,
       (number * 7) % ${gamesOf('chosen.kind')} as game_number) as made`,
  );
  await client.query('analyze placed');
  await client.query(
    `create temporary table priced as
     select p.*, b.starts_at, ${stakeCents}::bigint as stake, (${stakeCents} * 2 ^ legs)::bigint as payout,
       case grade when 'won' then (${stakeCents} * 2 ^ legs)::bigint when 'push' then ${stakeCents} when 'lost' then 0 end as back,
       case when grade is null then now() - interval '1 hour' else b.starts_at - interval '1 hour' end as placed_at,
       b.starts_at + interval '3 hours' as settled_at,
       case when grade is null and legs = 1 then b.id
         when grade is null then least(b.id collate "C", s.id) || ' ' || greatest(b.id collate "C", s.id) end as games
     from placed p join past_and_upcoming b on b.kind = p.kind and b.n = p.game_number
     join past_and_upcoming s on s.kind = p.kind and s.n = (p.game_number + 4) % ${gamesOf('p.kind')}`,
  );
  await client.query('analyze priced');
  await client.query(
    `insert into tickets (league_id, id, user_id, stake_cents, payout_cents, grade, back_cents, round, idempotency_key, request_hash, games, placed_at, settled_at)
     select league_id, id, user_id, stake, payout, grade::grade, back, (grade is not null)::int, id::text, '', games, placed_at,
       case when grade is not null then settled_at end
     from priced`,
  );
  await client.query(
    `insert into legs (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id, away_team_id, grade, rule, graded_at, result_rev)
     select league_id, p.id, leg, ${idSql('leg', 'p.number * 2 + leg')}, b.id, 'moneyline', side::side, null, 100, b.starts_at, b.home_team_id, b.away_team_id,
       grade::grade, (case when grade = 'push' then 'moneyline-tie' when grade is not null then 'moneyline' end)::rule,
       case when grade is not null then settled_at end, case when grade is not null then 1 end
     from priced p cross join lateral generate_series(1, legs) leg
     join past_and_upcoming b on b.kind = p.kind and b.n = (p.game_number + (leg - 1) * 4) % ${gamesOf('p.kind')}`,
  );
  await client.query(
    `insert into leg_grades (league_id, ticket_id, number, round, grade, rule, home, away, at, result_rev)
     select l.league_id, l.ticket_id, l.number, 1, l.grade, l.rule, g.counted_home, g.counted_away, l.graded_at, 1
     from legs l join games g on g.id = l.game_id where l.grade is not null`,
  );
  await client.query(
    `insert into settlements (league_id, ticket_id, round, grade, back_cents, at)
     select league_id, id, 1, grade::grade, back, settled_at from priced where grade is not null`,
  );
  await client.query(
    `insert into ledger (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
     select league_id, ${idSql('entry', 'number * 2')}, user_id, id, 'stake', 0, -stake, placed_at from priced
     union all
     select league_id, ${idSql('entry', 'number * 2 + 1')}, user_id, id, (case grade when 'won' then 'payout' else 'refund' end)::entry_kind, 1, back, settled_at
     from priced where back > 0`,
  );
  await client.query(
    `insert into ledger (league_id, id, user_id, kind, round, amount_cents)
     select ${idSql('league', 'league')}, ${idSql('grant', 'row_number() over ()')}, ${idSql('user', 'person')}, 'grant', 0, 100000 from seats`,
  );
  await client.query(
    `insert into members (league_id, user_id, available_cents, pending_cents)
     select ${idSql('league', 'league')}, ${idSql('user', 'person')}, 100000 + coalesce(moved, 0), coalesce(pending, 0)
     from seats left join (
       select league_id, user_id, sum(coalesce(back, 0) - stake) as moved, sum(stake) filter (where grade is null) as pending
       from priced group by league_id, user_id
     ) p on p.league_id = ${idSql('league', 'league')} and p.user_id = ${idSql('user', 'person')}`,
  );
  await client.query('insert into memberships (user_id, league_id) select user_id, league_id from members');
}

import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { offerFor, sidesOf } from '#shared/domain/market.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { withOdds } from '#shared/testing/examples.ts';
import type { Database } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { aGame, final, plainQuote } from './games.ts';
import {
  backOf,
  type Ending,
  type Funds,
  fundsAfter,
  memberKey,
  outcomeOf,
  type PlacedTicket,
} from './reference-model.ts';

const minute = 60_000;
const usersCount = 100;
const membersPerLeague = 20;
const insertAtOnce = 5_000;

/** The placed tickets and their games, which began three hours ago. */
export type Bulk = { games: FeedGame[]; tickets: PlacedTicket[]; leagueIds: string[] };

/** The endings of the games, by index: they produce every grade, a cancelled game and a draw. */
export const bulkEndings: Ending[] = [
  { home: 24, away: 20 },
  { home: 23, away: 20 },
  { home: 98, away: 104 },
  'off',
  { home: 2, away: 3 },
  { home: 1, away: 1 },
];

/**
 * Writes leagues with open tickets on six games, one of each sport, as placing would have written them. No member
 * stakes more than their balance. The same `seed` makes the same tickets.
 */
export async function placeInBulk(
  database: Database,
  wanted: { leagues: number; singles: number; parlays: number; seed: number },
): Promise<Bulk> {
  const random = randomFrom(wanted.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const startsAt = new Date(Date.now() - 180 * minute);
  const placedAt = new Date(Date.now() - 240 * minute).toISOString();
  const games = await listGames(database, startsAt);
  const userIds = Array.from({ length: usersCount }, () => uuid());
  const leagueIds = Array.from({ length: wanted.leagues }, () => uuid());
  const membersOf = (league: number) =>
    Array.from({ length: membersPerLeague }, (_, at) => userIds[(league * 7 + at) % usersCount] as string);

  const tickets = Array.from({ length: wanted.singles + wanted.parlays }, (_, number): PlacedTicket => {
    const league = number % wanted.leagues;
    const nth = Math.floor(number / wanted.leagues);
    const legs = number < wanted.singles ? 1 : 2 + below(3);
    const first = below(games.length);
    return {
      leagueId: leagueIds[league] as string,
      userId: membersOf(league)[nth % membersPerLeague] as string,
      stake: 100 * (1 + below(200)),
      legs: Array.from({ length: legs }, (_leg, at) => {
        const game = games[(first + at) % games.length] as FeedGame;
        const markets = sportRules[game.sport].markets;
        const market = markets[below(markets.length)] ?? 'moneyline';
        const sides = sidesOf(game.sport, market);
        const offer = offerFor(game.sport, game.quote, market, sides[below(sides.length)] ?? 'home');
        if (!offer) throw new Error(`${game.id} offers no ${market}`);
        return { sport: game.sport, gameId: game.id, ...offer };
      }),
    };
  });
  const funds = fundsAfter(tickets.map((placed) => ({ placed, back: null })));
  const members = leagueIds.flatMap((leagueId, league) => membersOf(league).map((userId) => ({ leagueId, userId })));
  const gamesById = new Map(games.map((game) => [game.id, game]));
  const ids = tickets.map(() => uuid());

  const { pool } = database;
  const [owner] = userIds;
  await insert(
    pool,
    'users',
    userIds.map((id) => ({ id, email: `${id}@example.com`, email_norm: `${id}@example.com`, password_hash: '' })),
  );
  await insert(
    pool,
    'leagues',
    leagueIds.map((id) => ({ id, name: 'Bulk', owner_id: owner })),
  );
  await insert(
    pool,
    'join_codes',
    leagueIds.map((id, at) => ({ code: `B${String(at).padStart(5, '0')}`, league_id: id })),
  );
  await insert(
    pool,
    'memberships',
    members.map(({ leagueId, userId }) => ({ user_id: userId, league_id: leagueId })),
  );
  await insert(
    pool,
    'members',
    members.map(({ leagueId, userId }) => {
      const { available, pending } = funds.get(memberKey(leagueId, userId)) ?? { available: 100_000, pending: 0 };
      return { league_id: leagueId, user_id: userId, available_cents: available, pending_cents: pending };
    }),
  );
  await insert(
    pool,
    'tickets',
    tickets.map(({ leagueId, userId, stake, legs }, at) => ({
      league_id: leagueId,
      id: ids[at],
      user_id: userId,
      stake_cents: stake,
      payout_cents: backOf(
        stake,
        legs.map(({ price }) => ({ outcome: 'won', price })),
      ),
      idempotency_key: ids[at],
      request_hash: '',
      placed_at: placedAt,
    })),
  );
  await insert(
    pool,
    'legs',
    tickets.flatMap(({ leagueId, legs }, at) =>
      legs.map(({ gameId, market, side, line, price }, number) => ({
        league_id: leagueId,
        ticket_id: ids[at],
        number: number + 1,
        id: uuid(),
        game_id: gameId,
        market,
        side,
        line,
        price,
        original_start: startsAt.toISOString(),
        home_team_id: gamesById.get(gameId)?.home.id,
        away_team_id: gamesById.get(gameId)?.away.id,
      })),
    ),
  );
  const grants = members.map(({ leagueId, userId }) => ({
    leagueId,
    userId,
    ticketId: null,
    kind: 'grant',
    amount: 100_000,
  }));
  const stakes = tickets.map(({ leagueId, userId, stake }, at) => ({
    leagueId,
    userId,
    ticketId: ids[at],
    kind: 'stake',
    amount: -stake,
  }));
  await insert(
    pool,
    'ledger',
    [...grants, ...stakes].map(({ leagueId, userId, ticketId, kind, amount }) => ({
      league_id: leagueId,
      id: uuid(),
      user_id: userId,
      ticket_id: ticketId,
      kind,
      round: 0,
      amount_cents: amount,
    })),
  );
  await pool.query('analyze');
  return { games, tickets, leagueIds };
}

async function listGames(database: Database, startsAt: Date): Promise<FeedGame[]> {
  const quote = withOdds(plainQuote, { spreadHome: -3, spreadAway: 3 });
  const games = (['NFL', 'CFB', 'NBA', 'MLB', 'Hockey', 'Soccer'] as const).map((sport) =>
    aGame(sport === 'Soccer' ? { sport, startsAt } : { sport, startsAt, quote }),
  );
  for (const game of games) await poll(database, game, new Date(startsAt.getTime() - 120 * minute));
  return games;
}

/** Ingests three polls in which every game has its ending: as many as a correction needs. */
export async function endAll(database: Database, { games }: Bulk, endings: readonly Ending[], at: Date): Promise<void> {
  for (const beforeMs of [2, 1, 0]) {
    const time = new Date(at.getTime() - beforeMs);
    for (const [number, game] of games.entries()) {
      const ending = endings[number] ?? 'off';
      const seen: FeedGame =
        ending === 'off'
          ? { ...game, status: 'canceled', statusWord: 'STATUS_CANCELED' }
          : final(game, ending.home, ending.away);
      await poll(database, seen, time);
    }
  }
}

async function poll(database: Database, game: FeedGame, at: Date): Promise<void> {
  await ingest(database, game.sport, answerOf([game]), at, { correctionMinutes: 0 });
}

/** The funds that every member with a ticket must have after these endings, by the reference model. */
export function expectedFunds({ games, tickets }: Bulk, endings: readonly Ending[]): Map<string, Funds> {
  const endingOf = new Map(games.map((game, at) => [game.id, endings[at] ?? 'off']));
  return fundsAfter(
    tickets.map((placed) => {
      const legs = placed.legs.map((leg) => ({ ...leg, outcome: outcomeOf(leg, endingOf.get(leg.gameId) ?? 'off') }));
      return { placed, back: backOf(placed.stake, legs) };
    }),
  );
}

/** The funds of every member with a ticket in the database. */
export async function booked({ pool }: Database): Promise<Map<string, Funds>> {
  const { rows } = await pool.query<{ league_id: string; user_id: string } & Funds>(`
    select league_id, user_id, available_cents::float8 as available, pending_cents::float8 as pending from members m
    where exists (select 1 from tickets t where t.league_id = m.league_id and t.user_id = m.user_id)`);
  return new Map(rows.map(({ league_id, user_id, ...funds }) => [memberKey(league_id, user_id), funds]));
}

/** Counts of what is wrong after everything has been settled once; all zero if nothing is. */
export async function leftovers({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(`select
    (select count(*)::int from tickets where grade is null or round <> 1) as "tickets not settled once",
    (select count(*)::int from tickets t where 1 <> (
      select count(*) from settlements s where s.league_id = t.league_id and s.ticket_id = t.id)) as "tickets without their one verdict",
    (select count(*)::int from tickets t where (t.back_cents > 0)::int <> (
      select count(*) from ledger l where l.league_id = t.league_id and l.ticket_id = t.id and l.kind <> 'stake')) as "tickets paid twice or not at all",
    (select count(*)::int from legs where grade is null) as "open legs",
    (select count(*)::int from legs g where 1 <> (
      select count(*) from leg_grades e where e.league_id = g.league_id and e.ticket_id = g.ticket_id and e.number = g.number)) as "legs not graded once",
    (select count(*)::int from games where settled_rev <> result_rev) as "unsettled games"`);
  return rows[0] ?? {};
}

/** Inserts rows, which are objects by column name; a column without a value gets its default. */
async function insert(pool: pg.Pool, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let from = 0; from < rows.length; from += insertAtOnce) {
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.slice(from, from + insertAtOnce))],
    );
  }
}

/** Random numbers from 0 to 1; the same seed gives the same sequence (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

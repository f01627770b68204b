import type pg from 'pg';
import type { Frozen } from './reference-leagues.ts';

export type Books = {
  /** `words`: verdict and grades of the legs as text; `rules`: the rule codes that the product stored. */
  tickets: Map<string, { words: string; rules: string }>;
  funds: Map<string, string>;
  frozen: Map<string, Frozen[]>;
};

export async function readBooks(owner: pg.Pool): Promise<Books> {
  const tickets = await owner.query<{ id: string; grade: string | null; back: number; legs: string; rules: string }>(`
    select t.id, t.grade, t.back_cents::float8 as back,
      string_agg(coalesce(l.grade::text, 'open'), ', ' order by l.number) as legs,
      string_agg(coalesce(l.rule::text, '-'), ', ' order by l.number) as rules
    from tickets t join legs l on l.league_id = t.league_id and l.ticket_id = t.id group by t.league_id, t.id`);
  const members = await owner.query<{ key: string; available: number; pending: number }>(`
    select league_id || ' ' || user_id as key, available_cents::float8 as available, pending_cents::float8 as pending
    from members`);
  const standings = await owner.query<Frozen & { leagueId: string }>(`
    select s.league_id as "leagueId", user_id as "userId", rank, balance_cents::float8 as balance, wins, losses, bets
    from final_standings s join leagues on leagues.id = s.league_id where finalized_at is not null`);
  const frozen = new Map<string, Frozen[]>();
  for (const { leagueId, ...row } of standings.rows) frozen.set(leagueId, [...(frozen.get(leagueId) ?? []), row]);
  return {
    tickets: new Map(
      tickets.rows.map(({ id, grade, back, legs, rules }) => [
        id,
        { words: `${words(grade === null ? null : { grade, back })}: ${legs}`, rules },
      ]),
    ),
    funds: new Map(members.rows.map(({ key, available, pending }) => [key, words({ available, pending })])),
    frozen: new Map([...frozen].map(([id, rows]) => [id, sorted(rows)])),
  };
}

export function words(value: unknown): string {
  return JSON.stringify(value);
}

export function sorted(rows: readonly Frozen[]): Frozen[] {
  const row = ({ userId, rank, balance, wins, losses, bets }: Frozen) => ({
    userId,
    rank,
    balance,
    wins,
    losses,
    bets,
  });
  return rows.map(row).sort((one, other) => (one.userId < other.userId ? -1 : 1));
}

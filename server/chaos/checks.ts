import { setTimeout as pause } from 'node:timers/promises';
import { listGroups } from '#shared/api/groups.ts';
import { memberKey } from '../testing/reference-model.ts';
import type { Player } from './crowd.ts';
import type { Deployment } from './deployment.ts';
import type { Model } from './model.ts';
import { endingsOf, type PlannedGame } from './planned-games.ts';

const settledWithinMs = 60_000;

/** Checks that every acknowledged ticket is stored exactly once, with its stake and its member. */
export async function checkPromises({ watch, journal, violations }: Deployment): Promise<void> {
  const promised = await journal.entries();
  const rows = await watch.rows<{ key: string; league: string; user: string; stake: number; count: number }>(`
    select idempotency_key as key, min(league_id::text) as league, min(user_id::text) as user,
      sum(stake_cents)::float8 as stake, count(*)::int as count from tickets group by idempotency_key`);
  const booked = new Map(rows.map((row) => [row.key, row]));
  for (const {
    key,
    ticket: { leagueId, userId, stake },
  } of promised) {
    const row = booked.get(key);
    if (!row) violations.add('a promised ticket is lost', { key });
    else if (row.count !== 1) violations.add('a ticket was doubled', row);
    else if (row.league !== leagueId || row.user !== userId || row.stake !== stake)
      violations.add('a ticket is not what was promised', row);
  }
}

/** Restarts the workers one by one, as an upgrade does, and waits until they have settled everything. */
export async function settleAll(
  { workers, watch, violations }: Deployment,
  model: Model,
  games: readonly PlannedGame[],
) {
  for (const worker of workers) {
    const code = await worker.end('SIGTERM');
    if (code !== 0) violations.add('a worker did not end well', { code, words: worker.lastLines() });
    await worker.start(); // the first poll of a new worker reads the whole slate, so it sees all corrections
  }
  const endings = endingsOf(games);
  const betOn = [...new Set([...model.tickets.values()].flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))];
  const deadline = Date.now() + settledWithinMs;
  for (;;) {
    const rows = await watch.rows<{ id: string; home: number | null; away: number | null; isOff: boolean }>(
      `select distinct on (g.id) g.id, r.home, r.away, r.is_void as "isOff" from games g join results r on r.game_id = g.id
       where g.id = any($1) and g.settled_rev = g.result_rev order by g.id, r.rev desc`,
      [betOn],
    );
    const isSettled = (row: (typeof rows)[number]) => {
      const ending = endings.get(row.id);
      if (ending === 'off' || ending === undefined) return row.isOff;
      return row.home === ending.home && row.away === ending.away;
    };
    const [open] = await watch.rows<{ count: number }>(`select
      (select count(*) from tickets where grade is null)::int +
      (select count(*) from leagues where end_date <= now() and finalized_at is null)::int as count`);
    const settled = rows.filter(isSettled);
    if (settled.length === betOn.length && open?.count === 0) return;
    if (Date.now() > deadline) {
      violations.add('not everything gets settled', {
        open,
        missing: betOn.filter((id) => !settled.some((row) => row.id === id)),
      });
      return;
    }
    await pause(100);
  }
}

/** Compares tickets, funds and frozen standings in the database with the model. */
export async function checkBooks(
  deployment: Deployment,
  model: Model,
  games: readonly PlannedGame[],
  finalId: string,
): Promise<void> {
  const { watch, violations } = deployment;
  await checkPromises(deployment);
  const endings = endingsOf(games);
  const backs = model.backs(endings);
  const corrected = new Set(games.filter((game) => game.corrected).map(({ id }) => id));
  const tickets = await watch.rows<{ key: string; back: number | null; round: number }>(
    'select idempotency_key as key, back_cents::float8 as back, round from tickets',
  );
  for (const { key, back, round } of tickets) {
    const ticket = model.tickets.get(key);
    if (!ticket) violations.add('a ticket that nobody was promised', key);
    else if (back !== backs.get(key))
      violations.add('a ticket gave back the wrong sum', { back, expected: backs.get(key), ticket });
    else if (round !== 1 && !ticket.legs.some((leg) => corrected.has(leg.gameId)))
      violations.add('a ticket was settled more than once', { key, round });
  }

  const expected = model.funds(endings);
  const members = await watch.rows<{
    league: string;
    user: string;
    available: number;
    pending: number;
    frozen: number | null;
  }>(`
    select m.league_id as league, m.user_id as user, available_cents::float8 as available,
      pending_cents::float8 as pending, f.balance_cents::float8 as frozen
    from members m left join final_standings f using (league_id, user_id)`);
  if (members.length !== expected.size)
    violations.add('not everybody is a member who should be', [members.length, expected.size]);
  for (const { league, user, available, pending, frozen } of members) {
    const funds = expected.get(memberKey(league, user));
    if (funds?.available !== available || funds.pending !== pending)
      violations.add('a member has other money than the model says', { league, user, available, pending, funds });
    if (frozen !== (league === finalId ? (funds?.available ?? null) : null))
      violations.add('standings were frozen wrong', { league, user, frozen, funds });
  }
}

/** Compares what each member gets from the API with the model. */
export async function checkThroughApi(
  { service, violations }: Deployment,
  model: Model,
  games: readonly PlannedGame[],
  players: readonly Player[],
): Promise<void> {
  const expected = model.funds(endingsOf(games));
  for (const player of players) {
    const answer = await service.ask(player, listGroups);
    for (const { group, available, pending } of answer?.reply ?? []) {
      const funds = expected.get(memberKey(group.id, player.id));
      if (funds?.available !== available || funds.pending !== pending)
        violations.add('a member sees other money than the model says', { available, pending, funds });
    }
  }
}

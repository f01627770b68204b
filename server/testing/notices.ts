import { bettingDay, startOfBettingDay } from '#shared/domain/betting-day.ts';
import { weekOf } from '#shared/domain/week.ts';
import type { Database } from '../db/connection.ts';
import { watchChanges } from '../events/changes.ts';
import { changesRetentionMs } from '../events/store.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { notify } from '../notifications/notify.ts';
import { createNoticeWriter } from '../notifications/pending-leagues.ts';
import { createReminderWriter } from '../notifications/reminders.ts';
import type { NewNotice } from '../notifications/store.ts';
import { settleGames } from '../settlement/settle.ts';
import { atTime } from './at-time.ts';
import type { World } from './world.ts';

/** A notice that a day's bets of a user are settled, without having been written. */
export function aNotice(userId: string, leagueId: string, part: Partial<NewNotice> = {}): NewNotice {
  const facts = { day: '2026-11-22', won: 1, lost: 0, returned: 0, net: 9_091, rank: 1, rankBefore: 2 };
  const subject = `${leagueId}:2026-11-22`;
  return { kind: 'settled', userId, leagueId, subject, version: 1, at: new Date(), facts, ...part } as NewNotice;
}

/** Writes notices as the worker does. Returns those that are new or have news. */
export function write({ database }: Pick<World, 'database'>, ...notices: NewNotice[]) {
  return database.withTx((tx) => notify(tx, notices));
}

/** Noon of the betting day of this moment: results that are settled around it are of one day, whenever a test runs. */
export function noon(plusMinutes = 0): Date {
  return new Date(startOfBettingDay(bettingDay(new Date())).getTime() + (6 * 60 + plusMinutes) * 60_000);
}

/** Settles what the feed reports at this time. */
export async function settleAt({ database, confirm }: World, at: Date, ...games: FeedGame[]): Promise<void> {
  await confirm(...games);
  await settleGames(database, at, -1_000 * 3_600_000); // also games that begin later
}

/** A worker's writer of notices, whose leagues are quiet at once. `run` returns the number of notices. */
export function aWriter(database: Database) {
  let ms = 0;
  let wallMs = Date.now();
  const changes = watchChanges(database.db, () => wallMs);
  const writer = createNoticeWriter(changes, () => ms);
  return {
    run: async (on = database) => {
      let notices = await writer.run(on);
      ms += 2_000;
      notices += await writer.run(on);
      return notices;
    },
    /** Runs nothing for as long as changes are stored. */
    sleep: () => {
      wallMs += changesRetentionMs;
    },
    /** A single run, so many milliseconds after the one before. */
    after: (plusMs: number) => {
      ms += plusMs;
      return writer.run(database);
    },
  };
}

/** All notices, as rows. */
export async function storedNotices({ database }: Pick<World, 'database'>) {
  const { rows } = await database.pool.query<{
    userId: string;
    kind: string;
    subject: string;
    version: number;
    facts: Record<string, unknown>;
  }>('select user_id as "userId", kind, subject, version, facts from notifications order by kind, subject, user_id');
  return rows;
}

/** The number of members whose settled tickets are not those that their notices count. */
export async function unnoticed({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ members: number }>(`
    select count(*)::int as members from (
      select s.league_id, t.user_id, count(*) as tickets
      from settlements s join tickets t on t.league_id = s.league_id and t.id = s.ticket_id
      where s.round = 1 group by s.league_id, t.user_id
    ) settled full join (
      select league_id, user_id, sum(version) as tickets from notifications where kind = 'settled'
      group by league_id, user_id
    ) noticed using (league_id, user_id)
    where settled.tickets is distinct from noticed.tickets`);
  return rows[0]?.members ?? Number.NaN;
}

/** Writes the reminders of the running week and of the leagues that close, as on a Monday on which all of them end. */
export async function remindOfAll(database: Database): Promise<void> {
  const { endsAt } = weekOf(new Date(), new Date());
  await createReminderWriter().run(atTime(database, new Date(endsAt.getTime() - 12 * 3_600_000)));
}

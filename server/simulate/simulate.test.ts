import { test as everywhere, expect, inject } from 'vitest';
import { type Plan, playSeason } from './play.ts';
import { firstDifference } from './trace.ts';

// One clock and one order of statements: those of a single Postgres.
const test = everywhere.skipIf(process.env.CITUS_URL);

const timeout = 300_000; // a thousand requests and jobs, on a machine that may be busy

/** Chosen: seconds for each, and most kinds of calls. */
const small: Plan = { leagues: 6, people: 12, weeks: 1, games: 12, acts: 200, cutting: 0.02 };

const traceOf = async (seed: number, change?: string) => {
  const lines: string[] = [];
  const report = await playSeason(inject('clusterUrl'), seed, small, {
    write: (line) => lines.push(line),
    ...(change !== undefined && { change }),
  });
  return { lines, report };
};

/** Without indexes and hashes Postgres finds rows in another order, wherever a query asks for none. */
const otherPlans = `do $$ declare setting text; begin
  foreach setting in array '{indexscan,indexonlyscan,bitmapscan,hashagg,hashjoin}'::text[] loop
    execute format('alter database %I set enable_%s = off', current_database(), setting);
  end loop;
end $$`;

/** Stands still for 6 s within the first sign-up: longer than a statement may take outside of a simulation. */
const slowStart = `
  create function wait() returns trigger language plpgsql as $$ begin
    if not exists (select from users) then perform pg_sleep(6); end if;
    return new;
  end $$;
  create trigger wait before insert on users for each row execute function wait();`;

test('one seed is one season, however slow and with whatever plans Postgres runs: the same requests, answers and ledger', {
  timeout,
}, async () => {
  const [first, second] = [await traceOf(5), await traceOf(5, `${otherPlans}; ${slowStart}`)];
  expect(firstDifference(first.lines, second.lines)).toBe(null);
  expect(first.report).toEqual(second.report);
  expect(first.report.broken).toBe(null);
  expect(first.report.pushes).toBeGreaterThan(5);
});

test.each([2])('no law breaks in the season of seed %i', { timeout }, async (seed) => {
  const { report } = await traceOf(seed);
  expect(report.broken).toBe(null);
  expect(report.tickets).toBeGreaterThan(20);
  expect(report.cuts).toBeGreaterThan(5);
  expect(report.topics).toBeGreaterThan(100);
});

const before = (table: string, when: string, change: string) => `
  create function spoil() returns trigger language plpgsql as $$ begin ${change}; return new; end $$;
  create trigger a_spoil before ${when} on ${table} for each row execute function spoil();`;

test.each([
  {
    name: 'pays a hundredth too much',
    change: before('ledger', 'insert', "if new.kind = 'payout' then new.amount_cents := new.amount_cents + 1; end if"),
    broken: /is booked as|the books of/,
  },
  {
    name: 'grades the wrong side',
    change: before('legs', 'update', "if new.grade = 'won' then new.grade := 'lost'; end if"),
    broken: /by its legs|wrong grade/,
  },
  {
    name: 'forgets the keys of requests',
    change: before('tickets', 'insert', 'new.idempotency_key := new.id'),
    broken: /one key became two tickets|repeated/,
  },
  {
    name: 'shows open bets of others',
    // Behind the back of the triggers that read what was written.
    change: `
      create function spoil() returns trigger language plpgsql security definer set session_replication_role = replica
        as $$ begin update leagues set reveal = 'started' where id = new.id; return null; end $$;
      create trigger spoil after insert on leagues for each row execute function spoil();`,
    broken: / sees /,
  },
  {
    name: 'forgets what was posted to chats',
    change: before(
      'league_chats',
      'update',
      'new.posted_week := old.posted_week; new.is_final_posted := old.is_final_posted',
    ),
    broken: /posted twice/,
  },
  {
    name: 'loses the links of calendars',
    change: before('calendars', 'insert', 'new.secret_hash := reverse(new.secret_hash)'),
    broken: /the calendar .* answers 404/,
  },
  {
    name: 'forgets which leagues have changed',
    change: before('changes', 'insert', "if new.topic like 'league:%' then return null; end if"),
    broken: /does not hear of league:/,
  },
  {
    name: 'says in a league who has bet',
    change: before(
      'changes',
      'insert',
      `if new.topic like 'user:%' then
        insert into changes (topic) select 'league:' || league_id from members where user_id::text = substr(new.topic, 6)
          on conflict do nothing;
      end if`,
    ),
    broken: /hears of league:.* bets/,
  },
])('a database that $name breaks a law', { timeout }, async ({ change, broken }) => {
  const found: string[] = [];
  // Some seasons never read the spoilt rows. Chosen: the season of seed 11 breaks every one of these laws.
  for (let seed = 11; seed < 16 && found.length === 0; seed += 1) {
    const report = await playSeason(inject('clusterUrl'), seed, small, { change });
    if (report.broken !== null) found.push(report.broken);
  }
  expect(found.join()).toMatch(broken);
});

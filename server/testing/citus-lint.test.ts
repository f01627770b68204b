import { describe, expect, test } from 'vitest';
import { refusal } from './citus-lint.ts';

describe('the judgement of a statement', () => {
  test.each([
    ['update tickets set grade = $1 where id = $2', 'changes rows without naming their league'],
    ['delete from members where user_id = $1', 'changes rows without naming their league'],
    ['select * from members where user_id = $1 for update', 'holds rows without naming their league'],
    [
      'select * from tickets join legs on legs.ticket_id = tickets.id join members on members.user_id = tickets.user_id',
      'joins tables without their league',
    ],
    [
      'update tickets set settled_at = clock_timestamp() where league_id = $1 and id = $2',
      'changes rows by a volatile function',
    ],
    [
      'update tickets t set grade = v.grade::grade from unnest($2::text[]) as v(grade) where t.league_id = $1',
      'casts a column in a change',
    ],
    [
      'insert into league_chats (league_id) values ($1) on conflict (league_id) do update set league_id = $2, is_on = $3 returning league_id',
      'sets the league of a row',
    ],
    [
      'with settled as (update tickets t set round = $2 where t.league_id = $1 returning t.id), booked as (insert into ledger (league_id, ticket_id) select $1, id from settled) select id from settled',
      'sends the rows of an insert through every machine',
    ],
    [
      'delete from password_resets where token_hash = $1 and expires_at > clock_timestamp()',
      'changes rows by a volatile function',
    ],
    [
      "update password_resets set expires_at = expires_at - interval '1 hour' where user_id = $1",
      'moves a time by an interval in a change',
    ],
    [
      'insert into quotes (game_id) values ($1) on conflict (game_id) do update set notes = excluded.notes where quotes.changed_at > now()',
      'answers a conflict by a function that is not immutable',
    ],
    [
      'select t.id, (select count(*) from legs l where l.league_id = t.league_id) from tickets t where t.league_id = $1',
      'asks every machine about one league',
    ],
    ['select * from games where id = $1 for share', 'shares rows that every machine holds'],
    [
      'select id from games where status = $1 or exists (select 1 from legs where legs.game_id = games.id)',
      'looks into the leagues once for each row',
    ],
    [
      'delete from pulls where not exists (select 1 from results where results.pull_id = pulls.id)',
      'changes rows of the coordinator by what lies on every machine',
    ],
  ])('refuses %s', (sql, why) => {
    expect(refusal(sql)).toBe(why);
  });

  test.each([
    'update "tickets" set "payout_cents" = $1 where ("tickets"."league_id" = $2 and "tickets"."id" = $3)',
    'select * from tickets inner join legs on legs.league_id = tickets.league_id and legs.ticket_id = tickets.id',
    'select * from games where id = $1 for no key update',
    'select id from tickets where exists (select 1 from legs where legs.league_id = tickets.league_id)',
    'delete from pulls where id in (select id from pulls p where not exists (select 1 from results r where r.pull_id = p.id))',
    'delete from users where id not in (select user_id from members union all select owner_id from leagues)',
  ])('lets %s pass', (sql) => {
    expect(refusal(sql)).toBeNull();
  });
});

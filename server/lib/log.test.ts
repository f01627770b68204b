import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describe } from './log.ts';

test('what is logged of a failed query has its code and its place, and none of its values', () => {
  const refused = new pg.DatabaseError('duplicate key', 100, 'error');
  refused.code = '23505';
  refused.constraint = 'users_email';
  refused.detail = 'Key (email)=(canary@example.com) already exists.';
  const failed = new DrizzleQueryError(
    'insert into users values ($1, $2)',
    ['canary@example.com', '$2b$canary'],
    refused,
  );

  const written = describe(new Error('could not register', { cause: failed }));
  expect(JSON.stringify(written)).not.toContain('canary');
  expect(written).toMatchObject({
    message: 'could not register',
    cause: { query: 'insert into users values ($1, $2)', cause: { code: '23505', constraint: 'users_email' } },
  });
});

test('what is logged of any other error is its words and where it came from', () => {
  const written = describe(new TypeError('not a function'));
  expect(written).toMatchObject({ type: 'TypeError', message: 'not a function' });
  expect(JSON.stringify(written)).toContain('log.test.ts');
});

test('what is logged of several failures at once is each of them', () => {
  const written = describe(new AggregateError([new Error('one'), new RangeError('other')], '2 of 3 failed'));
  expect(written).toMatchObject({
    message: '2 of 3 failed',
    errors: [{ message: 'one' }, { type: 'RangeError', message: 'other' }],
  });
});

import { beforeEach, expect, test } from 'vitest';
import { demoUserId, storeDemoUser } from './demo-user.ts';

beforeEach(() => localStorage.clear());

test('the demo user is the one stored last, and nobody after the removal', () => {
  expect(demoUserId()).toBeNull();
  storeDemoUser('one');
  storeDemoUser('two');
  expect(demoUserId()).toBe('two');
  storeDemoUser(null);
  expect(demoUserId()).toBeNull();
});

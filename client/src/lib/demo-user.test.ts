import { beforeEach, expect, test } from 'vitest';
import { demoUserId, keepDemoUser } from './demo-user.ts';

beforeEach(() => localStorage.clear());

test('the demo user is who was kept last, and nobody after that was taken back', () => {
  expect(demoUserId()).toBeNull();
  keepDemoUser('one');
  keepDemoUser('two');
  expect(demoUserId()).toBe('two');
  keepDemoUser(null);
  expect(demoUserId()).toBeNull();
});

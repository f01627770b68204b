import { beforeEach, expect, test } from 'vitest';
import { demoUserId, storeDemoUser } from './demo-user.ts';

beforeEach(() => localStorage.clear());

test('the demo user is who was kept last, and nobody after that was taken back', () => {
  expect(demoUserId()).toBeNull();
  storeDemoUser('one');
  storeDemoUser('two');
  expect(demoUserId()).toBe('two');
  storeDemoUser(null);
  expect(demoUserId()).toBeNull();
});

import { expect, test } from 'vitest';
import { invitePath, isInvitePath, isJoinCode, readJoinCode } from './join-code.ts';

test.each(['K7Q2MX', 'k7q2mx', ' K7Q 2MX ', 'k7q-2mx'])('%j is read as the code K7Q2MX', (typed) => {
  expect(readJoinCode(typed)).toBe('K7Q2MX');
  expect(isJoinCode(readJoinCode(typed))).toBe(true);
});

test.each(['', 'K7Q2M', 'K7Q2MXX', 'K7Q2M0', 'k7q2mx', 'K7Q2M\n', 'K7Q2M😀'])('%j is no join code', (text) => {
  expect(isJoinCode(text)).toBe(false);
});

test('the path of an invitation has its code', () => {
  expect(invitePath('K7Q2MX')).toBe('/join/K7Q2MX');
  expect(isInvitePath('/join/K7Q2MX')).toBe(true);
});

test.each(['/join/', '/join/k7q2mx', '/join/K7Q2MX/', '/join/K7Q2MX?a=1', '/league/K7Q2MX', 'K7Q2MX', '//join/K7Q2MX'])(
  '%s is no path of an invitation',
  (path) => {
    expect(isInvitePath(path)).toBe(false);
  },
);

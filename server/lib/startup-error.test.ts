import { expect, test } from 'vitest';
import { portRefused, StartupError } from './startup-error.ts';

const refusedWith = (code: string) => Object.assign(new Error(`listen ${code}: :::80`), { code });

test.each([
  ['EADDRINUSE', 'Port 80 is taken by another program: set PORT to a free one.'],
  ['EACCES', 'Port 80 is not for this account to listen at: set PORT to one above 1023.'],
])('a port that is refused with %s is told in one sentence', (code, words) => {
  const refusal = portRefused(80, refusedWith(code));
  expect(refusal).toBeInstanceOf(StartupError);
  expect(refusal.message).toBe(words);
});

test('a port that is refused for any other reason is a bug with its stack', () => {
  const bug = refusedWith('EINVAL');
  expect(portRefused(80, bug)).toBe(bug);
});

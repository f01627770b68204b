import { expect, test } from 'vitest';
import { digestTime, nextDigestTime } from './digest.ts';

const at = (text: string) => new Date(text);

test.each([
  ['a week that was frozen in time', '2026-11-24T12:00:20Z', '2026-11-24T13:00:00Z'],
  ['a worker that was down until noon', '2026-11-24T17:00:00Z', '2026-11-24T17:30:00Z'],
  ['the last week of a league that ended on Sunday', '2026-11-29T20:00:00Z', '2026-12-01T13:00:00Z'],
  ['a league that came back on Wednesday', '2026-11-25T12:00:00Z', '2026-12-01T13:00:00Z'],
  ['a week of daylight time', '2026-10-27T11:00:20Z', '2026-10-27T12:00:00Z'],
  ['a league that ended in the week in which clocks change', '2026-10-31T20:00:00Z', '2026-11-03T13:00:00Z'],
])('the recap of %s goes into the digest of a Tuesday', (_what, written, sent) => {
  expect(digestTime(at(written))).toEqual(at(sent));
});

test('the next digest is of the next Tuesday', () => {
  expect(nextDigestTime(at('2026-11-24T13:00:00Z'))).toEqual(at('2026-12-01T13:00:00Z'));
  for (const sent of ['2026-12-01T10:59:00Z', '2026-12-01T12:00:00Z', '2026-12-01T12:59:59Z']) {
    expect(nextDigestTime(at(sent))).toEqual(at('2026-12-01T13:00:00Z'));
  }
  expect(nextDigestTime(at('2026-12-01T13:00:00Z'))).toEqual(at('2026-12-08T13:00:00Z'));
});

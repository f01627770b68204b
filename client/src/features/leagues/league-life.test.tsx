import { expect, test } from 'vitest';
import { waitWords } from './league-life.tsx';

const until = '2026-11-24T18:05:00.000Z';

test.each([
  [
    { what: 'correction', game: 'NYJ @ BUF', until },
    'Waiting for NYJ @ BUF: the score may be corrected until Tue, Nov 24, 1:05 PM ET at the latest.',
  ],
  [
    { what: 'correction', game: null, until },
    'Waiting for games that other members bet on: the scores may be corrected until Tue, Nov 24, 1:05 PM ET at the latest.',
  ],
  [
    { what: 'result', game: 'NYJ @ BUF', until },
    'Waiting for the result of NYJ @ BUF: its bets are void without one by Tue, Nov 24, 1:05 PM ET.',
  ],
  [
    { what: 'result', game: 'NYJ @ BUF', until: null },
    'Waiting for the result of NYJ @ BUF: it is about to be settled or void.',
  ],
] as const)('%o reads as a sentence', (wait, words) => {
  expect(waitWords(wait)).toBe(words);
});

import { expect, test } from 'vitest';
import type { Remarks } from '#shared/api/remarks.ts';
import { withReaction } from './with-reaction.ts';

const none: Remarks = { ticketId: 't', note: 'Book it.', mayRemoveNote: false, reactions: [] };
const two: Remarks = {
  ...none,
  reactions: [
    { reaction: 'called', count: 2, isOwn: true },
    { reaction: 'ouch', count: 1, isOwn: false },
  ],
};

test('a reaction joins those of others, in the order of screens', () => {
  expect(withReaction({ ...two, reactions: two.reactions.slice(1) }, 'fire').reactions).toEqual([
    { reaction: 'fire', count: 1, isOwn: true },
    { reaction: 'ouch', count: 1, isOwn: false },
  ]);
});

test('another reaction replaces the one before, and the note stays', () => {
  expect(withReaction(two, 'ouch')).toEqual({
    ...none,
    reactions: [
      { reaction: 'called', count: 1, isOwn: false },
      { reaction: 'ouch', count: 2, isOwn: true },
    ],
  });
});

test('the same reaction again counts once', () => {
  expect(withReaction(two, 'called')).toEqual(two);
});

test('without a reaction nothing is left of a single one', () => {
  expect(withReaction(withReaction(none, 'wow'), null)).toEqual(none);
});

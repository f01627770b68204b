import { expect, test } from 'vitest';
import { aGameView } from '#shared/testing/wire.ts';
import { noBetsWords, type Reveal } from './hidden-bets.ts';

const both: Reveal[] = ['settled', 'started'];

test.each([
  ['live', true, ['settled'], 'Bets of others show after they settle'],
  ['live', true, [], 'Bets of others show after they settle'],
  ['live', true, null, null],
  ['live', true, ['started'], 'Bets of others show once the game starts'],
  ['live', true, both, 'Bets of others show after they settle, or once the game starts where a league is set so'],
  ['scheduled', true, ['settled'], 'Bets of others show after they settle'],
  ['postponed', true, ['settled'], 'Bets of others show after they settle'],
  ['suspended', true, ['settled'], 'Bets of others show after they settle'],
  ['canceled', true, ['settled'], 'No league members bet on this game'],
  ['final', true, ['settled'], 'No league members bet on this game'],
  ['final', true, ['started'], 'No league members bet on this game'],
  ['scheduled', false, ['settled'], 'Be the first to place a bet!'],
] as const)(
  'without bets on a game that is %s, locked: %s, in leagues that reveal bets %j: %s',
  (of, locked, at, is) => {
    expect(noBetsWords({ ...aGameView, status: of }, locked, at)).toBe(is);
  },
);

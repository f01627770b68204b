import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aGame, final, live } from '../testing/games.ts';
import type { FeedGame } from './feed-answer.ts';
import { contradicted, nextState } from './next-state.ts';
import type { GameRow } from './store.ts';

const start = new Date('2026-11-22T18:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const game = aGame({ startsAt: start });

const earlier = fc.integer({ min: 61 * minute, max: 400 * 24 * hour });
const others = fc.nat({ max: 5 }).map((team) => ({
  home: { ...game.home, id: `other-${team}` },
  away: { ...game.away, id: `another-${team}` },
}));
/** A contradiction, or a distortion of the honest poll. One of them alone must not change how a game ends. */
type Odd = 'contradiction' | ((honest: FeedGame) => FeedGame);
const odd: fc.Arbitrary<Odd> = fc.oneof(
  fc.constant('contradiction' as const),
  earlier.map((ms) => (honest: FeedGame) => ({ ...honest, startsAt: new Date(start.getTime() - ms) })),
  others.map((teams) => (honest: FeedGame) => ({ ...honest, ...teams })),
  fc.constant((honest: FeedGame) => ({ ...honest, sport: 'NBA' as const })),
  others.map((teams) => (honest: FeedGame) => final({ ...honest, ...teams }, 0, 99)),
);

/** The row after honest polls, each followed by the odd poll of the same index in `between`. */
function rowAfter(polls: readonly FeedGame[], between: readonly (Odd | null)[]): GameRow {
  let row: GameRow | null = null;
  polls.forEach((seen, number) => {
    const at = new Date(start.getTime() - hour + number * minute);
    row = nextState(row, seen, at) ?? row;
    const next = between[number];
    if (!next || !row) return;
    const soon = new Date(at.getTime() + minute / 2);
    row = (next === 'contradiction' ? contradicted(row, soon) : nextState(row, next(seen), soon)) ?? row;
  });
  if (!row) throw new Error('no poll');
  return row;
}

const score = fc.nat({ max: 60 });
const course = fc
  .tuple(fc.nat({ max: 100 }), fc.nat({ max: 5 }), score, score)
  .map(([before, during, home, away]) => [
    ...Array<FeedGame>(before).fill(game),
    ...Array<FeedGame>(during).fill(live(game, 7, 3)),
    ...Array<FeedGame>(4).fill(final(game, home, away)),
  ]);

test('single odd polls between honest ones do not change the row that a game ends with', () => {
  fc.assert(
    fc.property(course, fc.array(fc.option(odd), { minLength: 120, maxLength: 120 }), (polls, between) => {
      // Two polls in a row confirm a result: no odd poll comes between the last two.
      const apart = between.map((one, number) => (number < polls.length - 2 ? one : null));
      const ignored = { changedAt: null, startedAt: null };
      expect({ ...rowAfter(polls, apart), ...ignored }).toEqual({ ...rowAfter(polls, []), ...ignored });
    }),
    { numRuns: 300 },
  );
});

test('polls that swap home and away after a result leave each team its score', () => {
  const swap = (seen: FeedGame): FeedGame => ({
    ...seen,
    home: seen.away,
    away: seen.home,
    homeScore: seen.awayScore,
    awayScore: seen.homeScore,
    countedHome: seen.countedAway,
    countedAway: seen.countedHome,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(score, score, fc.boolean()), { minLength: 1, maxLength: 8 }), (said) => {
      const first: GameRow = { ...rowAfter([final(game, 24, 21), final(game, 24, 21)], []), resultRev: 1 };
      let [plain, mixed] = [first, first];
      said.forEach(([home, away, isSwapped], number) => {
        const at = new Date(start.getTime() + number * minute);
        const seen = final(game, home, away);
        plain = nextState(plain, seen, at) ?? plain;
        mixed = nextState(mixed, isSwapped ? swap(seen) : seen, at) ?? mixed;
      });
      expect(mixed).toEqual(plain);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offers } from '#shared/domain/market.ts';
import { readScoreboard, type Scoreboard } from './espn-scoreboard.ts';
import { type ExamplePayload, example, examples } from './examples/example.ts';
import { FeedFailure } from './feed.ts';

type Change = { remove: boolean; value: unknown };

/** Follows steps (indexes modulo the number of keys) into a value, and removes or replaces the value at their end. */
function mutate(value: unknown, steps: readonly number[], { remove, value: other }: Change): void {
  let parent = value;
  for (const [depth, step] of steps.entries()) {
    if (typeof parent !== 'object' || parent === null) return;
    const keys = Object.keys(parent);
    const key = keys[step % keys.length];
    if (key === undefined) return;
    const child: unknown = Reflect.get(parent, key);
    const isLeaf = depth === steps.length - 1 || typeof child !== 'object' || child === null;
    if (isLeaf) {
      if (remove) Reflect.deleteProperty(parent, key);
      else Reflect.set(parent, key, other);
      return;
    }
    parent = child;
  }
}

const change = fc.record({
  remove: fc.boolean(),
  value: fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      null,
      '',
      '-1',
      '1e9',
      'OFF',
      'EVEN',
      'STATUS_FINAL',
      'STATUS_POSTPONED',
      'post',
      'in',
      true,
      false,
      {},
      [],
    ),
  ),
});
const steps = fc.array(fc.nat(40), { minLength: 1, maxLength: 9 });

function expectSound({ games }: Scoreboard): void {
  for (const game of games) {
    const scores = [game.homeScore, game.awayScore];
    const isPlayed = scores.every((score) => score !== null && Number.isInteger(score) && score >= 0 && score <= 300);
    if (game.settleable) expect(game).toMatchObject({ status: 'final' });
    if (game.settleable) expect(isPlayed).toBe(true);
    if (game.quote) expect(game.status).toBe('scheduled');
    if (game.quote) expect(offers(game.sport, game.quote).every(({ price }) => Math.abs(price) >= 100)).toBe(true);
  }
}

test.each(examples)(
  'a damaged event of $file never throws and never takes another with it',
  ({ file, sport, competition }) => {
    const whole = readScoreboard(sport, competition, example(file));
    fc.assert(
      fc.property(fc.nat(50), steps, change, (nth, path, damage) => {
        const payload = example(file);
        const target = payload.events[nth % payload.events.length];
        const id = `espn:${target?.id}`;
        mutate(target, path, damage);
        const answer = readScoreboard(sport, competition, payload);
        const others = whole.games.filter((game) => game.id !== id);
        expect(answer.games).toEqual(expect.arrayContaining(others));
        expect(answer.games.length + answer.quarantined.length).toBe(payload.events.length);
        expectSound(answer);
      }),
      { numRuns: 150 },
    );
  },
);

test('any payload is an answer or a feed failure', () => {
  const events = fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom(...example('nfl').events)), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ events, week: fc.jsonValue(), season: fc.jsonValue() })),
      (payload) => {
        try {
          expectSound(readScoreboard('NFL', null, payload));
        } catch (failure) {
          expect(failure).toBeInstanceOf(FeedFailure);
        }
      },
    ),
  );
});

test('the order of teams and of events changes nothing in any game', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...examples),
      fc.infiniteStream(fc.boolean()),
      ({ file, sport, competition }, flips) => {
        const payload: ExamplePayload = example(file);
        for (const event of payload.events) if (flips.next().value) event.competitions[0].competitors.reverse();
        payload.events.reverse();
        const byId = ({ games }: Scoreboard) => games.toSorted((a, b) => a.id.localeCompare(b.id));
        expect(byId(readScoreboard(sport, competition, payload))).toEqual(
          byId(readScoreboard(sport, competition, example(file))),
        );
      },
    ),
    { numRuns: 30 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradable } from '#shared/testing/arbitraries.ts';
import { type Grade, gradeLeg, type Result } from './grade.ts';
import type { GradableLeg, Score } from './leg.ts';
import { needWords, type ScoredGame } from './needs.ts';
import { sportRules } from './sport.ts';

type Drawn = { leg: GradableLeg; result: Result };

/** Legs whose line is near the score, so that pushes and margins of half a point are frequent, and any others. */
const anyLeg: fc.Arbitrary<Drawn> = fc.oneof(
  gradable,
  fc.tuple(gradable, fc.integer({ min: -8, max: 8 })).map(([{ leg, result }, halves]) => {
    const { home, away } = result.score;
    const level = { spread: leg.side === 'home' ? away - home : home - away, moneyline: null, total: home + away };
    const at = level[leg.market];
    return { leg: { ...leg, line: at === null ? null : at + halves / 2 }, result };
  }),
);

function wordsOf({ leg, result: { sport, score, halfInnings } }: Drawn, status: 'live' | 'final'): string {
  const { home: countedHome, away: countedAway } = score;
  const game: ScoredGame = {
    sport,
    status,
    quarter: null,
    timeRemaining: null,
    countedHome,
    countedAway,
    halfInnings,
  };
  return needWords(leg, game) ?? '';
}

/** The grade if so many further points came: of the picked side, for a draw of the side behind. */
function gradeWith({ leg, result }: Drawn, points: number): Grade {
  const { home, away } = result.score;
  const isHome = leg.side === 'draw' ? home < away : leg.side !== 'away';
  const score: Score = isHome ? { home: home + points, away } : { home, away: away + points };
  return gradeLeg(leg, { ...result, score }).grade;
}

/** The grade if the line were higher by so much, from the view of the picked side. */
const gradeAt = ({ leg, result }: Drawn, by: number) =>
  gradeLeg({ ...leg, line: leg.line === null ? null : leg.line + by }, result).grade;

/** The number that the pattern captures, 1 for 'one'; null where the words do not match. */
function numberIn(words: string, pattern: RegExp): number | null {
  const [found, number] = pattern.exec(words) ?? [];
  return found === undefined ? null : Number(number?.replace(/one/i, '1'));
}

/** The grade that a reader concludes who knows the picked side alone. */
function readBack(words: string, { side }: GradableLeg): Grade {
  if (/pushes as it stands|, a push$/.test(words)) return 'push';
  if (/, over by/.test(words)) return side === 'over' ? 'won' : 'lost';
  if (/, under by/.test(words)) return side === 'under' ? 'won' : 'lost';
  if (/after 90 minutes$/.test(words)) return /^Ahead/.test(words) || wasLevel(words, side) ? 'won' : 'lost';
  return /covers by|wins as|of room$|one more|^(Ahead|Won) by \d+$/.test(words) ? 'won' : 'lost';
}

const wasLevel = (words: string, side: GradableLeg['side']) => side === 'draw' && words.startsWith('Level');

const check = (law: (drawn: Drawn) => void) => fc.assert(fc.property(anyLeg, law), { numRuns: 2_000 });

test('whoever reads the words comes to the grade by the same score', () => {
  check((drawn) => {
    const { grade } = gradeLeg(drawn.leg, drawn.result);
    expect(readBack(wordsOf(drawn, 'final'), drawn.leg)).toBe(grade);
    const words = wordsOf(drawn, 'live');
    // A sport without ties goes on: that a bet on the winner would push is not said there.
    const isOnWinner = drawn.leg.market === 'moneyline' || (drawn.leg.market === 'spread' && drawn.leg.line === 0);
    const goesOn = grade === 'push' && isOnWinner && !sportRules[drawn.result.sport].endsLevel;
    expect(readBack(words, drawn.leg)).toBe(goesOn ? 'lost' : grade);
    if (goesOn) expect(words).toMatch(/^Tied, one \w+ away$/);
  });
});

test('what is needed wins, and one point less does not; what makes a push pushes', () => {
  check((drawn) => {
    const words = wordsOf(drawn, 'live');
    const needed = numberIn(words, /(one|\d+) (?:more(?=$|,)|\w+ away$)/i);
    expect(needed !== null).toBe(/needs|away/.test(words));
    if (needed === null) return;
    expect(gradeWith(drawn, needed)).toBe('won');
    expect(gradeWith(drawn, needed - 1)).not.toBe('won');
    const push = numberIn(words, /, (\d+) for a push$/);
    if (push !== null) expect(gradeWith(drawn, push)).toBe('push');
  });
});

test('an under still wins with all its room, and not beyond', () => {
  check((drawn) => {
    if (drawn.leg.side !== 'under') return;
    const words = wordsOf(drawn, 'live');
    const room = numberIn(words, /, (\d+) \w+ of room$/) ?? (/one more/.test(words) ? 0 : null);
    if (room === null) return;
    expect(gradeWith(drawn, room)).toBe('won');
    expect(gradeWith(drawn, room + 1)).not.toBe('won');
    if (words.endsWith(' pushes')) expect(gradeWith(drawn, 1)).toBe('push');
    if (words.endsWith(' loses')) expect(gradeWith(drawn, 1)).toBe('lost');
  });
});

test('a margin is the way to the line: a line moved by it pushes', () => {
  check((drawn) => {
    for (const status of ['live', 'final'] as const) {
      const words = wordsOf(drawn, status);
      const ahead = numberIn(words, /covers by (\S+)/);
      const short = numberIn(words, /short by (\S+)/);
      if (ahead !== null) expect(gradeAt(drawn, -ahead)).toBe('push');
      if (short !== null) expect(gradeAt(drawn, short)).toBe('push');
      const over = numberIn(words, /over by (\S+)/);
      const under = numberIn(words, /under by (\S+)/);
      if (over !== null) expect(gradeAt(drawn, over)).toBe('push');
      if (under !== null) expect(gradeAt(drawn, -under)).toBe('push');
    }
  });
});

test('the lead is that of the picked side, and the points are those of both', () => {
  check(({ leg, result }) => {
    const { home, away } = result.score;
    for (const status of ['live', 'final'] as const) {
      const words = wordsOf({ leg, result }, status);
      const points = numberIn(words, /^(\S+) (?:so far|in all),/);
      expect(points).toBe(leg.market === 'total' ? home + away : null);
      const ahead = numberIn(words, /^(?:Ahead|Won) by (\d+)/) ?? 0;
      const behind = numberIn(words, /^(?:Behind|Lost) by (\d+)/) ?? 0;
      const isTeam = leg.side === 'home' || leg.side === 'away';
      expect(ahead - behind).toBe(isTeam ? (leg.side === 'home' ? home - away : away - home) : 0);
    }
  });
});

test('the words are short, and of no leg the same while it wins and while it loses', () => {
  const seen = new Map<string, Grade>();
  check((drawn) => {
    const words = wordsOf(drawn, 'live');
    expect(words.length).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(48);
    const { market, side } = drawn.leg;
    const key = `${drawn.result.sport} ${market} ${side} ${words}`;
    const { grade } = gradeLeg(drawn.leg, drawn.result);
    expect(seen.get(key) ?? grade).toBe(grade);
    seen.set(key, grade);
  });
});

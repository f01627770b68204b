import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyScore,
  gradable,
  gradeOrOpen,
  halfPoint,
  legIn,
  sportWithSpreads,
  spreadLine,
  totalLine,
} from '#shared/testing/arbitraries.ts';
import { type Grade, gradeLeg, gradeTicket, type Result } from './grade.ts';
import type { GradableLeg } from './leg.ts';

const mirror: Record<Grade, Grade> = { won: 'lost', lost: 'won', push: 'push', void: 'void' };
const result = (sport: Result['sport'], score: Result['score'], halfInnings: number | null = null): Result => ({
  sport,
  score,
  halfInnings,
});
const halfInnings = fc.integer({ min: 0, max: 30 });

test('a spread leg for one side is the mirror of the leg for the other', () => {
  fc.assert(
    fc.property(sportWithSpreads, spreadLine, anyScore, (sport, line, score) => {
      const home = gradeLeg({ market: 'spread', side: 'home', line }, result(sport, score));
      const away = gradeLeg({ market: 'spread', side: 'away', line: -line }, result(sport, score));
      expect(away.grade).toBe(mirror[home.grade]);
    }),
  );
});

test('over and under mirror, and so do two teams where no draw is offered', () => {
  fc.assert(
    fc.property(sportWithSpreads, totalLine, anyScore, (sport, line, score) => {
      const over = gradeLeg({ market: 'total', side: 'over', line }, result(sport, score));
      const under = gradeLeg({ market: 'total', side: 'under', line }, result(sport, score));
      expect(under.grade).toBe(mirror[over.grade]);
      const home = gradeLeg({ market: 'moneyline', side: 'home', line: null }, result(sport, score));
      const away = gradeLeg({ market: 'moneyline', side: 'away', line: null }, result(sport, score));
      expect(away.grade).toBe(mirror[home.grade]);
    }),
  );
});

test('sides mirror in a game that was called early, too', () => {
  fc.assert(
    fc.property(totalLine, spreadLine, anyScore, halfInnings, (total, line, score, played) => {
      const game = result('MLB', score, played);
      const pairs: [GradableLeg, GradableLeg][] = [
        [
          { market: 'total', side: 'over', line: total },
          { market: 'total', side: 'under', line: total },
        ],
        [
          { market: 'spread', side: 'home', line },
          { market: 'spread', side: 'away', line: -line },
        ],
        [
          { market: 'moneyline', side: 'home', line: null },
          { market: 'moneyline', side: 'away', line: null },
        ],
      ];
      for (const [one, other] of pairs) expect(gradeLeg(other, game).grade).toBe(mirror[gradeLeg(one, game).grade]);
    }),
  );
});

test('half points never push', () => {
  fc.assert(
    fc.property(sportWithSpreads, halfPoint, fc.boolean(), anyScore, (sport, points, gets, score) => {
      const line = gets ? points : -points;
      const spread = gradeLeg({ market: 'spread', side: 'home', line }, result(sport, score));
      const total = gradeLeg({ market: 'total', side: 'over', line: points }, result(sport, score));
      expect([spread.grade, total.grade]).not.toContain('push');
    }),
  );
});

test('a three-way moneyline has exactly one winner and two losers', () => {
  fc.assert(
    fc.property(anyScore, (score) => {
      const graded = (['home', 'draw', 'away'] as const).map(
        (side) => gradeLeg({ market: 'moneyline', side, line: null }, result('Soccer', score)).grade,
      );
      expect([...graded].sort()).toEqual(['lost', 'lost', 'won']);
    }),
  );
});

test('a moneyline is a spread of nothing where no draw is offered', () => {
  fc.assert(
    fc.property(sportWithSpreads, anyScore, (sport, score) => {
      const moneyline = gradeLeg({ market: 'moneyline', side: 'home', line: null }, result(sport, score));
      const spread = gradeLeg({ market: 'spread', side: 'home', line: 0 }, result(sport, score));
      expect(moneyline.grade).toBe(spread.grade);
    }),
  );
});

test('a point more for the picked side never makes its leg worse', () => {
  const worth: Record<Grade, number> = { lost: 0, push: 1, void: 1, won: 2 };
  fc.assert(
    fc.property(gradable, ({ leg, result: before }) => {
      if (leg.side === 'draw' || leg.side === 'under') return;
      const grows = leg.side === 'away' ? 'away' : 'home';
      const after = { ...before, score: { ...before.score, [grows]: before.score[grows] + 1 } };
      expect(worth[gradeLeg(leg, after).grade]).toBeGreaterThanOrEqual(worth[gradeLeg(leg, before).grade]);
    }),
  );
});

test('once a baseball leg stands, more innings at the same score never change it', () => {
  fc.assert(
    fc.property(legIn('MLB'), anyScore, halfInnings, fc.nat(12), (leg, score, played, more) => {
      const early = gradeLeg(leg, result('MLB', score, played)).grade;
      if (early !== 'void') expect(gradeLeg(leg, result('MLB', score, played + more)).grade).toBe(early);
    }),
  );
});

test('a game played in full is never void', () => {
  fc.assert(
    fc.property(gradable, ({ leg, result: played }) => {
      expect(gradeLeg(leg, played).grade).not.toBe('void');
    }),
  );
});

test('the order of legs never matters to a ticket', () => {
  const orders = fc
    .array(gradeOrOpen, { maxLength: 12 })
    .chain((legs) => fc.tuple(fc.constant(legs), fc.shuffledSubarray(legs, { minLength: legs.length })));
  fc.assert(
    fc.property(orders, ([legs, others]) => {
      expect(gradeTicket(others)).toBe(gradeTicket(legs));
    }),
  );
});

test('a ticket that is settled stays as it is when its open legs are graded', () => {
  const openAndLater = fc.array(fc.tuple(gradeOrOpen, gradeOrOpen), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(openAndLater, (legs) => {
      const now = gradeTicket(legs.map(([grade]) => grade));
      const later = gradeTicket(legs.map(([grade, afterwards]) => grade ?? afterwards));
      if (now !== null) expect(later).toBe(now);
    }),
  );
});

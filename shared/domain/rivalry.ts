import type { Grade } from './grade.ts';
import type { Cents } from './money.ts';
import type { Side } from './side.ts';

/** What a member's bets moved in a frozen week, and how many of them were first settled in it. */
export type RivalWeek = { net: Cents; bets: number };

/** The sides that a member took in one market of one game, on all their settled tickets in a league, and their grades. */
export type Stand = { sides: readonly Side[]; grades: readonly Grade[] };

/** The viewer beside the other member. */
export type Pair<T> = { viewer: T; other: T };

/**
 * Two members against each other.
 *
 * weeks  in which both played: won by the viewer, by the other, and with equal nets.
 * sides  how often they took opposite sides and just one of them was right, and who it was.
 */
export type Rivalry = { weeks: Pair<number> & { even: number }; sides: Pair<number> };

const noRivalry: Rivalry = { weeks: { viewer: 0, other: 0, even: 0 }, sides: { viewer: 0, other: 0 } };

/** Source: docs/house-rules.md#rivals. */
export function rivalryOf(weeks: readonly Pair<RivalWeek>[], markets: readonly Pair<Stand>[]): Rivalry {
  const played = weeks.filter(({ viewer, other }) => viewer.bets > 0 && other.bets > 0);
  const ahead = (by: (gain: number) => boolean) =>
    played.filter(({ viewer, other }) => by(viewer.net - other.net)).length;
  const right = markets.map(rightOn);
  const isRight = (who: ReturnType<typeof rightOn>) => right.filter((one) => one === who).length;
  return {
    weeks: { viewer: ahead((gain) => gain > 0), other: ahead((gain) => gain < 0), even: ahead((gain) => gain === 0) },
    sides: { viewer: isRight('viewer'), other: isRight('other') },
  };
}

/** The sum over several leagues. */
export function sumRivalries(rivalries: readonly Rivalry[]): Rivalry {
  return rivalries.reduce(
    (sum, { weeks, sides }) => ({
      weeks: {
        viewer: sum.weeks.viewer + weeks.viewer,
        other: sum.weeks.other + weeks.other,
        even: sum.weeks.even + weeks.even,
      },
      sides: { viewer: sum.sides.viewer + sides.viewer, other: sum.sides.other + sides.other },
    }),
    noRivalry,
  );
}

/** The one who was right where two took opposite sides; null if they did not, or both, or neither, were right. */
function rightOn({ viewer, other }: Pair<Stand>): keyof Pair<Stand> | null {
  const [own, others] = [clear(viewer), clear(other)];
  if (!own || !others || own.side === others.side || own.isRight === others.isRight) return null;
  return own.isRight ? 'viewer' : 'other';
}

/**
 * The one side that a member took, and whether it was right. Null for somebody on several sides, with a push, or with
 * several lines of which some won and some lost. A void bet counts as none.
 */
function clear({ sides: [side, ...others], grades: [grade, ...more] }: Stand): { side: Side; isRight: boolean } | null {
  if (side === undefined || others.length > 0 || more.length > 0) return null;
  if (grade !== 'won' && grade !== 'lost') return null;
  return { side, isRight: grade === 'won' };
}

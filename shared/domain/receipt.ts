import { type GradableLeg, type Grade, lineOf, type Score } from './grade.ts';
import { type Sport, sportRules } from './sport.ts';

/** What a leg was graded on; the score is null where it rests on none. */
type Graded = { sport: Sport; grade: Grade; score: Score | null };

/**
 * The arithmetic that decided a leg, as a receipt prints it: 'KC 24 − 3.5 = 20.5 against BUF 20'.
 *
 * names    short names of the teams, home and away as they were when the ticket was placed.
 * Returns  null for a void: no score decided it.
 * What stands before 'against' is above, below or level with what stands after it as the chosen side is; under a
 * total the other way round.
 */
export function arithmetic(
  leg: GradableLeg,
  { sport, grade, score }: Graded,
  names: { home: string; away: string },
): string | null {
  if (!score || grade === 'void') return null;
  if (leg.market === 'total') {
    return `Total ${score.away} + ${score.home} = ${score.away + score.home} against ${lineOf(leg)}`;
  }
  // A draw is offered where 90 minutes alone count.
  if (sportRules[sport].drawOffered) {
    const ahead = score.home === score.away ? 'Draw' : score.home > score.away ? names.home : names.away;
    return `90 minutes: ${names.away} ${score.away}–${score.home} ${names.home}, ${ahead}`;
  }
  const [own, other] = leg.side === 'home' ? (['home', 'away'] as const) : (['away', 'home'] as const);
  const handicap = leg.market === 'spread' ? withLine(score[own], lineOf(leg)) : score[own];
  return `${names[own]} ${handicap} against ${names[other]} ${score[other]}`;
}

/** '24 − 3.5 = 20.5'; a line of nothing leaves the score alone. */
function withLine(points: number, line: number): string {
  if (line === 0) return String(points);
  return `${points} ${line > 0 ? '+' : '−'} ${Math.abs(line)} = ${String(points + line).replace('-', '−')}`;
}

import { type GradableLeg, type Grade, lineOf, type Score } from './grade.ts';
import { type Sport, sportRules } from './sport.ts';

/** A leg's grade and the score behind it; the score is null when none decided the leg. */
type Graded = { sport: Sport; grade: Grade; score: Score | null };

/**
 * The arithmetic that decided a leg, as a receipt prints it: 'KC 24 − 3.5 = 20.5 against BUF 20'.
 *
 * names    the teams' abbreviations, home and away as they were when the ticket was placed.
 * Returns  null for a void leg: no score decided it.
 * The leg won if the number before 'against' is greater than the number after it, or smaller for under; equal is a
 * push.
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
  // Only soccer offers a draw, and only soccer counts 90 minutes.
  if (sportRules[sport].drawOffered) {
    const ahead = score.home === score.away ? 'Draw' : score.home > score.away ? names.home : names.away;
    return `90 minutes: ${names.away} ${score.away}–${score.home} ${names.home}, ${ahead}`;
  }
  const [own, other] = leg.side === 'home' ? (['home', 'away'] as const) : (['away', 'home'] as const);
  const handicap = leg.market === 'spread' ? withLine(score[own], lineOf(leg)) : score[own];
  return `${names[own]} ${handicap} against ${names[other]} ${score[other]}`;
}

/** '24 − 3.5 = 20.5', or the score alone when the line is 0. */
function withLine(points: number, line: number): string {
  if (line === 0) return String(points);
  return `${points} ${line > 0 ? '+' : '−'} ${Math.abs(line)} = ${String(points + line).replace('-', '−')}`;
}

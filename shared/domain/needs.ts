import { clockWords } from './clock-words.ts';
import { counted } from './count.ts';
import { type Grade, gradeLeg } from './grade.ts';
import { type GradableLeg, leadOf, type Score } from './leg.ts';
import { marketRules } from './market.ts';
import { betPhase, type GameStatus } from './phase.ts';
import type { Market } from './side.ts';
import { type Sport, sportRules } from './sport.ts';
import type { SportRules } from './sports/sport-rules.ts';

/** The fields of a game on the wire by which its open legs stand. */
export type ScoredGame = {
  sport: Sport;
  status: GameStatus;
  quarter: string | null;
  timeRemaining: string | null;
  countedHome: number | null;
  countedAway: number | null;
  halfInnings: number | null;
};

/** A leg beside a score. `edge` is that of grading: above zero the leg wins by this score. */
type Scored = { leg: GradableLeg; score: Score; sport: SportRules; edge: number };

/**
 * An open leg in words: how it stands by the score that bets count, and what it needs.
 *
 * Examples  'Ahead by 3, covers by 0.5', 'Tied, needs 4 more', 'Level, one goal away', '41 so far, 3 points of room'.
 *           Once its game is played, 'Won by 3, short by 3.5', until the leg is graded.
 * Returns   null before its game has begun, and without a score.
 * 'Needs 4 more' wins with 4 further points of the picked side (of both sides for over, of the side behind for a
 * draw) and not with 3; 'for a push' names the points that make a push. Source: docs/screens.md#bets.
 */
export function needWords(leg: GradableLeg, game: ScoredGame): string | null {
  const { sport, status, countedHome: home, countedAway: away, quarter: period, timeRemaining: clock } = game;
  const phase = betPhase(null, status);
  if (phase === 'pending' || home === null || away === null) return null;
  const score = { home, away };
  const scored = { leg, score, sport: sportRules[sport], edge: marketRules[leg.market].edge(leg, score) };
  if (phase === 'active' && !clockWords[sport].isPlayed({ period, clock })) return words[leg.market].running(scored);
  const { grade } = gradeLeg(leg, { sport, score, halfInnings: phase === 'complete' ? game.halfInnings : null });
  return grade === 'void' ? 'Called early, a push' : words[leg.market].played(scored);
}

/** They are no part of a market's rules, which pages without bets load too. */
const words: Record<Market, { running(scored: Scored): string; played(scored: Scored): string }> = {
  spread: {
    running(scored) {
      const { leg, edge, sport } = scored;
      const lead = leadWords(scored);
      if (edge > 0) return `${lead}, covers by ${edge}`;
      // With a line of 0 only a tie is a push, which is no end where games go on until one team leads.
      const mayPush = leg.line !== 0 || sport.endsLevel;
      if (edge === 0 && mayPush) return `${lead}, ${asItStands}`;
      return `${lead}, ${awayWords(scored)}${mayPush ? pushWords(edge) : ''}`;
    },
    played(scored) {
      const { edge } = scored;
      return `${endWords(scored)}, ${edge > 0 ? `covers by ${edge}` : edge < 0 ? `short by ${-edge}` : 'a push'}`;
    },
  },
  moneyline: {
    running(scored) {
      const { leg, edge, sport } = scored;
      if (leg.side === 'draw') return edge > 0 ? 'Level, wins as it stands' : apartWords(scored, 'away');
      const lead = leadWords(scored);
      if (edge > 0) return lead;
      return `${lead}, ${edge === 0 && sport.endsLevel && !sport.drawOffered ? asItStands : awayWords(scored)}`;
    },
    played(scored) {
      const { leg, edge, sport } = scored;
      // Only soccer offers a draw, and only soccer counts 90 minutes.
      if (!sport.drawOffered) return edge === 0 ? `${endWords(scored)}, a push` : endWords(scored);
      const isApart = leg.side === 'draw' && edge < 0;
      return `${isApart ? apartWords(scored, 'apart') : leadWords(scored)} after 90 minutes`;
    },
  },
  total: {
    running(scored) {
      const { leg, edge } = scored;
      const soFar = `${pointsOf(scored)} so far`;
      if (edge === 0) return `${soFar}, ${asItStands}`;
      if (leg.side === 'under') return `${soFar}, ${edge > 0 ? roomWords(scored) : `over by ${-edge}`}`;
      return `${soFar}, ${edge > 0 ? `over by ${edge}` : `${awayWords(scored)}${pushWords(edge)}`}`;
    },
    played(scored) {
      const { leg, edge } = scored;
      const over = leg.side === 'over' ? edge : -edge;
      const margin = over > 0 ? `over by ${over}` : over < 0 ? `under by ${-over}` : 'a push';
      return `${pointsOf(scored)} in all, ${margin}`;
    },
  },
};

const asItStands = 'pushes as it stands';

function leadWords({ leg, score, sport }: Scored): string {
  const lead = leg.side === 'draw' ? 0 : leadOf(leg, score);
  if (lead === 0) return sport.drawOffered ? 'Level' : 'Tied';
  return lead > 0 ? `Ahead by ${lead}` : `Behind by ${-lead}`;
}

function endWords({ leg, score }: Scored): string {
  const lead = leadOf(leg, score);
  return lead === 0 ? 'Tied' : lead > 0 ? `Won by ${lead}` : `Lost by ${-lead}`;
}

/** 'needs 4 more', 'one goal away': the points that make a leg win which does not win yet. */
function awayWords({ edge, sport }: Scored): string {
  const more = Math.floor(-edge) + 1;
  return more === 1 ? `one ${sport.scoreUnit} away` : `needs ${more} more`;
}

/** Chosen: beyond this, one point more or less says nothing yet. */
const nearPush = 9;

/** ', 3 for a push' behind 'needs 4 more'; empty far from it, and at a line with half a point, which never pushes. */
function pushWords(edge: number): string {
  return Number.isInteger(edge) && -edge <= nearPush ? `, ${-edge} for a push` : '';
}

/** The points that an under can bear and still win. */
function roomWords({ edge, sport }: Scored): string {
  const room = Math.ceil(edge) - 1;
  if (room > 0) return `${counted(room, sport.scoreUnit)} of room`;
  return `one more ${sport.scoreUnit} ${edge === 1 ? 'pushes' : 'loses'}`;
}

function pointsOf({ score: { home, away } }: Scored): number {
  return home + away;
}

/** 'One goal away', '2 goals apart': the lead of either team, for a draw. */
function apartWords({ score: { home, away }, sport }: Scored, word: 'away' | 'apart'): string {
  const goals = Math.abs(home - away);
  return `${goals === 1 ? `One ${sport.scoreUnit}` : counted(goals, sport.scoreUnit)} ${word}`;
}

/**
 * The legs of an open parlay in words: '2 of 4 in, 2 to go'. Pushed and void legs drop out of it: '1 of 4 in, 1 pushed,
 * 2 to go'.
 *
 * grades  of all its legs; null for an open one. None is lost: that settles the ticket.
 */
export function progressWords(grades: readonly (Grade | null)[]): string {
  const count = (...some: (Grade | null)[]) => grades.filter((grade) => some.includes(grade)).length;
  const pushed = count('push', 'void');
  return `${count('won')} of ${grades.length} in,${pushed > 0 ? ` ${pushed} pushed,` : ''} ${count(null)} to go`;
}

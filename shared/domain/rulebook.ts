import type { Rule } from './grade.ts';
import { scoreRules } from './market.ts';
import type { RuleRow } from './markets/market-rules.ts';
import { type Sport, sportRules } from './sport.ts';
import { calledEarlyWords } from './sports/mlb.ts';

/** The rules for corrected, postponed and changed games, as How to Play shows them. Source: docs/house-rules.md. */
export const unusualGames: readonly { title: string; words: string }[] = [
  {
    title: 'Corrected scores',
    words:
      'A score may be corrected for 72 hours after the first result. Bets are then settled again: the old payout is taken ' +
      'back and the new one is paid. After that, and in a league that is final, nothing changes.',
  },
  {
    title: 'Postponed games',
    words:
      'A postponed or suspended game keeps its bets until the limit of its sport, counted from the start that it had when ' +
      'the bet was placed; then they are void.',
  },
  {
    title: 'Games that disappear',
    words:
      'A game that is no longer listed keeps its bets for 72 hours past the limit of its sport; then they are void.',
  },
  {
    title: 'Other teams',
    words:
      'A bet is on the two teams that it was placed on. If another team takes the place of one, or home and away are ' +
      'swapped when the game ends, the bet is void.',
  },
  {
    title: 'Changed start times',
    words:
      'Betting closes when a game starts, also when its start moves. A bet that was placed after the game had really ' +
      'started is void.',
  },
];

/** The note beside every time limit where games are simulated: limits are divided by the speed of the simulation. */
export const simulatedLimits =
  'Simulated games are played at a speed of their own, and every time limit passes at that speed.';

const ruleRows: Record<Rule, RuleRow> = {
  ...scoreRules,
  'called-early': { words: `Void: the game was called too early for this bet. ${calledEarlyWords}`, cites: null },
  'called-early-decided': {
    words: `The game was called early with the line already passed. ${calledEarlyWords}`,
    cites: null,
  },
  canceled: { words: 'Void: the game was cancelled, abandoned or forfeited.', cites: null },
  'not-played-in-time': { words: 'Void: the game was not played in time.', cites: 'unplayed' },
  'home-and-away-swapped': {
    words: 'Void: the home team was not the one that it was when the bet was placed.',
    cites: null,
  },
  'different-match': {
    words: 'Void: the schedule now has another match in this one’s place, between other teams.',
    cites: null,
  },
  'started-before-placing': { words: 'Void: the game had started when the bet was placed.', cites: null },
  'voided-by-admin': { words: 'Void: an admin called off the bets on this game.', cites: null },
};

/** The words of a rule that hold for every sport. */
export function ruleWords(rule: Rule): string {
  return ruleRows[rule].words;
}

/** Explains a grade in sentences: the words of the rule, completed by those of the sport. */
export function explain(rule: Rule, sport: Sport): string {
  const { words, cites } = ruleRows[rule];
  return cites ? `${words} ${sportRules[sport].rulebook[cites]}` : words;
}

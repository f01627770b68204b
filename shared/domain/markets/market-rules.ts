import type { GradableLeg, Score } from '../leg.ts';
import { isPrice, type Price } from '../price.ts';
import type { Side } from '../side.ts';
import type { SportRules } from '../sports/sport-rules.ts';

/** The line and price of one side of a market; `line` is null in a market without lines. */
export type Terms = { line: number | null; price: Price };

/** The words of a rule, and the field of the sport's `rulebook` that completes them; null for none. */
export type RuleRow = { words: string; cites: 'counts' | 'unplayed' | null };

/** One market of the odds form. `name` is what a row shows in front of its fields. */
type OddsForm<Field> = { title: string; rows: readonly { name: string; fields: readonly Field[] }[] };

/** A text for each team: names or abbreviations. */
export type TeamNames = { home: string; away: string };

/**
 * All rules that differ between markets. Each market is one value of this type, in a file of its own.
 *
 * Part  the market's lines and prices in a quote: always whole, because a half market takes no bets.
 * Flat  the same as single numbers, under the names of the wire and of the tables; null for none.
 * Rule  the rules that can decide a leg by the score.
 */
export type MarketRules<Part, Flat, Rule extends string> = {
  /** The flat fields that are lines, and those that are prices, with their labels in the odds form. */
  lines: { [F in keyof Flat]?: string };
  prices: { [F in keyof Flat]?: string };
  /** Lines that are always the negative of another line: null is then read as that, and the odds form derives them. */
  mirrors: { [F in keyof Flat]?: keyof Flat };
  /** The market in these fields; null when all are null. A half or invalid market is a text that says what is wrong. */
  read(flat: Flat): Part | null | string;
  flat(part: Part): Partial<Flat>;
  /** The sides in the order of the slate. */
  sides(sport: SportRules): readonly Side[];
  /** The line and price of a side; null when it has none. */
  terms(part: Part, side: Side): Terms | null;
  /** Removes the sides that the sport does not have. */
  own(part: Part, sport: SportRules): Part;
  /** The market after the feed has swapped home and away; null when it does not fit the new home team. */
  swapped(part: Part): Part | null;
  /** The initial values of the odds form. Source: docs/screens.md#admin-odds. */
  starting(sport: SportRules): Part | null;

  /** The rules by name. Source: docs/house-rules.md#bets. */
  rules: { [R in Rule]?: RuleRow };
  /** The margin of the picked side over its line, in points. Above zero the leg is ahead. */
  edge(leg: GradableLeg, score: Score): number;
  /** The grade by a final score, and the rule that decided. */
  grade(leg: GradableLeg, score: Score, sport: SportRules): { grade: 'won' | 'lost' | 'push'; rule: Rule };
  /** The half-innings of baseball that a grade by the score needs; one fewer if the home team leads. */
  halfInnings: number;
  /** The grade of a leg in a game called too early, if no further points could change it; else null. */
  decided(leg: GradableLeg, score: Score): 'won' | 'lost' | null;
  /** The arithmetic of a grade, as a receipt prints it. */
  arithmetic(leg: GradableLeg, score: Score, names: TeamNames, sport: SportRules): string;

  /** The heading of its column on the slate. */
  heading: string;
  /** 'Spread Chiefs'. Source: docs/screens.md#names. */
  label(side: Side, teams: TeamNames): string;
  /** The line as screens show it: '+3.5', 'PK'. */
  showLine(line: number): string;
  /** A side with its line as screen readers say it: 'Chiefs minus 3.5'. */
  spoken(side: Side, line: number | null, teams: TeamNames): string;
  /** The title and the rows of the odds form: the visible name of each row, and its fields. */
  form(sport: SportRules, teams: TeamNames): OddsForm<keyof Flat>;
  /** The explanations on How to Play: a term, its words, and the rule whose words follow. */
  guide: readonly { term: string; words: string; rule: Rule }[];
};

export function isLine(value: number): boolean {
  return Number.isInteger(value * 2) && Math.abs(value) <= 1_000;
}

export function hasPrice(value: number | null): value is Price {
  return value !== null && isPrice(value);
}

/** The grade of a leg by its edge: zero is a push. */
export function gradeBy(edge: number): 'won' | 'lost' | 'push' {
  return edge > 0 ? 'won' : edge < 0 ? 'lost' : 'push';
}

import type { FrozenWeek, Person, Recap } from '#shared/api/weeks.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { cents, showGain, showWhole } from '#shared/domain/money.ts';
import { isolate } from '#shared/domain/naming.ts';
import { showPrice } from '#shared/domain/price.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import { ordinal } from '#shared/domain/sports/period-names.ts';
import { legWords } from '#shared/words/leg-words.ts';

type Named = Pick<Person, 'name'>;

/** A phrase with the names that people typed apart: a screen puts them into elements of their own direction. */
export type Words = readonly (string | Named)[];

/** The same as one string, in which no name changes the direction of the words around it. */
export function plain(words: Words): string {
  return words.map((part) => (typeof part === 'string' ? part : isolate(part.name))).join('');
}

/** Names in one phrase: 'Ann', 'Ann and Bob', 'Ann, Bob and Cleo', 'Ann, Bob and 3 others'. */
export function listed(people: readonly Named[]): Words {
  const named: (string | Named)[] = people.slice(0, people.length > 3 ? 2 : 3);
  const others = people.length - named.length;
  const parts = others > 0 ? [...named, `${others} others`] : named;
  return parts.flatMap((part, at) => [at === 0 ? '' : at === parts.length - 1 ? ' and ' : ', ', part]);
}

/** 'Priya wins the week', 'Ann and Bob share the week', 'The house won week 6'. */
export function headline({ number, winners }: Pick<FrozenWeek, 'number' | 'winners'>): Words {
  if (winners.length === 0) return [`The house won week ${number}`];
  return [...listed(winners), ` ${winners.length === 1 ? 'wins' : 'share'} the week`];
}

/** The unit of the figure under the headline. */
export function figureUnit({ winners }: Pick<FrozenWeek, 'winners'>): string {
  if (winners.length === 0) return 'Ching together';
  return winners.length === 1 ? 'Ching' : 'Ching each';
}

/**
 * The sentence under the figure: 'From 7th to 3rd, 4 of 5 bets won.' In a week of the house, a net above zero is that of
 * a member who left, or of a correction alone.
 */
export function subline({ number, winners, rows }: Recap): Words {
  const [winner, second] = winners;
  if (second) return ['Level with each other, and ahead of everybody else.'];
  if (winner) {
    const row = rows.find(({ userId }) => userId === winner.userId);
    if (!row || row.rank === null) return [];
    const move = number === 1 ? `Ended it ${ordinal(row.rank)}` : rankMove(row.rankBefore, row.rank);
    return [`${move}, ${row.wins} of ${counted(row.wins + row.losses + row.pushes)} won.`];
  }
  const nobody = `Nobody ${rows.some(({ net }) => net > 0) ? 'who could win it ' : ''}ended above zero.`;
  const least = rows.find((row) => row.rank !== null && hasBet(row));
  if (!least) return [nobody];
  const end = least.net === 0 ? ' broke even.' : ` lost least: ${showGain(least.net)}.`;
  return [`${nobody} `, least, end];
}

function rankMove(before: number | null, after: number): string {
  if (before === null) return `New, and already ${ordinal(after)}`;
  return before === after ? `Still ${ordinal(after)}` : `From ${ordinal(before)} to ${ordinal(after)}`;
}

const counted = (bets: number) => `${bets} ${bets === 1 ? 'bet' : 'bets'}`;

/** 'Nov 17 to Nov 24'. */
export function spanWords({ startsAt, endsAt }: Pick<FrozenWeek, 'startsAt' | 'endsAt'>): string {
  return `${showMonthDay(new Date(startsAt))} to ${showMonthDay(new Date(endsAt))}`;
}

type Counts = { wins: number; losses: number; pushes: number };

/** Whether a bet of the member was settled in the week. */
export function hasBet({ wins, losses, pushes }: Counts): boolean {
  return wins + losses + pushes > 0;
}

/** '4-1', with pushes '4-1-1'; 'no bets' for nothing settled. */
export function recordWords(row: Counts): string {
  if (!hasBet(row)) return 'no bets';
  return [row.wins, row.losses, ...(row.pushes > 0 ? [row.pushes] : [])].join('-');
}

/** A sentence about people, with its subject apart: 'Theo' and ' passed Maya and leads by 24.' */
export type Fact = { kind: 'lead' | 'hit' | 'miss' | 'single' | 'streak'; label: string; who: Words; does: Words };

/** The facts of a week that somebody earned, the most telling first. */
export function factsOf(recap: Recap): Fact[] {
  const { tookTheLead: lead, bestHit: hit, nearestMiss: miss, biggestSingle: single, longestStreak: streak } = recap;
  const isSameBet = hit?.picks.length === 1 && single?.userId === hit.userId && single.back === hit.back;
  const facts = [lead && leadFact(lead), hit && hitFact(hit), miss && missFact(miss)];
  return [...facts, single && !isSameBet ? singleFact(single) : null, streak && streakFact(streak)].filter(
    (fact) => fact !== null,
  );
}

type RecapFact<Name extends keyof Recap> = NonNullable<Recap[Name]>;

function leadFact(lead: RecapFact<'tookTheLead'>): Fact {
  const { from, by } = lead;
  const end = by >= 100 ? ` and leads by ${showWhole(by)}.` : ' and leads.';
  const does: Words = from ? [' passed ', from, end] : [` is alone at the top${end}`];
  return { kind: 'lead', label: 'Took the lead', who: [lead], does };
}

function hitFact({ name, picks, odds, stake, back }: RecapFact<'bestHit'>): Fact {
  const [pick] = picks;
  const what = picks.length === 1 && pick ? `took ${legWords(pick)}` : `hit a parlay of ${picks.length}`;
  const does = ` ${what} at ${showPrice(odds)}: ${showWhole(stake)} came back as ${showWhole(back)}.`;
  return { kind: 'hit', label: 'Best hit', who: [{ name }], does: [does] };
}

function missFact({ name, picks, missed, margin, potentialPayout }: RecapFact<'nearestMiss'>): Fact {
  const pick = picks[missed];
  const by = pick && margin !== null ? ` by ${marginWords(margin, pick.game.sport)}` : '';
  const lost = pick ? `${legWords(pick)} lost${by}` : 'one lost';
  const gone = `${showWhole(potentialPayout)} were gone`;
  const does =
    picks.length === 1
      ? ` saw ${pick ? legWords(pick) : 'a bet'} lose${by}: ${gone}.`
      : ` had ${picks.length - 1} of ${picks.length} legs. ${lost}, and ${gone}.`;
  return { kind: 'miss', label: 'Nearest miss', who: [{ name }], does: [does] };
}

/** 'half a point', '1 goal', '2.5 runs'. */
function marginWords(margin: number, sport: Sport): string {
  const unit = sportRules[sport].scoreUnit;
  if (margin === 0.5) return `half a ${unit}`;
  return `${margin} ${margin === 1 ? unit : `${unit}s`}`;
}

function singleFact({ name, picks, stake, back, status }: RecapFact<'biggestSingle'>): Fact {
  const [pick] = picks;
  const end = status === 'won' ? `won ${showWhole(cents(back - stake))}` : 'lost it';
  const does = ` put ${showWhole(stake)} on ${pick ? legWords(pick) : 'one bet'} and ${end}.`;
  return { kind: 'single', label: 'Biggest single', who: [{ name }], does: [does] };
}

function streakFact({ people, wins }: RecapFact<'longestStreak'>): Fact {
  const does = ` won ${wins} in a row.`;
  return { kind: 'streak', label: 'Longest streak', who: listed(people), does: [does] };
}

/** A correction across weeks in one sentence. */
export function footnoteWords({ kind, other, games, at, people, more }: Recap['footnotes'][number]): Words {
  const day = showMonthDay(new Date(at));
  const nets = people.flatMap((person, index) => [index === 0 ? '' : ', ', person, ` ${showGain(person.net)}`]);
  const others = more > 0 ? [`, ${more} more`] : [];
  const what = games.join(', ');
  const start =
    kind === 'counts-later'
      ? `Corrected on ${day}: ${what}. It counts in week ${other}: `
      : `Includes a correction of week ${other} from ${day}: ${what}: `;
  return [start, ...nets, ...others, '.'];
}

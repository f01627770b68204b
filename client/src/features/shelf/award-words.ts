import type { Shelf } from '#shared/api/shelf.ts';
import type { AwardKind } from '#shared/domain/award.ts';
import { easternDay } from '#shared/domain/eastern.ts';
import { showPrice } from '#shared/domain/price.ts';
import { ordinal } from '#shared/domain/sports/period-names.ts';
import { legWords } from '#shared/words/leg-words.ts';

export const awardNames: Record<AwardKind, string> = {
  title: 'Champion',
  'week-won': 'Week won',
  'best-week': 'Best week',
  'biggest-climb': 'Biggest climb',
  'five-weeks': 'Five weeks up',
  'beat-300': 'Beat +300',
  'four-legs': 'Four legs in',
};

/** The rule of each award, in a sentence. */
export const awardRules: Record<AwardKind, string> = {
  title: 'The champion of a season.',
  'week-won': 'The highest net of a week.',
  'best-week': 'The highest net of a week in a season.',
  'biggest-climb': 'The most ranks gained in a week of a season, three or more.',
  'five-weeks': 'Five weeks up in a row.',
  'beat-300': 'A single won at +300 or longer.',
  'four-legs': 'A parlay won with four legs or more.',
};

type Season = Shelf['seasons'][number];
type Award = Shelf['awards'][number];

export function yearOf({ startedAt }: Pick<Season, 'startedAt'>): string {
  return easternDay(new Date(startedAt)).slice(0, 4);
}

/** The facts of an award in words; null for awards that have none. */
export function factWords({ leg, legsWon, from, to }: Award): string | null {
  if (leg) return `${legWords(leg)}, ${showPrice(leg.odds)}`;
  if (from !== undefined && to !== undefined) return `${ordinal(from)} to ${ordinal(to)}`;
  return legsWon === undefined ? null : `${legsWon} legs`;
}

/** The date of an award: 'Week 9, 2025', and of a title the year. */
export function timeWords({ kind, week }: Award, season: Season | undefined): string {
  const year = season ? yearOf(season) : '';
  return kind === 'title' ? year : [`Week ${week}`, year].filter(Boolean).join(', ');
}

/** The line under a kind on the shelf. */
export function shelfLine({ kind, times, isEarned }: Shelf['kinds'][number], { awards, seasons }: Shelf): string {
  if (times === 0) return isEarned ? 'not yet' : 'nobody yet';
  if (kind === 'week-won') {
    const now = seasons.filter(({ final }) => !final).reduce((sum, { weeksWon }) => sum + weeksWon, 0);
    if (now > 0) return now === times ? `${now} now` : `${now} now, ${times - now} before`;
  }
  const latest = awards.find((award) => award.kind === kind);
  if (!latest) return '';
  return (
    factWords(latest) ??
    timeWords(
      latest,
      seasons.find(({ groupId }) => groupId === latest.groupId),
    )
  );
}

/** A member's place in a season: 'Champion, 1st of 8', '5th of 7'. */
export function placeWords({ isChampion, rank, members }: NonNullable<Season['final']>): string {
  const place = `${ordinal(rank)} of ${members}`;
  return isChampion ? `Champion, ${place}` : place;
}

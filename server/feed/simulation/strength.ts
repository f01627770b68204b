import { sportRules } from '#shared/domain/sport.ts';
import { Chance, hash } from './chance.ts';
import type { Expected } from './course.ts';
import { type Fixture, fixtureSeed } from './fixture.ts';
import type { League } from './leagues.ts';

/** How many pieces of news about a game come before its start. */
const newsCount = 8;
/** No news comes later than so many minutes before the start. */
const lastNewsMinutes = 3;

/**
 * The expected score of each team, by the news known so many minutes before the start.
 *
 * Every piece of news is independent of the earlier ones, so a quote is fair whenever it is taken.
 *
 * quotedMinutes  no news comes earlier than so many minutes before the start.
 */
export function expectedAt(seed: number, fixture: Fixture, minutesBefore: number, quotedMinutes: number): Expected {
  const { league, season, home, away } = fixture;
  const { total, totalDeviation, homeEdge, newsDeviation, least } = league.scale;
  const chance = new Chance(`strength ${fixtureSeed(seed, fixture)}`);
  let margin = homeEdge + ratingOf(seed, league, season, home.id) - ratingOf(seed, league, season, away.id);
  let both = total + totalDeviation * chance.normal();
  for (let i = 0; i < newsCount; i += 1) {
    const comesBefore = chance.between(lastNewsMinutes, quotedMinutes);
    const [ofMargin, ofTotal] = [chance.normal(), chance.normal()];
    if (minutesBefore > comesBefore) continue;
    margin += (newsDeviation * ofMargin) / Math.sqrt(newsCount);
    both += (newsDeviation * ofTotal) / Math.sqrt(newsCount);
  }
  return { home: Math.max(least, (both + margin) / 2), away: Math.max(least, (both - margin) / 2) };
}

const ratingsCache = new Map<string, Map<string, number>>();
const maxSeasons = 64;

/**
 * The points by which a team is better than the average of its league in one season: half by its position in the list
 * of teams, half at random. The ratings of a league have the deviation `teamDeviation`.
 */
function ratingOf(seed: number, league: League, season: number, teamId: string): number {
  return ratingsOf(seed, league, season).get(teamId) ?? 0;
}

function ratingsOf(seed: number, league: League, season: number): Map<string, number> {
  const key = `${seed} ${league.slug} ${season}`;
  const known = ratingsCache.get(key);
  if (known) return known;
  const rows = league.groups.flatMap((group) =>
    group.map(({ id }, index) => {
      const byOrder = (1 - (2 * index) / (group.length - 1)) * Math.sqrt(3); // evenly spread, with deviation 1
      return { id, rating: (byOrder + new Chance(`rating ${key} ${id}`).normal()) / Math.SQRT2 };
    }),
  );
  const mean = rows.reduce((sum, { rating }) => sum + rating, 0) / rows.length;
  const ratings = new Map(rows.map(({ id, rating }) => [id, (rating - mean) * league.scale.teamDeviation]));
  if (ratingsCache.size >= maxSeasons) ratingsCache.clear();
  ratingsCache.set(key, ratings);
  return ratings;
}

/** The width of the error of a week's ranking, in deviations between teams. */
const rankingError = 0.3;
const ranked = 25;
const rankings = new Map<string, Map<string, number>>();

/**
 * The rank of a team in a week of the season, 1 to 25; null for all others, and in sports without ranks. Ranks change a
 * little every week.
 */
export function rankOf(seed: number, fixture: Fixture, teamId: string): number | null {
  return sportRules[fixture.league.sport].hasRanks ? (rankingOf(seed, fixture).get(teamId) ?? null) : null;
}

function rankingOf(seed: number, { league, season, week }: Fixture): Map<string, number> {
  const key = `poll ${seed} ${season} ${week}`;
  const known = rankings.get(key);
  if (known) return known;
  const error = (id: string) => (hash(`${key} ${id}`) / 2 ** 32 - 0.5) * league.scale.teamDeviation * rankingError;
  const rows = [...ratingsOf(seed, league, season)].map(([id, rating]) => ({ id, votes: rating + error(id) }));
  rows.sort((a, b) => b.votes - a.votes);
  const ranking = new Map(rows.slice(0, ranked).map(({ id }, index) => [id, index + 1]));
  if (rankings.size >= maxSeasons) rankings.clear();
  rankings.set(key, ranking);
  return ranking;
}

import { Chance, hash } from './chance.ts';
import type { Expected } from './course.ts';
import { type Fixture, wordsOf } from './fixture.ts';
import type { League } from './leagues.ts';

/** How often something new is learned about a game before its start. */
const newsCount = 8;
/** The last news come so many minutes before the start. */
const lastNewsMinutes = 3;

/**
 * What the teams are expected to score, as far as it is known so many minutes before the start.
 *
 * Every piece of news is independent of what was known before, so that a quote is fair whenever it is taken.
 *
 * quotedMinutes  how long before the start the news begin.
 */
export function expectedAt(seed: number, fixture: Fixture, minutesBefore: number, quotedMinutes: number): Expected {
  const { league, season, home, away } = fixture;
  const { total, totalDeviation, homeEdge, newsDeviation, least } = league.scale;
  const chance = new Chance(`strength ${wordsOf(seed, fixture)}`);
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

const kept = new Map<string, Map<string, number>>();
const seasonsKept = 64;

/**
 * Points by which a team is better than the average of its league, for one season: half by the order of the list, half
 * by the season's chance. All ratings of a league have the league's deviation.
 */
function ratingOf(seed: number, league: League, season: number, teamId: string): number {
  return ratingsOf(seed, league, season).get(teamId) ?? 0;
}

function ratingsOf(seed: number, league: League, season: number): Map<string, number> {
  const key = `${seed} ${league.slug} ${season}`;
  const known = kept.get(key);
  if (known) return known;
  const rows = league.groups.flatMap((group) =>
    group.map(({ id }, place) => {
      const byOrder = (1 - (2 * place) / (group.length - 1)) * Math.sqrt(3); // evenly spread, with deviation 1
      return { id, rating: (byOrder + new Chance(`rating ${key} ${id}`).normal()) / Math.SQRT2 };
    }),
  );
  const mean = rows.reduce((sum, { rating }) => sum + rating, 0) / rows.length;
  const ratings = new Map(rows.map(({ id, rating }) => [id, (rating - mean) * league.scale.teamDeviation]));
  if (kept.size >= seasonsKept) kept.clear();
  kept.set(key, ratings);
  return ratings;
}

/** How far a week's poll is from the truth, in deviations between teams. */
const pollMood = 0.3;
const ranked = 25;
const polls = new Map<string, Map<string, number>>();

/** Ranks 1 to 25 of college teams in a week of the season; null for all others. The poll moves a little every week. */
export function rankOf(seed: number, fixture: Fixture, teamId: string): number | null {
  return fixture.league.sport === 'CFB' ? (pollOf(seed, fixture).get(teamId) ?? null) : null;
}

function pollOf(seed: number, { league, season, week }: Fixture): Map<string, number> {
  const key = `poll ${seed} ${season} ${week}`;
  const known = polls.get(key);
  if (known) return known;
  const mood = (id: string) => (hash(`${key} ${id}`) / 2 ** 32 - 0.5) * league.scale.teamDeviation * pollMood;
  const rows = [...ratingsOf(seed, league, season)].map(([id, rating]) => ({ id, votes: rating + mood(id) }));
  rows.sort((a, b) => b.votes - a.votes);
  const poll = new Map(rows.slice(0, ranked).map(({ id }, place) => [id, place + 1]));
  if (polls.size >= seasonsKept) polls.clear();
  polls.set(key, poll);
  return poll;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type EspnLeague, espnLeagues } from '../feed/espn-leagues.ts';

const team = z.object({
  id: z.string(),
  location: z.string(),
  name: z.string().optional(),
  abbreviation: z.string(),
  displayName: z.string(),
  shortDisplayName: z.string().optional(),
  color: z.string().optional(),
  alternateColor: z.string().optional(),
});
const competitor = z.object({
  homeAway: z.enum(['home', 'away']),
  curatedRank: z.object({ current: z.number() }).optional(),
  team,
});
const event = z.object({
  id: z.string(),
  uid: z.string().optional(),
  date: z.string(),
  week: z.object({ number: z.number() }).optional(),
  competitions: z.tuple([z.object({ competitors: z.array(competitor), odds: z.unknown().optional() })]),
});
const payload = z.object({
  leagues: z.tuple([z.object({ slug: z.string().optional() })]).rest(z.unknown()),
  events: z.array(z.unknown()),
});

export type RecordedSide = z.output<typeof competitor>;
export type RecordedGame = {
  id: string;
  league: EspnLeague;
  /** The time of the game. Used for the order of games only. */
  date: string;
  week: number | null;
  home: RecordedSide;
  away: RecordedSide;
  /** ESPN's odds block as recorded, without its links; null when there was none. */
  odds: unknown;
};

/**
 * Reads the games of a folder of ESPN scoreboards, sorted by their recorded start.
 *
 * A game that is in several files is returned once, with the odds of the last file with odds for it. Skips files that
 * are not a scoreboard of a supported league, and games whose teams are not known.
 */
export async function readRecordings(folder: string): Promise<RecordedGame[]> {
  const games = new Map<string, RecordedGame>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const scoreboard = payload.safeParse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    if (!scoreboard.success) continue;
    for (const raw of scoreboard.data.events) {
      const game = readGame(scoreboard.data.leagues[0].slug, raw);
      if (game) games.set(game.id, { ...game, odds: game.odds ?? games.get(game.id)?.odds ?? null });
    }
  }
  return [...games.values()].sort((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id));
}

function readGame(slug: string | undefined, raw: unknown): RecordedGame | null {
  const parsed = event.safeParse(raw);
  if (!parsed.success) return null;
  const { id, uid, date, week, competitions } = parsed.data;
  const leagueId = /~l:(\d+)/.exec(uid ?? '')?.[1];
  const league = espnLeagues.find((known) => (slug === undefined ? known.id === leagueId : known.slug === slug));
  const home = competitions[0].competitors.find((side) => side.homeAway === 'home');
  const away = competitions[0].competitors.find((side) => side.homeAway === 'away');
  if (!league || !home || !away || [home, away].some((side) => side.team.id.startsWith('-'))) return null;
  const books = Array.isArray(competitions[0].odds) ? competitions[0].odds.filter(Boolean) : [];
  const odds = books.length > 0 ? withoutLinks(books) : null;
  return { id, league, date, week: week?.number ?? null, home, away, odds };
}

const advertising = new Set(['link', 'links', 'header', 'footer', 'featuredBets', 'logos', 'tracking']);

/** Removes bookmakers' deep links and promotions, which have no place in a play-money product. */
function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLinks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (advertising.has(key) ? [] : [[key, withoutLinks(inner)]])),
  );
}

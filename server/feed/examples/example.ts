import { readFileSync } from 'node:fs';
import type { Sport } from '#shared/domain/sport.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { readScoreboard, type Scoreboard } from '../espn-scoreboard.ts';

/** Example payloads in ESPN's shape with invented teams, one file a league. */
export const examples = [
  { file: 'nfl', sport: 'NFL', competition: null },
  { file: 'cfb', sport: 'CFB', competition: null },
  { file: 'mlb', sport: 'MLB', competition: null },
  { file: 'nba', sport: 'NBA', competition: null },
  { file: 'nhl', sport: 'Hockey', competition: null },
  { file: 'epl', sport: 'Soccer', competition: 'Premier League' },
  { file: 'ucl', sport: 'Soccer', competition: 'Champions League' },
] as const satisfies readonly { file: string; sport: Sport; competition: string | null }[];
export type ExampleFile = (typeof examples)[number]['file'];

/** The parts of an example that tests change. */
export type ExampleEvent = {
  id: unknown;
  date: unknown;
  season: { year: number; type: number };
  week?: { number: number };
  competitions: [
    {
      type?: { id: string; abbreviation: string };
      timeValid: boolean;
      competitors: {
        homeAway: string;
        score: unknown;
        linescores?: { value: number }[];
        team: { id: string; abbreviation: string; name?: string; displayName: string; color?: unknown };
      }[];
      odds?: unknown;
      details?: unknown;
      status: {
        period?: number;
        displayClock: string;
        type: { name: string; state: string; completed: boolean; shortDetail: string };
      };
    },
  ];
};
export type ExamplePayload = {
  leagues: [{ calendar: unknown[] }];
  season?: { type: number; year: number };
  week?: { number: number };
  groups?: string[];
  events: ExampleEvent[];
};

/** A fresh copy of an example; tests may change it. */
export function example(file: ExampleFile): ExamplePayload {
  return JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8'));
}

/** Parses an example after a change to it. */
export function readExample(
  file: ExampleFile,
  change: (payload: ExamplePayload) => void = () => undefined,
): Scoreboard {
  const { sport, competition } = examples.find((entry) => entry.file === file) ?? examples[0];
  const payload = example(file);
  change(payload);
  return readScoreboard(sport, competition, payload);
}

/** One game of an answer by its teams: 'PDX @ OMA', the `nth` (from 0) where they meet more than once. */
export function gameBetween({ games }: { games: readonly FeedGame[] }, teams: string, nth = 0): FeedGame {
  const game = games.filter(({ away, home }) => `${away.abbreviation} @ ${home.abbreviation}` === teams)[nth];
  if (!game) throw new Error(`no ${teams}`);
  return game;
}

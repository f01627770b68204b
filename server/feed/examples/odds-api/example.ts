import { readFileSync } from 'node:fs';

/** The parts of an example that tests change. */
export type OddsExample = {
  id: string;
  sport_key: string;
  commence_time: string;
  home_team: string;
  away_team: string;
  bookmakers: {
    key: string;
    markets: { key: string; outcomes: { name: string; price: number; point?: number }[] }[];
  }[];
}[];

/** A fresh copy of an example in The Odds API's shape with invented teams; all events start on 1 November 2026. */
export function oddsExample(league: 'nfl' | 'mlb' | 'epl'): OddsExample {
  return JSON.parse(readFileSync(new URL(`./${league}.json`, import.meta.url), 'utf8'));
}

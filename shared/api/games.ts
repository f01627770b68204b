import { z } from 'zod';
import { mapFields } from '#shared/domain/market.ts';
import { gameStatuses } from '#shared/domain/phase.ts';
import { playsInWeeks, type Sport, sportRules, sports, type WeeklySport } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { instant, lineText, shortText } from './values.ts';

const line = lazy(() => lineText().nullable());
const odds = lazy(() => z.int().nullable());

export const gameView = lazy(() =>
  z.object({
    id: z.string(),
    sport: z.enum(sports),
    /** 'Premier League' or 'Champions League' in soccer. */
    competition: z.string().nullable(),
    status: z.enum(gameStatuses),
    gameTime: instant(),
    /** False while the start is not announced yet. */
    timeKnown: z.boolean(),
    week: z.int().nullable(),
    season: z.int(),
    quarter: z.string().nullable(),
    timeRemaining: z.string().nullable(),
    awayTeam: z.string(),
    homeTeam: z.string(),
    awayTeamAbbr: z.string(),
    homeTeamAbbr: z.string(),
    awayTeamCity: z.string(),
    homeTeamCity: z.string(),
    awayTeamName: z.string(),
    homeTeamName: z.string(),
    awayTeamColor: z.string().nullable(),
    homeTeamColor: z.string().nullable(),
    awayTeamAlternateColor: z.string().nullable(),
    homeTeamAlternateColor: z.string().nullable(),
    awayScore: z.int().nullable(),
    homeScore: z.int().nullable(),
    countedAway: z.int().nullable().describe('that bets are graded on: in soccer after 90 minutes; null if unknown'),
    countedHome: z.int().nullable(),
    halfInnings: z.int().nullable().describe('played; null outside baseball'),
    awayTeamRank: z.int().nullable(),
    homeTeamRank: z.int().nullable(),
    /** Whether the game is closed to bets at the time of the answer. */
    bettingLocked: z.boolean(),
    ...mapFields(line, odds),
    quoteSource: z.enum(['feed', 'manual']).nullable(),
  }),
);
export type GameView = z.output<ReturnType<typeof gameView>>;

/** A game of the slate. */
export const slateGameView = lazy(() =>
  gameView().extend({
    oddsCloseAt: instant()
      .nullable()
      .describe('when the odds close unless the feed answers again; null for odds of an admin, and without odds'),
    manual: z
      .object({
        setBy: z
          .string()
          .nullable()
          .describe('the admin whose odds are in force; null once the odds of the feed are in force again'),
        changes: z.int().describe('how often admins set or cleared the odds'),
      })
      .nullable()
      .describe('null if no admin ever set odds on the game'),
  }),
);
export type SlateGameView = z.output<ReturnType<typeof slateGameView>>;

const week = lazy(() => z.object({ week: z.int(), season: z.int() }));
export const weekParams = lazy(() =>
  z.object({
    week: shortText(3)
      .regex(/^\d{1,3}$/)
      .transform(Number),
    season: shortText(4)
      .regex(/^\d{4}$/)
      .transform(Number),
  }),
);

type WeekCalls = ReturnType<typeof weekCalls>;
type DayCalls = ReturnType<typeof dayCalls>;

/** The calls that list the games of each sport: the current week and the games of a week, or the current games. */
export const slateCalls = Object.fromEntries(
  sports.map((sport) => {
    const path = `/api/games${sportRules[sport].path}`;
    return [sport, playsInWeeks(sport) ? weekCalls(path) : dayCalls(path)];
  }),
) as { [S in Sport]: S extends WeeklySport ? WeekCalls : DayCalls };

function weekCalls(path: string) {
  return {
    currentWeek: endpoint({ method: 'GET', path: `${path}/current-week`, access: 'all', reply: week }),
    games: endpoint({
      method: 'GET',
      path: `${path}/week/:week{/:season}`,
      access: 'all',
      params: () => weekParams().partial({ season: true }),
      reply: () => z.array(slateGameView()),
    }),
  };
}

function dayCalls(path: string) {
  return { games: endpoint({ method: 'GET', path, access: 'all', reply: () => z.array(slateGameView()) }) };
}

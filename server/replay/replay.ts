import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { z } from 'zod';
import { type EasternDay, easternDay } from '#shared/domain/eastern.ts';
import { flatQuote, mapFields, quoteOf } from '#shared/domain/market.ts';
import { isLine } from '#shared/domain/markets/market-rules.ts';
import { isPrice } from '#shared/domain/price.ts';
import { playsInWeeks, type Sport, sportRules, sports } from '#shared/domain/sport.ts';
import { type EspnLeague, espnLeagues, scoreboardPath } from '../feed/espn-leagues.ts';
import { present, type ReplayGame, stages } from './game.ts';
import { firstOdds, oddsBlock, readQuote } from './odds-block.ts';
import { type RecordedGame, readRecordings } from './recording.ts';

const price = z.number().refine(isPrice).nullable();
const line = z.number().refine(isLine).nullable();
const points = z.int().min(0).max(300);
const teamName = z.strictObject({ city: z.string().max(80), name: z.string().max(80) });
const quoteChange = z.strictObject(
  mapFields(
    () => line,
    () => price,
  ),
);

/** Changes to a game. Fields that are left out do not change. */
const command = z.strictObject({
  stage: z.enum(stages).optional(),
  home: points.optional(),
  away: points.optional(),
  /**
   * Soccer's score after 90 minutes, if `period` is 4 (extra time) or 5 (shoot-out). Default: both have the lower
   * score.
   */
  after90: z.strictObject({ home: points, away: points }).optional(),
  period: z.int().min(0).max(30).optional(),
  clock: z.string().max(40).optional(),
  /** Whether the game's event has a date that no reader understands. */
  isBroken: z.boolean().optional(),
  startsInSeconds: z.number().min(-1_000_000).max(1_000_000).optional(),
  teams: z.strictObject({ home: teamName, away: teamName }).optional(),
  /** Changes to the quote; null removes the quote. */
  odds: quoteChange.partial().nullable().optional(),
});
export type Command = z.input<typeof command>;

const faultModes = ['none', 'hang', 'drip', '500', 'html', 'truncated', 'empty'] as const;
const leagueSlugs = espnLeagues.map(({ slug }) => slug);
const fault = z.strictObject({
  mode: z.enum(faultModes),
  /** A sport or the slug of one league; without it, all leagues. */
  sport: z.enum([...sports, ...leagueSlugs]).optional(),
});
type Fault = z.input<typeof fault>;

/**
 * Commands, each `afterSeconds` after the start of the replay. `pick` is the nth game of a sport by its start, from 0.
 */
export const replayScript = z.array(
  command.extend({
    afterSeconds: z.number().min(0),
    id: z.string().optional(),
    pick: z.strictObject({ sport: z.enum(sports), nth: z.int().min(0) }).optional(),
  }),
);
export type ReplayScript = z.input<typeof replayScript>;

type GameSummary = {
  id: string;
  sport: Sport;
  league: string;
  away: string;
  home: string;
  stage: ReplayGame['stage'];
  startsAt: string;
  awayScore: number;
  homeScore: number;
};

export type Replay = {
  url: string;
  games(): GameSummary[];
  /** Changes a game, as `POST /replay/games/:id` does; throws if there is no such game. */
  changeGame(id: string, change: Command): void;
  /** The same as `POST /replay/faults`. */
  misbehave(fault: Fault): void;
  /** The number of requests for scoreboards of the sport so far. */
  asked(sport: Sport): number;
  close(): Promise<void>;
};

/**
 * Serves the ESPN scoreboards of a folder as if their games were about to begin, on this machine only.
 *
 * Every game is scheduled with odds for ten minutes from now or later. After that only commands and the script change
 * it. This is a development tool: production code does not import it.
 *
 * folder   recorded payloads, or the invented ones in `server/feed/examples`.
 * port     0 takes a free port.
 */
export async function startReplay({
  folder,
  port = 0,
  now = () => new Date(),
  script = [],
}: {
  folder: string;
  port?: number;
  now?: () => Date;
  script?: ReplayScript;
}): Promise<Replay> {
  const games = stageGames(await readRecordings(folder), now());
  const faults = new Map<string, Fault['mode']>();
  const asked = new Map<Sport, number>();

  const find = (id: string): ReplayGame | undefined => games.find((game) => game.id === id);
  const changeGame = (id: string, change: Command) => {
    const game = find(id);
    if (!game) throw new Error(`no game ${id}`);
    applyTo(game, command.parse(change), now());
  };
  const misbehave = (wanted: Fault) => {
    const { mode, sport } = fault.parse(wanted);
    for (const league of espnLeagues) {
      if (sport === undefined || sport === league.sport || sport === league.slug) faults.set(league.slug, mode);
    }
  };

  const app = express().disable('x-powered-by').disable('etag').use(express.json());
  for (const league of espnLeagues) {
    app.get(scoreboardPath(league), (request, response) => {
      const query = scoreboardQuery.parse(request.query);
      asked.set(league.sport, (asked.get(league.sport) ?? 0) + 1);
      const mode = faults.get(league.slug) ?? 'none';
      const ofLeague = mode === 'empty' ? [] : games.filter((game) => game.league === league);
      answer(response, mode, scoreboard(league, ofLeague, query, now()));
    });
  }
  app.get('/replay/games', (_request, response) => {
    response.json(games.map(summary));
  });
  app.post('/replay/games/:id', (request, response) => {
    const game = find(request.params.id);
    const change = command.safeParse(request.body);
    if (!game) return void response.status(404).json({ message: 'No such game' });
    if (!change.success) return void response.status(400).json({ message: z.prettifyError(change.error) });
    applyTo(game, change.data, now());
    response.json(summary(game));
  });
  app.post('/replay/faults', (request, response) => {
    const wanted = fault.safeParse(request.body);
    if (!wanted.success) return void response.status(400).json({ message: z.prettifyError(wanted.error) });
    misbehave(wanted.data);
    response.json(wanted.data);
  });

  const cues = replayScript.parse(script).map(({ afterSeconds, id, pick, ...change }) => {
    const target = id ?? games.filter((game) => game.league.sport === pick?.sport)[pick?.nth ?? 0]?.id ?? '';
    if (!find(target)) throw new Error(`The script names a game that is not there: ${id ?? JSON.stringify(pick)}`);
    return { afterSeconds, target, change };
  });

  const server = createServer(app);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening);
  });
  const timers = cues.map(({ afterSeconds, target, change }) =>
    setTimeout(() => changeGame(target, change), afterSeconds * 1_000),
  );
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    games: () => games.map(summary),
    changeGame,
    misbehave,
    asked: (sport) => asked.get(sport) ?? 0,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const firstStartMs = 10 * 60_000;
const betweenStartsMs = 5 * 60_000;

/** Schedules each league's games five minutes apart, in the order in which they were played, from ten minutes on. */
function stageGames(recorded: readonly RecordedGame[], now: Date): ReplayGame[] {
  const first = Math.ceil(now.getTime() / 60_000) * 60_000 + firstStartMs;
  return espnLeagues.flatMap((league) => {
    const ofLeague = recorded.filter((game) => game.league === league);
    const week = playsInWeeks(league.sport) ? (ofLeague[0]?.week ?? 1) : null;
    return ofLeague.map((game, index) => ({
      ...game,
      week,
      season: seasonAt(league, now),
      startsAt: new Date(first + index * betweenStartsMs),
      odds: firstOdds(game),
      stage: 'scheduled',
      isBroken: false,
      score: { home: 0, away: 0 },
      after90: { home: 0, away: 0 },
      ...beforeStart(league.sport),
    }));
  });
}

function beforeStart(sport: Sport): { period: number; clock: string } {
  return { period: sport === 'MLB' ? 1 : 0, clock: '0:00' };
}

/** The season that a day belongs to, with the year that ESPN uses as its name. Source: docs/feeds.md#requests. */
function seasonAt({ seasonNamedBy }: EspnLeague, now: Date): { year: number; type: number } {
  const [year = 0, month = 0] = easternDay(now).split('-').map(Number);
  const secondYear = month >= 7 ? year + 1 : year;
  const named = { 'only-year': year, 'first-year': secondYear - 1, 'second-year': secondYear };
  return { year: named[seasonNamedBy], type: 2 };
}

function applyTo(game: ReplayGame, change: z.output<typeof command>, now: Date): void {
  const { sport } = game.league;
  if (change.startsInSeconds !== undefined) game.startsAt = new Date(now.getTime() + change.startsInSeconds * 1_000);
  if (change.odds === null) game.odds = null;
  else if (change.odds) {
    const before = flatQuote(readQuote(game, game.odds));
    game.odds = oddsBlock(sport, quoteOf({ ...before, ...change.odds }));
  }
  if (change.stage && change.stage !== game.stage) {
    game.stage = change.stage;
    Object.assign(game, usualMoment(sport, change.stage));
  }
  if (change.home !== undefined || change.away !== undefined) {
    game.score = { home: change.home ?? game.score.home, away: change.away ?? game.score.away };
    const level = Math.min(game.score.home, game.score.away);
    game.after90 = { home: level, away: level };
  }
  for (const side of ['home', 'away'] as const) {
    const { city, name } = change.teams?.[side] ?? {};
    if (city && name) Object.assign(game[side].team, { location: city, name, displayName: `${city} ${name}` });
  }
  game.isBroken = change.isBroken ?? game.isBroken;
  game.after90 = change.after90 ?? game.after90;
  game.period = change.period ?? game.period;
  game.clock = change.clock ?? game.clock;
}

/** The default period and clock of a game that enters a stage. */
function usualMoment(sport: Sport, stage: ReplayGame['stage']): { period: number; clock: string } {
  const { regulationPeriods } = sportRules[sport];
  if (stage === 'live' || stage === 'suspended') {
    const period = Math.ceil(regulationPeriods / 2);
    return { period, clock: sport === 'MLB' ? `Top ${period}th` : sport === 'Soccer' ? "30'" : '8:42' };
  }
  if (stage === 'final') return { period: regulationPeriods, clock: sport === 'Soccer' ? "90'" : '0:00' };
  return beforeStart(sport);
}

function summary({ id, league, away, home, stage, startsAt, score }: ReplayGame): GameSummary {
  return {
    id,
    sport: league.sport,
    league: league.slug,
    away: away.team.abbreviation,
    home: home.team.abbreviation,
    stage,
    startsAt: startsAt.toISOString(),
    awayScore: score.away,
    homeScore: score.home,
  };
}

const scoreboardQuery = z.object({
  dates: z.string().optional(),
  week: z.coerce.number().optional(),
  seasontype: z.coerce.number().optional(),
  groups: z.string().optional(),
  limit: z.coerce.number().default(100),
});
type ScoreboardQuery = z.output<typeof scoreboardQuery>;

/**
 * Filters a scoreboard by the query as ESPN does. Season, week and day are at its top only in answers to requests
 * without a date. Source: docs/feeds.md#requests.
 */
function scoreboard(
  league: EspnLeague,
  games: readonly ReplayGame[],
  { dates, week, seasontype, groups, limit }: ScoreboardQuery,
  now: Date,
): Record<string, unknown> {
  const { sport } = league;
  const season = seasonAt(league, now);
  const currentWeek = playsInWeeks(sport) ? (games[0]?.week ?? 1) : null;
  // Requests without a date get the day before until 11:00 ET.
  const today = easternDay(new Date(now.getTime() - 11 * 3_600_000));
  const isAsked = ({ startsAt, ...game }: ReplayGame) => {
    const day = easternDay(startsAt);
    if (week !== undefined) {
      const ofSeason = dates === undefined || dates === String(game.season.year);
      return ofSeason && game.week === week && (seasontype ?? game.season.type) === game.season.type;
    }
    if (dates !== undefined) return isWithin(day, dates);
    return currentWeek !== null || day === today;
  };
  // Without `groups`, ESPN lists only the best known college football games.
  const most = sport === 'CFB' && groups === undefined ? 25 : limit;
  return {
    leagues: [
      { id: league.id, slug: league.slug, season: { year: season.year }, calendarType: currentWeek ? 'list' : 'day' },
    ],
    ...(dates === undefined && { season }),
    ...(dates === undefined && (currentWeek ? { week: { number: currentWeek } } : { day: { date: today } })),
    ...(groups !== undefined && { groups: [groups] }),
    events: games.filter(isAsked).slice(0, most).map(present),
  };
}

/** Whether an Eastern day is within 'YYYY', 'YYYYMMDD' or 'YYYYMMDD-YYYYMMDD'. */
function isWithin(day: EasternDay, dates: string): boolean {
  const compact = day.replaceAll('-', '');
  if (dates.length === 4) return compact.startsWith(dates);
  const [from = '', to = from] = dates.split('-');
  return from <= compact && compact <= to;
}

function answer(response: Response, mode: Fault['mode'], payload: Record<string, unknown>): void {
  switch (mode) {
    case 'hang':
      return;
    case 'drip': {
      response.type('json').write('[');
      const timer = setInterval(() => response.write(' '), 1_000);
      response.once('close', () => clearInterval(timer));
      return;
    }
    case '500':
      response.status(500).json({ code: 500, message: 'Internal Server Error' });
      return;
    case 'html':
      response.type('html').send('<!doctype html><title>Down for maintenance</title>');
      return;
    case 'truncated': {
      const text = JSON.stringify(payload);
      response.type('json').send(text.slice(0, text.length / 2));
      return;
    }
    case 'none':
    case 'empty':
      response.json(payload);
  }
}

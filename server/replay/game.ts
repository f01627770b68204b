import { sportRules } from '#shared/domain/sport.ts';
import type { RecordedGame, RecordedSide } from './recording.ts';

export const stages = ['scheduled', 'live', 'final', 'postponed', 'canceled', 'suspended'] as const;
type Stage = (typeof stages)[number];

type Score = { home: number; away: number };

/** A recorded game in its present state of the replay. */
export type ReplayGame = RecordedGame & {
  startsAt: Date;
  stage: Stage;
  /** Whether its event has a date that no reader understands. */
  isBroken: boolean;
  score: Score;
  /** Past the regulation periods it is overtime; in soccer 4 is extra time and 5 a shoot-out. */
  period: number;
  clock: string;
  /** The score of a soccer game after 90 minutes, if extra time followed. */
  after90: Score;
  /** `type` is 2, the regular season. */
  season: { year: number; type: number };
};

/**
 * The game as an event of ESPN's scoreboard, with the fields that the ESPN feed reads. Source: docs/feeds.md#events.
 */
export function present(game: ReplayGame): Record<string, unknown> {
  const { id, league, home, away } = game;
  const uid = `s:0~l:${league.id}~e:${id}`;
  const date = game.isBroken ? 'to be announced' : espnDate(game.startsAt);
  const status = presentStatus(game);
  const competition = {
    id,
    uid,
    date,
    startDate: date,
    timeValid: true,
    competitors: [presentSide(game, 'home'), presentSide(game, 'away')],
    notes: [],
    ...presentOdds(game),
    ...(league.sport === 'Soccer' && { details: goals(game) }),
    status,
    format: { regulation: { periods: sportRules[league.sport].regulationPeriods } },
  };
  return {
    id,
    uid,
    date,
    name: `${away.team.displayName} at ${home.team.displayName}`,
    shortName: `${away.team.abbreviation} @ ${home.team.abbreviation}`,
    season: game.season,
    ...(game.week !== null && { week: { number: game.week } }),
    competitions: [competition],
    status,
  };
}

/** ESPN writes no seconds. A start with seconds is written with them, so that a test can wait for it exactly. */
function espnDate(at: Date): string {
  const iso = at.toISOString();
  return iso.endsWith(':00.000Z') ? `${iso.slice(0, 16)}Z` : iso;
}

/**
 * In US sports only scheduled games have odds; soccer has them while live too, and [null] later. Source:
 * docs/feeds.md#odds.
 */
function presentOdds({ league, stage, odds }: ReplayGame): { odds?: unknown } {
  if (stage === 'scheduled' && odds) return { odds };
  if (league.sport !== 'Soccer') return {};
  return { odds: stage === 'live' && odds ? odds : [null] };
}

type Word = { id: string; name: string; state: 'pre' | 'in' | 'post'; completed?: boolean; shortDetail: string };

function presentStatus(game: ReplayGame): Record<string, unknown> {
  const { id, name, state, completed = false, shortDetail } = wordOf(game);
  const type = { id, name, state, completed, description: shortDetail, detail: shortDetail, shortDetail };
  return { clock: 0, displayClock: game.clock, period: game.period, type };
}

function wordOf({ stage, league: { sport }, period, clock, startsAt }: ReplayGame): Word {
  switch (stage) {
    case 'scheduled':
      return { id: '1', name: 'STATUS_SCHEDULED', state: 'pre', shortDetail: startsAt.toISOString() };
    case 'postponed':
      return { id: '6', name: 'STATUS_POSTPONED', state: 'post', shortDetail: 'Postponed' };
    case 'canceled':
      return { id: '5', name: 'STATUS_CANCELED', state: 'post', shortDetail: 'Canceled' };
    case 'suspended':
      return { id: '8', name: 'STATUS_SUSPENDED', state: 'post', shortDetail: 'Suspended' };
    case 'live':
      return { id: '2', name: 'STATUS_IN_PROGRESS', state: 'in', shortDetail: clock };
    case 'final': {
      const over = { state: 'post', completed: true } as const;
      if (sport !== 'Soccer')
        return { id: '3', name: 'STATUS_FINAL', ...over, shortDetail: finalDetail(sport, period) };
      if (period <= 2) return { id: '28', name: 'STATUS_FULL_TIME', ...over, shortDetail: 'FT' };
      return period <= 4
        ? { id: '45', name: 'STATUS_FINAL_AET', ...over, shortDetail: 'AET' }
        : { id: '47', name: 'STATUS_FINAL_PEN', ...over, shortDetail: 'FT-Pens' };
    }
  }
}

function finalDetail(sport: RecordedGame['league']['sport'], period: number): string {
  const extra = period - sportRules[sport].regulationPeriods;
  if (extra === 0) return 'Final';
  if (sport === 'MLB') return `Final/${period}`;
  if (extra < 0) return 'Final';
  if (extra === 1) return 'Final/OT';
  return sport === 'Hockey' ? 'Final/SO' : `Final/${extra}OT`;
}

function presentSide(game: ReplayGame, side: 'home' | 'away'): Record<string, unknown> {
  const { team, curatedRank }: RecordedSide = game[side];
  const begun = game.stage === 'live' || game.stage === 'final' || game.stage === 'suspended';
  const other = side === 'home' ? game.score.away : game.score.home;
  return {
    id: team.id,
    homeAway: side,
    score: begun ? String(game.score[side]) : '0',
    ...(game.stage === 'final' && { winner: game.score[side] > other }),
    ...(begun && game.league.sport !== 'Soccer' && { linescores: linescores(game, side) }),
    ...(curatedRank && { curatedRank }),
    team,
  };
}

/**
 * Scores per period, with all points in the first. In baseball the home team lacks its last inning while the game runs,
 * and also at the end if it leads, because it does not bat then.
 */
function linescores({ league, stage, period, score }: ReplayGame, side: 'home' | 'away'): { value: number }[] {
  const skipsLast = league.sport === 'MLB' && side === 'home' && (stage !== 'final' || score.home > score.away);
  const count = Math.max(1, skipsLast ? period - 1 : period);
  return Array.from({ length: count }, (_, index) => ({ value: index === 0 ? score[side] : 0 }));
}

/** The goals of a soccer game: first those of the 90 minutes, then those of extra time. */
function goals({ stage, score, after90, period, home, away }: ReplayGame): Record<string, unknown>[] {
  if (stage !== 'live' && stage !== 'final') return [];
  return (['home', 'away'] as const).flatMap((side) => {
    const teamId = (side === 'home' ? home : away).team.id;
    const inRegulation = period > 2 ? after90[side] : score[side];
    return Array.from({ length: score[side] }, (_, index) => ({
      type: { id: '70', text: 'Goal' },
      clock: { value: 0, displayValue: index < inRegulation ? `${Math.min(10 + index, 90)}'` : "106'" },
      team: { id: teamId },
      scoringPlay: true,
      shootout: false,
      ownGoal: false,
    }));
  });
}

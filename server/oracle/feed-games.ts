import type { FeedGame } from '../games/feed-answer.ts';
import type { Entry } from './schedule.ts';

/** The game as an adapter would have read it. */
export function gameOf({ id, told, offers }: Entry): FeedGame {
  const isUnderWay = told.status === 'live' || told.status === 'final' || told.status === 'suspended';
  const team = (teamId: string) => ({
    id: teamId,
    abbreviation: teamId.toUpperCase(),
    city: 'City',
    name: teamId,
    color: null,
    alternateColor: null,
    rank: null,
  });
  const points = isUnderWay ? { home: told.homePoints, away: told.awayPoints } : { home: null, away: null };
  const [spread, moneyline, total] = [offers.spread, offers.moneyline, offers.total].map(
    (all: readonly (readonly [string, number | null, number])[]) =>
      new Map(all.map(([side, line, price]) => [side, { line, price }])),
  );
  return {
    id,
    sport: told.sport,
    competition: told.sport === 'Soccer' ? 'Premier League' : null,
    season: 2026,
    seasonType: null,
    week: null,
    startsAt: new Date(told.startsAt),
    startKnown: told.startKnown,
    status: told.status,
    statusWord: `STATUS_${told.status.toUpperCase()}`,
    settleable: told.status === 'final' && told.isPlayed,
    period: isUnderWay ? 1 : null,
    clock: null,
    home: team(told.home),
    away: team(told.away),
    homeScore: points.home,
    awayScore: points.away,
    countedHome: points.home,
    countedAway: points.away,
    halfInnings: told.halfInnings,
    seasonSpan: null,
    quote:
      told.status === 'scheduled'
        ? {
            spreadHome: spread?.get('home')?.line ?? null,
            spreadAway: spread?.get('away')?.line ?? null,
            spreadHomePrice: spread?.get('home')?.price ?? null,
            spreadAwayPrice: spread?.get('away')?.price ?? null,
            moneylineHome: moneyline?.get('home')?.price ?? null,
            moneylineAway: moneyline?.get('away')?.price ?? null,
            moneylineDraw: moneyline?.get('draw')?.price ?? null,
            totalPoints: total?.get('over')?.line ?? null,
            overPrice: total?.get('over')?.price ?? null,
            underPrice: total?.get('under')?.price ?? null,
          }
        : null,
  };
}

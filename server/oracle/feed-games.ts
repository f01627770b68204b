import { flatQuote, quoteOf } from '#shared/domain/market.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import type { Entry } from './schedule.ts';

/** The game as a feed adapter would return it. */
export function gameOf({ id, snapshot, offers }: Entry): FeedGame {
  const isUnderWay = snapshot.status === 'live' || snapshot.status === 'final' || snapshot.status === 'suspended';
  const team = (teamId: string) => ({
    id: teamId,
    abbreviation: teamId.toUpperCase(),
    city: 'City',
    name: teamId,
    color: null,
    alternateColor: null,
    rank: null,
  });
  const points = isUnderWay ? { home: snapshot.homePoints, away: snapshot.awayPoints } : { home: null, away: null };
  const [spread, moneyline, total] = [offers.spread, offers.moneyline, offers.total].map(
    (all: readonly (readonly [string, number | null, number])[]) =>
      new Map(all.map(([side, line, price]) => [side, { line, price }])),
  );
  return {
    id,
    sport: snapshot.sport,
    competition: snapshot.sport === 'Soccer' ? 'Premier League' : null,
    season: 2026,
    seasonType: null,
    week: null,
    startsAt: new Date(snapshot.startsAt),
    startKnown: snapshot.startKnown,
    status: snapshot.status,
    statusWord: `STATUS_${snapshot.status.toUpperCase()}`,
    settleable: snapshot.status === 'final' && snapshot.isPlayed,
    period: isUnderWay ? 1 : null,
    clock: null,
    home: team(snapshot.home),
    away: team(snapshot.away),
    homeScore: points.home,
    awayScore: points.away,
    countedHome: points.home,
    countedAway: points.away,
    halfInnings: snapshot.halfInnings,
    seasonSpan: null,
    awaitsFirstPlay: false,
    quote:
      snapshot.status === 'scheduled'
        ? quoteOf({
            ...flatQuote(null),
            spreadHome: spread?.get('home')?.line ?? null,
            spreadAway: spread?.get('away')?.line ?? null,
            spreadHomeOdds: spread?.get('home')?.price ?? null,
            spreadAwayOdds: spread?.get('away')?.price ?? null,
            moneylineHome: moneyline?.get('home')?.price ?? null,
            moneylineAway: moneyline?.get('away')?.price ?? null,
            moneylineDraw: moneyline?.get('draw')?.price ?? null,
            totalPoints: total?.get('over')?.line ?? null,
            overOdds: total?.get('over')?.price ?? null,
            underOdds: total?.get('under')?.price ?? null,
          })
        : null,
  };
}

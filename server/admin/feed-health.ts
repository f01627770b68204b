import type { FeedHealth, FeedState } from '#shared/api/admin-feeds.ts';
import { areOddsOld } from '#shared/domain/odds-age.ts';
import type { Db } from '../db/connection.ts';
import { countFailedPulls, listPullHealth, listQuarantined, type PullHealth, type PullKind } from '../feed/store.ts';
import { listOddsCloses } from '../quotes/feed-odds-store.ts';

const hourMs = 3_600_000;
const instantOf = (at: Date | null) => at?.toISOString() ?? null;

/** The health of the feeds of games, and of the second provider's odds for sports where it was asked. */
export async function readFeedHealth(db: Db, now: Date): Promise<FeedHealth[]> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const [games, odds] = [await listPullHealth(db, 'games', now), await listPullHealth(db, 'odds', now)];
  const failed = await countFailedPulls(db, hourAgo);
  const quarantined = await listQuarantined(db, hourAgo);
  const closes = await listOddsCloses(db);
  const healthOf = (of: PullKind) => (health: PullHealth) => {
    const isOfSport = (one: { sport: string; of: PullKind }) => one.sport === health.sport && one.of === of;
    const isOfFeed = (one: { sport: string; feed: string }) => one.sport === health.sport && one.feed === health.feed;
    const closeAt = of === 'games' ? (closes.find(isOfFeed)?.closeAt ?? null) : null;
    return present(health, of, {
      failedInHour: failed.find(isOfSport)?.pulls ?? 0,
      quarantined: quarantined.filter(isOfSport).length,
      closeAt,
      takesBets: of === 'games' && !areOddsOld(closeAt, now),
    });
  };
  return [...games.map(healthOf('games')), ...odds.filter(({ lastAt }) => lastAt).map(healthOf('odds'))];
}

type Facts = { failedInHour: number; quarantined: number; closeAt: Date | null; takesBets: boolean };

function present(health: PullHealth, of: PullKind, { closeAt, ...facts }: Facts): FeedHealth {
  const { sport, feed, failure } = health;
  return {
    sport,
    of,
    feed,
    state: stateOf(health, of, facts),
    lastSuccessAt: instantOf(health.lastSuccessAt),
    failingSince: instantOf(health.failingSince),
    failure,
    oddsCloseAt: instantOf(closeAt),
    ...facts,
  };
}

function stateOf(
  { lastAt, failingSince, seen }: PullHealth,
  of: PullKind,
  { quarantined, takesBets }: Pick<Facts, 'quarantined' | 'takesBets'>,
): FeedState {
  if (!lastAt) return 'resting';
  if (failingSince || (of === 'games' && !takesBets)) return 'stale';
  if (quarantined > 0) return 'quarantined';
  return seen === 0 ? 'resting' : 'well';
}

import type { z } from 'zod';
import { type FeedHealth, type FeedState, mostQuarantinedListed, type rawEvent } from '#shared/api/admin-feeds.ts';
import { areOddsOld } from '#shared/domain/odds-age.ts';
import type { Db } from '../db/connection.ts';
import { findStoredEvent, listStoredTimes, maxRawBytes } from '../feed/quarantine-store.ts';
import { countFailedPulls, listPullHealth, listQuarantined, type PullHealth, type PullKind } from '../feed/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { listOddsCloses } from '../quotes/feed-odds-store.ts';

const hourMs = 3_600_000;
const instantOf = (at: Date | null) => at?.toISOString() ?? null;

/** The health of the feeds of games, and of the second provider's odds for sports where it was asked. */
export async function readFeedHealth(db: Db, now: Date): Promise<FeedHealth[]> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const [games, odds] = [await listPullHealth(db, 'games', now), await listPullHealth(db, 'odds', now)];
  const failed = await countFailedPulls(db, hourAgo);
  const quarantined = await listQuarantined(db, hourAgo);
  const stored = new Map((await listStoredTimes(db)).map((event) => [nameOf(event), event]));
  const closes = await listOddsCloses(db);
  const healthOf = (of: PullKind) => (health: PullHealth) => {
    const isOfSport = (one: { sport: string; of: PullKind }) => one.sport === health.sport && one.of === of;
    const isOfFeed = (one: { sport: string; feed: string }) => one.sport === health.sport && one.feed === health.feed;
    const closeAt = of === 'games' ? (closes.find(isOfFeed)?.closeAt ?? null) : null;
    const own = quarantined.filter(isOfSport);
    return present(health, of, {
      failedInHour: failed.find(isOfSport)?.pulls ?? 0,
      quarantined: own.length,
      quarantinedEvents: own.slice(0, mostQuarantinedListed).map(({ eventId, reason, ...event }) => {
        const { id = null, firstSeenAt = null } = stored.get(nameOf({ eventId, reason, ...event })) ?? {};
        return { id, eventId, reason, firstSeenAt: instantOf(firstSeenAt) };
      }),
      closeAt,
      takesBets: of === 'games' && !areOddsOld(closeAt, now),
    });
  };
  return [...games.map(healthOf('games')), ...odds.filter(({ lastAt }) => lastAt).map(healthOf('odds'))];
}

type Facts = Pick<FeedHealth, 'failedInHour' | 'quarantined' | 'quarantinedEvents' | 'takesBets'> & {
  closeAt: Date | null;
};

/** A quarantined event as it came. */
export async function readRawEvent(db: Db, id: string): Promise<z.input<(typeof rawEvent)['reply']>> {
  const event = await findStoredEvent(db, id);
  if (!event) throw new Refusal(404, 'event-not-found', 'This event is not held any more.');
  const { feed, sport, eventId, reason, raw, rawBytes, firstSeenAt, lastSeenAt } = event;
  return {
    feed,
    sport,
    eventId,
    reason,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    raw,
    rawBytes,
    isCut: rawBytes > maxRawBytes,
  };
}

/** Identifies a quarantined event: its id or, of one without an id, its reason. */
function nameOf({
  feed,
  sport,
  eventId,
  reason,
}: {
  feed: string;
  sport: string;
  eventId: string | null;
  reason: string;
}) {
  return JSON.stringify([feed, sport, eventId ?? { reason }]);
}

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

import type { Grade } from '#shared/domain/grade.ts';
import { leagues } from '../db/tables/leagues.ts';
import { type OpenAsked, type OpenPage, readMemberOpen, readOthersOpen, readOwnOpen } from './open-keys-store.ts';
import { type Bounds, preparedOver, type Reads } from './pages-store.ts';
import { type SettledCount, type SettledKey, settledOfUser, settledSince } from './settled-keys-store.ts';

/** The tickets of which a list has pages. */
export type TicketList = {
  /** How many open tickets the list has, and those that a page asks for. */
  open(asked: OpenAsked): Promise<OpenPage>;
  /** How many settled tickets the list has. */
  counts(): Promise<SettledCount[]>;
  /** The latest settled tickets of these grades and leagues. */
  settled(
    leagueIds: readonly string[],
    grades: readonly Grade[],
    bounds: Bounds & { most: number },
  ): Promise<SettledKey[]>;
};

/** The user's own tickets in these leagues, also in those that the user was removed from. */
export function ownTicketList(reads: Reads, leagueIds: readonly string[], userId: string): TicketList {
  return {
    open: (asked) => readOwnOpen(reads, leagueIds, userId, asked),
    ...settledOf(reads, leagueIds, userId),
  };
}

type Viewed = { leagueId: string; userId: string };

/** One user's tickets in the viewer's league, of which the viewer may see a leg. */
export function memberTicketList(reads: Reads, viewer: Viewed, userId: string): TicketList {
  const leagueIds = [viewer.leagueId];
  const isOwn = userId === viewer.userId;
  return {
    open: (asked) =>
      isOwn ? readOwnOpen(reads, leagueIds, userId, asked) : readMemberOpen(reads.db, viewer, userId, asked),
    ...settledOf(reads, leagueIds, userId),
  };
}

function settledOf(reads: Reads, leagueIds: readonly string[], userId: string): Omit<TicketList, 'open'> {
  return {
    counts: () => settledOfUser.counts(reads, leagueIds, { userId }),
    settled: (some, grades, bounds) => settledOfUser.settled(reads, some, { userId, grades, ...bounds }),
  };
}

/** The tickets of the viewer's league that are open or were settled at `since` or later, and of which they see a leg. */
export function recentTicketList(reads: Reads, viewer: Viewed, since: Date): TicketList {
  const leagueIds = [viewer.leagueId];
  return {
    open: async (asked) => {
      const own = await readOwnOpen(reads, leagueIds, viewer.userId, asked);
      const others = await readOthersOpen(reads.db, viewer, asked);
      return { counts: [...own.counts, ...others.counts], keys: [...own.keys, ...others.keys] };
    },
    counts: () => settledSince.counts(reads, leagueIds, { since }),
    settled: (some, grades, bounds) => settledSince.settled(reads, some, { since, grades, ...bounds }),
  };
}

/** The names of leagues. */
export const listLeagueNames = preparedOver([], (db, isOf) =>
  db.select({ id: leagues.id, name: leagues.name }).from(leagues).where(isOf(leagues.id)),
);

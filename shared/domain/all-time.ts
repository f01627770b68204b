import { type Cents, cents } from './money.ts';

/** A member's frozen result of a season. `net` is the balance at the end without what the member was given. */
export type SeasonResult = { userId: string; rank: number; net: Cents; isChampion: boolean; weeksWon: number };

/** A member over all seasons of a series. `best` and `worst` are ranks of final standings. */
export type AllTimeRow = {
  userId: string;
  titles: number;
  weeksWon: number;
  net: Cents;
  seasons: number;
  best: number;
  worst: number;
};

/** The all-time table: most titles first, then most weeks won, then the highest net, and equal ones by their ids. */
export function allTimeTable(seasons: readonly (readonly SeasonResult[])[]): AllTimeRow[] {
  const rows = new Map<string, AllTimeRow>();
  for (const { userId, rank, net, isChampion, weeksWon } of seasons.flat()) {
    const before = rows.get(userId) ?? {
      userId,
      titles: 0,
      weeksWon: 0,
      net: cents(0),
      seasons: 0,
      best: rank,
      worst: rank,
    };
    rows.set(userId, {
      userId,
      titles: before.titles + Number(isChampion),
      weeksWon: before.weeksWon + weeksWon,
      net: cents(before.net + net),
      seasons: before.seasons + 1,
      best: Math.min(before.best, rank),
      worst: Math.max(before.worst, rank),
    });
  }
  return [...rows.values()].sort(
    (one, other) =>
      other.titles - one.titles ||
      other.weeksWon - one.weeksWon ||
      other.net - one.net ||
      one.userId.localeCompare(other.userId),
  );
}

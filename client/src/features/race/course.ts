import type { Race, RaceLine } from '#shared/api/race.ts';
import type { FrozenWeek, Weeks } from '#shared/api/weeks.ts';
import type { Cents } from '#shared/domain/money.ts';

/** The weeks of the league, as far as the race shows them; `running` is unknown if they did not load. */
export type RaceWeeks = Pick<Weeks, 'frozen'> & { running: Weeks['running'] | 'unknown' };

/** A moment that the cursor can stand at: the start, the end of a frozen week, or the present. */
export type Stop = {
  /** The same in later data, in which there are more stops. */
  key: string;
  /** Milliseconds since 1970, like all times of the course. */
  at: number;
  /** The balance of the stop is that of the last step before this time. */
  before: number;
  /** The week that ends at the stop. */
  week: FrozenWeek | null;
  /** 'After week 8'. */
  title: string;
  /** The words for who won, if nobody did. */
  unwon: string;
};

type Point = { at: number; balance: Cents };
export type CourseLine = Omit<RaceLine, 'points'> & { points: readonly Point[] };

/** The race with the stops of its cursor, the oldest first. */
export type Course = {
  lines: readonly CourseLine[];
  stops: readonly Stop[];
  /** Whether every member has a line. Only then is it known what rank somebody had. */
  isWhole: boolean;
};

/** Whether a balance has ever changed. */
export function hasBegun({ lines }: Race): boolean {
  return lines.some(({ points }) => points.length > 1);
}

export function courseOf({ lines, members }: Race, weeks: RaceWeeks): Course {
  const timed = lines.map((line) => ({
    ...line,
    points: line.points.map(({ at, balance }) => ({ at: Date.parse(at), balance })),
  }));
  return { lines: timed, stops: stopsOf(timed, weeks), isWhole: members === lines.length };
}

function stopsOf(lines: readonly CourseLine[], { frozen, running }: RaceWeeks): Stop[] {
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const weeks = frozen
    .map((week): Stop => {
      const at = Date.parse(week.endsAt);
      const title = `After week ${week.number}`;
      return { key: `week ${week.number}`, at, before: at, week, title, unwon: 'The house won it' };
    })
    .filter(({ at }) => at > first)
    .sort((a, b) => a.at - b.at);
  const unwon = 'The league begins';
  const start: Stop = { key: 'start', at: first, before: first + 1, week: null, title: 'At the start', unwon };
  const end = weeks.at(-1)?.at ?? first;
  if (last < end) return [start, ...weeks];
  const newest = weeks.at(-1);
  if (running === null && newest) {
    // All that was settled after the end of a league counts in its last week.
    return [start, ...weeks.slice(0, -1), { ...newest, at: last, before: Number.POSITIVE_INFINITY }];
  }
  return [start, ...weeks, { key: 'now', at: last, before: Number.POSITIVE_INFINITY, week: null, ...wordsOf(running) }];
}

/** The words for the present. */
function wordsOf(running: RaceWeeks['running']): Pick<Stop, 'title' | 'unwon'> {
  if (running === 'unknown') return { title: 'So far', unwon: 'Its weeks did not load' };
  if (running === null) return { title: 'At the end', unwon: 'The league is over' };
  return { title: `Week ${running.number} so far`, unwon: 'Nobody has won it yet' };
}

/** The member's balance at a stop; null before they joined. */
export function balanceAt({ points }: CourseLine, { before }: Stop): Cents | null {
  return points.findLast(({ at }) => at < before)?.balance ?? null;
}

/** The member's rank at a stop, equal balances sharing one; null if it is not known. */
export function rankAt({ lines, stops, isWhole }: Course, line: CourseLine, stop: Stop): number | null {
  if (stop === stops.at(-1) && (isWhole || stop.key === 'now')) return line.rank;
  const own = balanceAt(line, stop);
  if (own === null || !isWhole) return null;
  return 1 + lines.filter((other) => (balanceAt(other, stop) ?? own) > own).length;
}

/**
 * The corners of a drawn line: its steps, and its balance at each stop. So a line is level from the last step of a week
 * to its end, and the cursor reads a point of the line.
 */
export function cornersOf(line: CourseLine, stops: readonly Stop[]): Point[] {
  const readings = stops.flatMap((stop) => {
    const balance = balanceAt(line, stop);
    return balance === null ? [] : [{ at: stop.at, balance }];
  });
  return [...readings, ...line.points].sort((a, b) => a.at - b.at);
}

/** The lines that speak: the viewer's, the leader's, and one that the viewer chose. */
export type Front = { own: CourseLine | null; leader: CourseLine | null; third: CourseLine | null };
export type Voice = keyof Front;

/** A leader beside the viewer is another member, also where both have the first rank. */
export function frontOf({ lines }: Course, viewerId: string, thirdId: string | null): Front {
  const own = lines.find(({ userId }) => userId === viewerId) ?? null;
  const leader = lines.find((line) => line.rank === 1 && line !== own) ?? null;
  const third = lines.find((line) => line.userId === thirdId && line !== own && line !== leader) ?? null;
  return { own, leader, third };
}

/** The voice of a line; null for the quiet ones. */
export function voiceOf(front: Front, line: CourseLine): Voice | null {
  if (line === front.own) return 'own';
  if (line === front.leader) return 'leader';
  return line === front.third ? 'third' : null;
}

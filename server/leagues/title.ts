import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueTitle } from '#shared/api/groups.ts';
import {
  type Claim,
  claimOf,
  isCountedWeek,
  type MemberWeek,
  mayBeRescued,
  missingStakes,
  neededWeeks,
  sidesTaken,
  spareWeeks,
} from '#shared/domain/fair-play.ts';
import { type Cents, cents, sumCents, toWire } from '#shared/domain/money.ts';
import { byMember } from '#shared/domain/recap.ts';
import { allowsSport, sports } from '#shared/domain/sport.ts';
import { type Week, weekNumbered, weekOf } from '#shared/domain/week.ts';
import type { Db } from '../db/connection.ts';
import { findFunds } from '../ledger/store.ts';
import { leagueNotFound, type Member } from './access.ts';
import { hasEnded } from './state.ts';
import { type BareLeague, findBareLeague } from './store.ts';
import { type Claimant, listClaimants, listLastStarts, listMoved, listPlaced } from './title-store.ts';

/** Chosen: the tickets of a season of so many members are read in well under a second. */
const membersAtOnce = 500;

/** A member's claim, and the weeks behind it: all until the one that `now` or the end of the league is in. */
export type Claims = Map<string, { claim: Claim; weeks: MemberWeek[] }>;

/** The weeks of a league until the one that contains `now`. The last week of the league ends with it. */
function weeksUntil({ createdAt, endDate }: Pick<BareLeague, 'createdAt' | 'endDate'>, now: Date): Week[] {
  const end = endDate && endDate <= now ? new Date(endDate.getTime() - 1) : now; // a boundary belongs to the week before
  const { number } = weekOf(end, createdAt);
  return Array.from({ length: Math.max(1, number) }, (_, at) => {
    const week = weekNumbered(at + 1, createdAt);
    return endDate && endDate < week.endsAt ? { ...week, endsAt: endDate } : week;
  });
}

/**
 * The member's own meter; null for a league that asks for no active weeks and has no rescue, and for a final one, whose
 * standings say it for everybody.
 */
export async function readTitle(
  db: Db,
  { leagueId, userId }: Member,
  now: Date,
): Promise<ReplyInput<typeof leagueTitle>> {
  const league = await findBareLeague(db, leagueId);
  if (!league || league.finalizedAt || (league.activeWeeksPct === null && league.rescue === null)) return null;
  const { activeWeeksPct, endDate } = league;
  const own = (await listClaims(db, league, [userId], now)).get(userId);
  const running = weeksUntil(league, now).at(-1);
  const runningOwn = own?.weeks.at(-1);
  if (!own || !running || !runningOwn) throw leagueNotFound();
  const isOver = hasEnded(league, now);
  const { total } = await findFunds(db, leagueId, userId);
  const { activeWeeks, countedWeeks, isGuest, isRescued } = own.claim;
  return {
    activeWeeks,
    countedWeeks,
    neededWeeks: neededWeeks(activeWeeksPct, countedWeeks),
    spareWeeks: endDate && spareWeeks(activeWeeksPct, own.weeks, isOver ? null : weeksAfter(running, league)),
    isGuest,
    isRescued,
    mayBeRescued: !isOver && mayBeRescued(league.rescue === null ? null : cents(league.rescue), total, isRescued),
    thisWeek:
      isOver || activeWeeksPct === null
        ? null
        : {
            isCounted: runningOwn.isCounted,
            isActive: runningOwn.missing === 0,
            missing: toWire(runningOwn.missing),
            endsAt: running.endsAt.toISOString(),
          },
  };
}

/** The stakes that the running week still asks of a member. `spare`: the weeks that may be missed; null without an end date. */
export type MissingWeek = { userId: string; week: number; missing: Cents; endsAt: Date; spare: number | null };

/**
 * Those of the members to whom the running week counts for the title, which it is not active for, and who can still get
 * it. Nobody in a league that asks for no active weeks, or has ended.
 */
export async function listMissingWeeks(
  db: Db,
  league: BareLeague,
  userIds: readonly string[],
  now: Date,
): Promise<MissingWeek[]> {
  const running = weeksUntil(league, now).at(-1);
  if (league.activeWeeksPct === null || hasEnded(league, now) || !running) return [];
  const { number: week, endsAt } = running;
  return [...(await listClaims(db, league, userIds, now))].flatMap(([userId, { claim, weeks }]) => {
    const own = weeks.at(-1);
    const spare = league.endDate && spareWeeks(league.activeWeeksPct, weeks, weeksAfter(running, league));
    const isOut = claim.isGuest || claim.isRescued || (spare !== null && spare < 0);
    return own?.isCounted && own.missing > 0 && !isOut ? [{ userId, week, missing: own.missing, endsAt, spare }] : [];
  });
}

/** The number of weeks of the league after this one; 0 without an end date. */
function weeksAfter({ number }: Week, { createdAt, endDate }: BareLeague): number {
  return endDate ? weekOf(new Date(endDate.getTime() - 1), createdAt).number - number : 0;
}

/** The claims of these members at `now`. Large leagues are read in parts, so that no statement takes long. */
export async function listClaims(db: Db, league: BareLeague, userIds: readonly string[], now: Date): Promise<Claims> {
  const weeks = weeksUntil(league, now);
  const allowed = sports.filter((sport) => allowsSport(league.allowedSports, sport));
  const starts = weeks.map(({ startsAt }) => startsAt);
  const until = weeks.at(-1)?.endsAt ?? now;
  const gameStarts = await listLastStarts(db, allowed, starts, until, now);
  const claims: Claims = new Map();
  for (let from = 0; from < userIds.length; from += membersAtOnce) {
    const ids = userIds.slice(from, from + membersAtOnce);
    for (const { claimant, weeksOf } of await listMemberWeeks(db, league, ids, weeks, gameStarts)) {
      claims.set(claimant.userId, { claim: claimOf(claimant, weeksOf), weeks: weeksOf });
    }
  }
  return claims;
}

async function listMemberWeeks(
  db: Db,
  league: BareLeague,
  userIds: readonly string[],
  weeks: readonly Week[],
  gameStarts: readonly Date[],
): Promise<{ claimant: Claimant; weeksOf: MemberWeek[] }[]> {
  const starts = weeks.map(({ startsAt }) => startsAt);
  const claimants = await listClaimants(db, league.id, userIds);
  const placed = byMember(await listPlaced(db, league.id, userIds, starts));
  const moved = byMember(await listMoved(db, league.id, userIds, starts));
  return claimants.map((claimant) => {
    const [tickets, moves] = [placed.get(claimant.userId) ?? [], moved.get(claimant.userId) ?? []];
    const taken = sidesTaken(tickets);
    const weeksOf = weeks.map((week): MemberWeek => {
      const atStart = sumCents(moves.filter((move) => move.week < week.number).map(({ amount }) => cents(amount)));
      const ofWeek = tickets.filter((ticket) => ticket.week === week.number);
      const within = { joinedAt: claimant.joinedAt, endsAt: league.endDate };
      return { isCounted: isCountedWeek(week, gameStarts, within), missing: missingStakes(ofWeek, atStart, taken) };
    });
    return { claimant, weeksOf };
  });
}

import { ranked } from '#shared/domain/balance.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { mostNamed } from '#shared/domain/notification.ts';
import type { WeekFacts } from '#shared/domain/recap.ts';
import type { Asked, CorrectedRound, FinalRow, SettledDay, Total } from './sources-store.ts';
import type { NewNotice } from './store.ts';

/** A notice a member and betting day. Its version is the number of tickets. `withRanks` adds the ranks. */
export function settledNotices(days: readonly SettledDay[]): NewNotice[] {
  return days.map(({ leagueId, userId, day, won, lost, returned, net, at }) => ({
    kind: 'settled',
    leagueId,
    userId,
    subject: `${leagueId}:${day}`,
    version: won + lost + returned,
    at: new Date(at),
    facts: { day, won, lost, returned, net, rank: null, rankBefore: null },
  }));
}

/**
 * A notice a member and run of settling, which writes all its rounds with one time. Its version is the number of rounds:
 * other tickets of the run, and further rounds of one, may follow.
 */
export function correctedNotices(rounds: readonly CorrectedRound[]): NewNotice[] {
  const byRun = new Map<string, CorrectedRound[]>();
  for (const round of rounds) {
    const key = `${round.leagueId} ${round.userId} ${round.at}`;
    byRun.set(key, [...(byRun.get(key) ?? []), round]);
  }
  return [...byRun.values()].flatMap((ofRun): NewNotice[] => {
    const [first] = ofRun;
    if (!first) return [];
    const { leagueId, userId } = first;
    const at = new Date(first.at);
    const last = new Map(ofRun.map(({ ticketId, to }) => [ticketId, to]));
    const [to, other] = new Set(last.values());
    const facts = {
      games: [...new Set(ofRun.flatMap(({ games }) => games))],
      tickets: last.size,
      to: other === undefined ? (to ?? null) : null,
      net: ofRun.reduce((sum, { net }) => sum + net, 0),
    };
    const subject = `${leagueId}:${at.toISOString()}`;
    return [{ kind: 'corrected', leagueId, userId, subject, version: ofRun.length, at, facts }];
  });
}

/** A notice to each member who was in the league at the end of the week. */
export function recapNotices(leagueId: string, week: number, facts: WeekFacts, at: Date): NewNotice[] {
  const { rows, winners } = facts;
  const present = rows.filter(({ rank }) => rank !== null);
  const playing = present.filter(({ bets }) => bets > 0);
  return present.map(({ userId, net, bets }) => ({
    kind: 'recap',
    leagueId,
    userId,
    subject: `${leagueId}:${week}`,
    version: 1,
    at,
    facts: {
      week,
      winners: winners.slice(0, mostNamed),
      sharing: winners.length,
      net,
      place: bets > 0 ? 1 + playing.filter((other) => other.net > net).length : null,
    },
  }));
}

/** A notice to each member in the frozen standings. */
export function finalNotices(leagueId: string, rows: readonly FinalRow[], at: Date): NewNotice[] {
  const eligible = rows.filter(({ isEligible }) => isEligible);
  const best = eligible.reduce<number | null>((most, { balance }) => Math.max(most ?? balance, balance), null);
  const champions = eligible.filter(({ balance }) => balance === best).map(({ userId }) => userId);
  return rows.map(({ userId, rank }) => ({
    kind: 'final',
    leagueId,
    userId,
    subject: leagueId,
    version: 1,
    at,
    facts: { rank, champions: champions.slice(0, mostNamed), sharing: champions.length, balance: best },
  }));
}

/** A notice to each of these members. */
export function announcedNotices(
  { leagueId, at, version }: { leagueId: string; at: Date; version: number },
  told: readonly { userId: string }[],
): NewNotice[] {
  return told.map(({ userId }) => {
    return { kind: 'announcement', leagueId, userId, subject: leagueId, version, at, facts: {} };
  });
}

/** An invitation to each of these members. */
export function seasonNotices(
  { leagueId, nextId, at, startedBy }: { leagueId: string; nextId: string; at: Date; startedBy: string },
  invited: readonly { userId: string }[],
): NewNotice[] {
  const facts = { nextId, startedBy };
  return invited.map(({ userId }) => {
    return { kind: 'season', leagueId, userId, subject: `${leagueId}:${nextId}`, version: 1, at, facts };
  });
}

/** A notice to the owner. */
export function joinedNotices(
  joined: readonly { leagueId: string; userId: string; at: Date; ownerId: string }[],
): NewNotice[] {
  return joined.map(({ leagueId, userId, at, ownerId }) => {
    const subject = `${leagueId}:${userId}`;
    return { kind: 'joined', leagueId, userId: ownerId, subject, version: 1, at, facts: { userId } };
  });
}

/** A notice to each who may answer. Somebody who asks again after an answer is news of another notice. */
export function askedNotices(asked: readonly Asked[]): NewNotice[] {
  return asked.map(({ leagueId, userId, at, runnerId }) => {
    const subject = `${leagueId}:${userId}:${at}`;
    return { kind: 'asked', leagueId, userId: runnerId, subject, version: 1, at: new Date(at), facts: { userId } };
  });
}

/**
 * Those of the notices whose receivers are present members, with the ranks of settled bets: among the totals of now, and
 * among these without the nets of the day. In a league of one there are none.
 */
export function withRanks(
  notices: readonly NewNotice[],
  totals: readonly Total[],
  days: readonly SettledDay[],
): NewNotice[] {
  const totalsOf = new Map<string, Total[]>();
  for (const total of totals) {
    const ofLeague = totalsOf.get(total.leagueId);
    if (ofLeague) ofLeague.push(total);
    else totalsOf.set(total.leagueId, [total]);
  }
  const netsOf = new Map<string, Map<string, number>>();
  for (const { leagueId, userId, day, net } of days) {
    const subject = `${leagueId}:${day}`;
    netsOf.set(subject, (netsOf.get(subject) ?? new Map()).set(userId, net));
  }
  const ranks = new Map<string, Map<string, number>>();
  const ranksOf = (leagueId: string, subject: string | null) => {
    const key = subject ?? leagueId;
    const found =
      ranks.get(key) ?? rankById(totalsOf.get(leagueId) ?? [], (subject && netsOf.get(subject)) || new Map());
    ranks.set(key, found);
    return found;
  };
  return notices.flatMap((notice): NewNotice[] => {
    const { leagueId, userId, subject } = notice;
    const now = ranksOf(leagueId, null);
    const rank = now.get(userId);
    if (rank === undefined) return [];
    if (notice.kind !== 'settled' || now.size === 1) return [notice];
    const rankBefore = ranksOf(leagueId, subject).get(userId) ?? null;
    return [{ ...notice, facts: { ...notice.facts, rank, rankBefore } }];
  });
}

function rankById(totals: readonly Total[], nets: ReadonlyMap<string, number>): Map<string, number> {
  const before = totals.map(({ userId, total }) => {
    return { userId, total: cents(total - (nets.get(userId) ?? 0)) satisfies Cents };
  });
  return new Map(ranked(before).map(({ userId, rank }) => [userId, rank]));
}

import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import { ranked } from '#shared/domain/balance.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { type Cents, cents, sumCents, toWire } from '#shared/domain/money.ts';
import { formerMember, rowName } from '#shared/domain/naming.ts';
import { type RecapLeg, type WeekRow, winnersOf } from '#shared/domain/recap.ts';
import { numberOf, type RunningWeek, type WeeksOfLeague } from '#shared/domain/week.ts';
import { lineText } from '../games/present.ts';
import type { Named } from './store.ts';
import type { CorrectionRow, LeagueWeekRow, RunningRow, WeekLine } from './weeks-store.ts';

type WireWeeks = ReplyInput<typeof leagueWeeks>;
type WireRecap = ReplyInput<typeof leagueWeek>;

/** Finds the person of an id, with the present name. */
type PersonOf = (userId: string) => { userId: string; name: string };

/** The people of a league, removed members included. */
export function peopleOf(names: readonly (Named & { userId: string })[]): PersonOf {
  const nameOf = new Map(names.map((named) => [named.userId, rowName(named)]));
  return (userId) => ({ userId, name: nameOf.get(userId) ?? formerMember });
}

/**
 * The weeks of a league.
 *
 * running     null in a final league.
 * rows        every member that the league ever had.
 * finalRanks  the frozen standings, best first; null while the league is not final.
 */
export function presentWeeks(
  running: RunningWeek | null,
  frozen: readonly WeekLine[],
  rows: readonly RunningRow[],
  finalRanks: readonly { userId: string; rank: number }[] | null,
): WireWeeks {
  const personOf = peopleOf(rows);
  const weeksWon = new Map<string, number>();
  for (const userId of frozen.flatMap(({ winners }) => winners)) weeksWon.set(userId, (weeksWon.get(userId) ?? 0) + 1);
  const rowOf = new Map(rows.map((row) => [row.userId, row]));
  const rankBefore = ranksBefore(rows);
  const standing = finalRanks ?? ranked(rows.filter(({ isPresent }) => isPresent));
  const listed = standing.flatMap(({ userId, rank }) => {
    const row = rowOf.get(userId);
    return row ? [{ ...row, rank, rankBefore: finalRanks ? null : (rankBefore.get(userId) ?? null) }] : [];
  });
  return {
    running: running && presentRunning(running, listed, rows, personOf),
    frozen: frozen.map((week) => presentLine(week, personOf)),
    members: listed.map((row) => ({
      ...personOf(row.userId),
      ...recordOf(running ? row : nothingSettled),
      weeksWon: weeksWon.get(row.userId) ?? 0,
      rank: row.rank,
      rankBefore: row.rankBefore,
      form: row.form.map(statusOf),
    })),
  };
}

type Settled = Pick<RunningRow, 'net' | 'wins' | 'losses' | 'pushes'>;

const nothingSettled: Settled = { net: cents(0), wins: 0, losses: 0, pushes: 0 };

function recordOf({ net, wins, losses, pushes }: Settled) {
  return { net: toWire(net), wins, losses, pushes };
}

function presentRunning(
  { number, startsAt, endsAt, isLast }: RunningWeek,
  listed: readonly (RunningRow & { rank: number })[],
  rows: readonly RunningRow[],
  personOf: PersonOf,
): WireWeeks['running'] {
  const leaders = winnersOf(listed);
  return {
    number,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    bets: rows.reduce((sum, { bets }) => sum + bets, 0),
    isLast,
    leaders: leaders.map(({ userId }) => personOf(userId)),
    leadersNet: leaders[0] ? toWire(leaders[0].net) : null,
  };
}

/** The ranks at the start of the running week, by member. */
function ranksBefore(rows: readonly RunningRow[]): Map<string, number> {
  const then = rows.filter(({ wasIn }) => wasIn);
  const totals = then.map(({ userId, total, net, given }) => ({ userId, total: cents(total - net - given) }));
  return new Map(ranked(totals).map(({ userId, rank }) => [userId, rank]));
}

function presentLine({ number, startsAt, endsAt, winners, net, bets }: WeekLine, personOf: PersonOf) {
  return {
    number,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    winners: winners.map(personOf),
    net: toWire(net),
    bets,
  };
}

/** A grade on the wire, which calls a void a push. */
function statusOf(grade: Grade): 'won' | 'lost' | 'push' {
  return grade === 'void' ? 'push' : grade;
}

/** A frozen week with its footnotes. `corrections` are those written since the week began. */
export function presentRecap(
  league: Pick<WeeksOfLeague, 'createdAt' | 'endDate'>,
  { number, startsAt, endsAt, frozenAt, facts }: LeagueWeekRow,
  corrections: readonly CorrectionRow[],
  personOf: PersonOf,
): WireRecap {
  const { bestHit, biggestSingle, nearestMiss, longestStreak, tookTheLead } = facts;
  const presentStory = ({ userId, stake, legs }: { userId: string; stake: Cents; legs: readonly RecapLeg[] }) => {
    return { ...personOf(userId), stake: toWire(stake), picks: legs.map(presentLeg) };
  };
  return {
    ...presentLine({ number, startsAt, endsAt, ...facts }, personOf),
    frozenAt: frozenAt.toISOString(),
    rows: facts.rows.map((row) => presentRow(row, personOf)),
    bestHit: bestHit && { ...presentStory(bestHit), back: toWire(bestHit.back), odds: bestHit.price },
    biggestSingle: biggestSingle && {
      ...presentStory(biggestSingle),
      back: toWire(biggestSingle.back),
      status: biggestSingle.grade,
    },
    nearestMiss: nearestMiss && {
      ...presentStory(nearestMiss),
      potentialPayout: toWire(nearestMiss.payout),
      missed: nearestMiss.missed,
      margin: nearestMiss.margin,
    },
    longestStreak: longestStreak && { people: longestStreak.userIds.map(personOf), wins: longestStreak.wins },
    tookTheLead: tookTheLead && {
      ...personOf(tookTheLead.userId),
      from: tookTheLead.from === null ? null : personOf(tookTheLead.from),
      by: toWire(tookTheLead.by),
    },
    footnotes: footnotesOf(number, league, corrections, personOf),
  };
}

function presentRow(row: WeekRow, personOf: PersonOf): WireRecap['rows'][number] {
  const { userId, rank, rankBefore, balance } = row;
  return { ...personOf(userId), ...recordOf(row), rank, rankBefore, balance: toWire(balance) };
}

export function presentLeg({ market, side, line, price, grade, game }: RecapLeg) {
  const { sport, home, away } = game;
  return {
    betType: market,
    betSide: side,
    line: lineText(line),
    odds: price,
    status: grade === null ? ('pending' as const) : statusOf(grade),
    game: {
      sport,
      homeTeamAbbr: home.abbr,
      homeTeamCity: home.city,
      homeTeamName: home.name,
      awayTeamAbbr: away.abbr,
      awayTeamCity: away.city,
      awayTeamName: away.name,
    },
  };
}

type Footnote = WireRecap['footnotes'][number];

/** Chosen: a footnote that names more people is a list. */
const mostNamed = 20;

/** The corrections that concern a week and another one, a footnote for each other week. */
function footnotesOf(
  number: number,
  league: Pick<WeeksOfLeague, 'createdAt' | 'endDate'>,
  corrections: readonly CorrectionRow[],
  personOf: PersonOf,
): Footnote[] {
  const groups = new Map<string, { kind: Footnote['kind']; other: number; rows: CorrectionRow[] }>();
  for (const row of corrections) {
    const first = numberOf(new Date(row.firstAt), league);
    const written = numberOf(new Date(row.at), league);
    if (first === written || (first !== number && written !== number)) continue;
    const kind = first === number ? 'counts-later' : 'came-from-earlier';
    const other = first === number ? written : first;
    const group = groups.get(`${kind} ${other}`) ?? { kind, other, rows: [] };
    group.rows.push(row);
    groups.set(`${kind} ${other}`, group);
  }
  const notes = [...groups.values()].map(({ kind, other, rows }): Footnote => {
    const nets = new Map<string, Cents>();
    for (const { userId, net } of rows) nets.set(userId, sumCents([nets.get(userId) ?? cents(0), net]));
    const people = [...nets].sort(([, one], [, two]) => Math.abs(two) - Math.abs(one));
    return {
      kind,
      other,
      games: [...new Set(rows.flatMap(({ games }) => games))],
      at: new Date(Math.max(...rows.map(({ at }) => Date.parse(at)))).toISOString(),
      people: people.slice(0, mostNamed).map(([userId, net]) => ({ ...personOf(userId), net: toWire(net) })),
      more: Math.max(0, people.length - mostNamed),
    };
  });
  return notes.sort((one, two) => one.other - two.other);
}

import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Market, Side } from '#shared/domain/side.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { ledgerErrors } from '../bench/ledger-check.ts';
import { memberKey, type Outcome, outcomeOf, verdictOf } from '../testing/reference-model.ts';
import type { Entry } from './journal.ts';

type Member = { available: number; pending: number; given: number; isRemoved: boolean };
/** Sums of what the ledger and the tickets say of a member. */
type Sums = { entries: number; open: number; gifts: number; grants: number };

type Leg = {
  id: string;
  gameId: string;
  market: Market;
  side: Side;
  line: number | null;
  price: number;
  homeTeamId: string;
  grade: Outcome | null;
  resultRev: number | null;
};
type Verdict = { grade: Outcome | null; back: number | null };
type Ticket = Verdict & {
  id: string;
  leagueId: string;
  userId: string;
  stake: number;
  round: number;
  legs: Leg[];
  booked: number;
  verdicts: Verdict[];
};
type Result = {
  isVoid: boolean;
  home: number;
  away: number;
  halfInnings: number | null;
  homeTeamId: string;
  isByHand: boolean;
};
type Game = {
  sport: Sport;
  status: string;
  startsAt: number;
  startKnown: boolean;
  isStarted: boolean;
  /** For another reason than its start. */
  isLocked: boolean;
};
type League = { reveal: string; isFinal: boolean };

/** The bets on a game, whoever placed them, and these tickets. */
export type Shown = { betsOn?: string; tickets?: ReadonlySet<string> };

export type Books = {
  /** Takes in what a step has written. Returns the broken laws, a sentence each. */
  take(entries: readonly Entry[]): string[];
  /** The broken laws of all books, read anew from the database. */
  checkAll(): Promise<string[]>;
  /** The hidden tickets and legs of others whose ids `text` contains, a sentence each. */
  secretsIn(text: string, viewerId: string | null, now: number, mayShow?: Shown): string[];
  /** Whether the game takes bets by the house rules, if there are odds. */
  takesBets(gameId: string, now: number): boolean;
  /** The games whose last result is not settled everywhere. */
  unsettledGames(): Promise<string[]>;
  /** Available and pending of a member, in Cents; null for somebody who is in no league that exists. */
  totalOf(leagueId: string, userId: string): number | null;
  /** The users whose tickets or legs have their ids in `text`. */
  bettorsIn(text: string): string[];
  /** A line for each ticket that is open, with what is known of its games. */
  openTickets(): string[];
  /** The games that open tickets wait for. */
  openGames(): Set<string>;
  /** When a game starts by the rows of the site, in milliseconds; null if they have no such game. */
  startOf(gameId: string): number | null;
  /** Undefined for a league that does not exist. */
  isFinal(leagueId: string): boolean | undefined;
  finalLeagues(): number;
  entries: number;
};

const appendOnly = new Set(['ledger', 'leg_grades', 'settlements', 'results']);
const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The books as every committed row built them, beside the books that the product shows. */
export function createBooks(owner: pg.Pool): Books {
  const members = new Map<string, Member>();
  const sums = new Map<string, Sums>();
  const tickets = new Map<string, Ticket>();
  const ticketsByLeg = new Map<string, { ticket: Ticket; leg: Leg }>();
  const results = new Map<string, Map<number, Result>>();
  const games = new Map<string, Game>();
  const leagues = new Map<string, League>();
  const ledger = new Map<string, string>();
  const booked = new Set<string>();
  const notices = new Set<string>();
  let touchedMembers = new Set<string>();
  let touchedTickets = new Set<Ticket>();

  const sumsOf = (key: string): Sums => {
    touchedMembers.add(key);
    const found = sums.get(key) ?? { entries: 0, open: 0, gifts: 0, grants: 0 };
    sums.set(key, found);
    return found;
  };
  const ticketOf = (id: unknown): Ticket => {
    const found = tickets.get(id as string);
    if (!found) throw new Error(`no ticket ${id}`);
    touchedTickets.add(found);
    return found;
  };

  const readers: Record<string, (row: never, broken: string[]) => void> = {
    ledger: (
      row: { id: string; league_id: string; user_id: string; ticket_id: string | null } & {
        kind: string;
        round: number;
        amount_cents: number;
      },
      broken,
    ) => {
      const key = memberKey(row.league_id, row.user_id);
      const sum = sumsOf(key);
      sum.entries += row.amount_cents;
      if (row.kind === 'grant') sum.grants += 1;
      ledger.set(row.id, `${row.id} ${key} ${row.ticket_id} ${row.kind} ${row.round} ${row.amount_cents}`);
      if (leagues.get(row.league_id)?.isFinal) broken.push(`an entry in the final league ${row.league_id}: ${row.id}`);
      if (row.ticket_id === null) {
        sum.gifts += row.amount_cents;
        return;
      }
      ticketOf(row.ticket_id).booked += row.amount_cents;
      const what = `${row.ticket_id} ${row.kind} ${row.round}`;
      if (booked.has(what)) broken.push(`booked twice: ${what}`);
      booked.add(what);
    },
    tickets: (
      row: { id: string; league_id: string; user_id: string; stake_cents: number } & {
        grade: Outcome | null;
        back_cents: number | null;
        round: number;
      },
    ) => {
      const sum = sumsOf(memberKey(row.league_id, row.user_id));
      const known = tickets.get(row.id);
      const ticket: Ticket = known ?? {
        id: row.id,
        leagueId: row.league_id,
        userId: row.user_id,
        stake: row.stake_cents,
        round: row.round,
        grade: row.grade,
        back: row.back_cents,
        legs: [],
        booked: 0,
        verdicts: [],
      };
      if (known?.grade === null) sum.open -= known.stake;
      if (row.grade === null) sum.open += row.stake_cents;
      Object.assign(ticket, { grade: row.grade, back: row.back_cents, round: row.round });
      tickets.set(row.id, ticket);
      touchedTickets.add(ticket);
    },
    legs: (
      row: { id: string; ticket_id: string; number: number; game_id: string; market: Market; side: Side } & {
        line: number | null;
        price: number;
        home_team_id: string;
        grade: Outcome | null;
        result_rev: number | null;
      },
    ) => {
      const ticket = ticketOf(row.ticket_id);
      const { id, market, side, line, price, grade } = row;
      const leg = { id, gameId: row.game_id, market, side, line, price, homeTeamId: row.home_team_id, grade };
      ticket.legs[row.number - 1] = { ...leg, resultRev: row.result_rev };
      ticketsByLeg.set(id, { ticket, leg: ticket.legs[row.number - 1] as Leg });
    },
    settlements: (row: { ticket_id: string; grade: Outcome | null; back_cents: number | null; round: number }) => {
      ticketOf(row.ticket_id).verdicts[row.round - 1] = { grade: row.grade, back: row.back_cents };
    },
    leg_grades: (row: { ticket_id: string }) => void ticketOf(row.ticket_id),
    results: (
      row: { game_id: string; rev: number; is_void: boolean; home: number; away: number } & {
        half_innings: number | null;
        home_team_id: string;
        source: string;
      },
      broken,
    ) => {
      const { is_void: isVoid, home, away, half_innings: halfInnings, home_team_id: homeTeamId } = row;
      const revs = results.get(row.game_id) ?? new Map<number, Result>();
      const isByHand = row.source === 'admin';
      if (revs.get(row.rev - 1)?.isByHand && !isByHand) {
        broken.push(`a feed has changed the result by hand of ${row.game_id}`);
      }
      results.set(row.game_id, revs.set(row.rev, { isVoid, home, away, halfInnings, homeTeamId, isByHand }));
    },
    members: (
      row: { league_id: string; user_id: string; available_cents: number; pending_cents: number } & {
        given_cents: number;
        removed_at: string | null;
      },
    ) => {
      const key = memberKey(row.league_id, row.user_id);
      touchedMembers.add(key);
      const { available_cents: available, pending_cents: pending, given_cents: given } = row;
      members.set(key, { available, pending, given, isRemoved: row.removed_at !== null });
    },
    final_standings: (row: { league_id: string; user_id: string; balance_cents: number }, broken) => {
      const member = members.get(memberKey(row.league_id, row.user_id));
      if (member?.available !== row.balance_cents) {
        broken.push(`frozen standings of ${row.user_id} have ${row.balance_cents}, the member ${member?.available}`);
      }
    },
    leagues: (row: { id: string; reveal: string; finalized_at: string | null }) => {
      leagues.set(row.id, { reveal: row.reveal, isFinal: row.finalized_at !== null });
    },
    games: (
      row: { id: string; sport: Sport; status: string; starts_at: string; start_known: boolean } & {
        started_at: string | null;
        betting_locked: boolean;
        proposed_start: string | null;
      },
    ) => {
      const { sport, status, start_known: startKnown } = row;
      const startsAt = Date.parse(row.starts_at);
      const isLocked = row.betting_locked || row.proposed_start !== null || status !== 'scheduled';
      games.set(row.id, { sport, status, startKnown, startsAt, isStarted: row.started_at !== null, isLocked });
    },
    notifications: (row: { user_id: string; kind: string; subject: string }, broken) => {
      const what = `${row.user_id} ${row.kind} ${row.subject}`;
      if (notices.has(what)) broken.push(`a second notice: ${what}`);
      notices.add(what);
    },
  };

  return {
    take: (entries) => {
      const broken: string[] = [];
      [touchedMembers, touchedTickets] = [new Set(), new Set()];
      const gone = new Set(entries.flatMap(({ table, act, row }) => (isDeleted(table, act) ? [row.id as string] : [])));
      for (const { table, act, row } of entries) {
        if (gone.has(row.league_id as string) || (table === 'leagues' && gone.has(row.id as string))) continue;
        if (act !== 'INSERT' && appendOnly.has(table)) broken.push(`${act} in ${table}: ${JSON.stringify(row)}`);
        else if (act === 'DELETE') broken.push(...forgotten(table, row));
        else readers[table]?.(row as never, broken);
      }
      for (const leagueId of gone) forget(leagueId);
      for (const key of touchedMembers) broken.push(...wrongMember(key));
      for (const ticket of touchedTickets) broken.push(...wrongTicket(ticket));
      return broken;
    },
    checkAll: async () => {
      const broken = await ledgerErrors(owner);
      const { rows } = await owner.query<{ digest: string }>(`
        select coalesce(md5(string_agg(concat_ws(' ', id, league_id, user_id, coalesce(ticket_id::text, 'null'), kind, round,
          amount_cents), ',' order by id)), '') as digest from ledger`);
      const lines = [...ledger].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
      const digest = lines.length === 0 ? '' : createHash('md5').update(lines.join(',')).digest('hex');
      if (rows[0]?.digest !== digest) broken.push('the ledger is not what was appended to it');
      return broken;
    },
    takesBets: (gameId, now) => {
      const game = games.get(gameId);
      return game?.isLocked === false && game.startKnown && game.startsAt > now;
    },
    unsettledGames: async () => {
      const { rows } = await owner.query<{ id: string }>('select id from games where result_rev > settled_rev');
      return rows.map(({ id }) => id);
    },
    totalOf: (leagueId, userId) => {
      const member = members.get(memberKey(leagueId, userId));
      return member ? member.available + member.pending : null;
    },
    secretsIn: (text, viewerId, now, mayShow = {}) => {
      const found = new Set(text.match(idPattern) ?? []);
      return [...found].flatMap((id) => {
        const ofLeg = ticketsByLeg.get(id);
        const ticket = tickets.get(id) ?? ofLeg?.ticket;
        if (!ticket || ticket.userId === viewerId) return [];
        if (mayShow.tickets?.has(ticket.id) || ticket.legs.some(({ gameId }) => gameId === mayShow.betsOn)) return [];
        const isMember = members.get(memberKey(ticket.leagueId, viewerId ?? ''))?.isRemoved === false;
        const shown = ofLeg ? [ofLeg.leg] : ticket.legs;
        return isMember && isRevealed(ticket, shown, now) ? [] : [`${viewerId} sees ${id} of ${ticket.userId}`];
      });
    },
    bettorsIn: (text) => {
      const found = new Set(text.match(idPattern) ?? []);
      const owners = [...found].map((id) => (tickets.get(id) ?? ticketsByLeg.get(id)?.ticket)?.userId);
      return [...new Set(owners.filter((userId) => userId !== undefined))];
    },
    openTickets: () =>
      [...tickets.values()].flatMap(({ id, grade, legs }) => {
        if (grade !== null) return [];
        const words = legs.map((leg) => {
          const { status, startsAt } = games.get(leg.gameId) ?? { status: 'unknown', startsAt: 0 };
          const revs = [...(results.get(leg.gameId) ?? [])].map(([rev]) => rev).join();
          return `${leg.gameId} ${status} ${new Date(startsAt).toISOString()} results ${revs} ${leg.grade}`;
        });
        return [`ticket ${id} stays open: ${words.join('; ')}`];
      }),
    openGames: () => {
      const open = [...tickets.values()].filter(({ grade }) => grade === null);
      return new Set(open.flatMap(({ legs }) => legs.flatMap((leg) => (leg.grade === null ? [leg.gameId] : []))));
    },
    startOf: (gameId) => games.get(gameId)?.startsAt ?? null,
    isFinal: (leagueId) => leagues.get(leagueId)?.isFinal,
    finalLeagues: () => [...leagues.values()].filter(({ isFinal }) => isFinal).length,
    get entries() {
      return ledger.size;
    },
  };

  function forgotten(table: string, row: Record<string, unknown>): string[] {
    if (table === 'notifications') return [];
    return [`deleted from ${table}: ${JSON.stringify(row)}`];
  }

  function forget(leagueId: string): void {
    leagues.delete(leagueId);
    for (const [id, line] of ledger) if (line.includes(` ${leagueId} `)) ledger.delete(id);
    for (const [id, ticket] of tickets) {
      if (ticket.leagueId !== leagueId) continue;
      tickets.delete(id);
      for (const leg of ticket.legs) ticketsByLeg.delete(leg.id);
    }
    for (const of of [members, sums]) for (const key of of.keys()) if (key.startsWith(`${leagueId} `)) of.delete(key);
  }

  /** Source: docs/decisions/who-sees-which-bets.md. */
  function isRevealed(ticket: Ticket, legs: readonly Leg[], now: number): boolean {
    if (ticket.grade !== null) return true;
    if (leagues.get(ticket.leagueId)?.reveal !== 'started') return false;
    return legs.some(({ gameId }) => {
      const game = games.get(gameId);
      return (
        game &&
        (game.isStarted || (game.startKnown && game.startsAt <= now && !['postponed', 'live'].includes(game.status)))
      );
    });
  }

  function wrongMember(key: string): string[] {
    const member = members.get(key);
    const sum = sums.get(key);
    if (!member || !sum) return [`${key} has entries and is no member, or the other way round`];
    const { available, pending, given } = member;
    const isRight = available === sum.entries && pending === sum.open && given === sum.gifts && sum.grants === 1;
    return isRight ? [] : [`the books of ${key}: ${JSON.stringify(member)} beside ${JSON.stringify(sum)}`];
  }

  function wrongTicket({ id, stake, grade, back, round, legs, booked: sum, verdicts }: Ticket): string[] {
    const broken: string[] = [];
    if (sum !== (back ?? 0) - stake) broken.push(`ticket ${id} is booked as ${sum}: stake ${stake}, back ${back}`);
    const last = verdicts.at(-1);
    if (verdicts.length !== round || (last && (last.grade !== grade || last.back !== back))) {
      broken.push(`ticket ${id} has round ${round} and verdicts ${JSON.stringify(verdicts)}`);
    }
    const expected = verdictOf(
      stake,
      legs.map(({ grade: outcome, price }) => ({ outcome, price })),
    );
    if (expected?.grade !== (grade ?? undefined) || expected?.back !== (back ?? undefined)) {
      broken.push(`ticket ${id} is ${grade} with ${back}, by its legs ${JSON.stringify(expected)}`);
    }
    for (const leg of legs) if (!isGradedRight(leg)) broken.push(`wrong grade: ${JSON.stringify(leg)} of ticket ${id}`);
    return broken;
  }

  /** Whether the grade follows from the result that it names. A leg may be void for reasons that no result has. */
  function isGradedRight({ gameId, market, side, line, homeTeamId, grade, resultRev }: Leg): boolean {
    if (grade === null || grade === 'void') return true;
    const game = games.get(gameId);
    const result = results.get(gameId)?.get(resultRev ?? 0);
    if (!game || !result || result.isVoid) return false;
    const { home, away, halfInnings } = result;
    const isSwapped = result.homeTeamId !== homeTeamId;
    const points = isSwapped ? { home: away, away: home } : { home, away };
    return outcomeOf({ sport: game.sport, market, side, line }, { ...points, halfInnings }) === grade;
  }
}

function isDeleted(table: string, act: Entry['act']): boolean {
  return table === 'leagues' && act === 'DELETE';
}

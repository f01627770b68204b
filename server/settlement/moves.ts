import { createHash } from 'node:crypto';
import type { Grade } from '#shared/domain/grade.ts';
import { type Cents, cents, sumCents } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { GameRow } from '../games/store.ts';
import type { BareLeague, listFunds } from '../leagues/store.ts';
import { type Leaders, type MemberMove, memberMoves } from './member-moves.ts';
import type { ResultRow } from './results-store.ts';
import type { Change } from './settle.ts';
import type { LeagueToGrade, LockedLeg, LockedTicket } from './settle-store.ts';

/** A game, its result in force, and the wanted result; `isNew` is false if the wanted one is in force already. */
export type Judged = { game: GameRow; before: ResultRow | null; result: ResultRow; isNew: boolean };

export type TicketMove = {
  id: string;
  userId: string;
  userName: string;
  stake: Cents;
  /** How many legs it has, and its leg on this game. */
  legs: number;
  leg: Pick<LockedLeg, 'market' | 'side' | 'line'>;
  /** Null while the ticket is open. */
  before: Grade | null;
  after: Grade | null;
  entries: Change['moved']['entries'];
  /** The change of the member's balance. */
  net: Cents;
};

/**
 * The changes that a result makes in one league; no tickets and members once the league is final. `tickets` has those
 * whose verdict changes, `waiting` those that stay as they are, such as parlays with other open legs.
 */
export type LeagueMove = {
  id: string;
  name: string;
  finalizedAt: Date | null;
  /** Number of graded legs, including those whose ticket does not change. */
  legs: number;
  tickets: TicketMove[];
  waiting: TicketMove[];
  members: MemberMove[];
  leaders: Leaders;
};

/**
 * pastTime  legs that were voided because the game was not played in time. No result changes them.
 * isWhole   false if a machine is lost: the worker settles its leagues once it is back.
 * more      leagues that a preview with a limit has left out, and their legs.
 */
export type Moves = Judged & { leagues: LeagueMove[]; pastTime: number; isWhole: boolean; more: LeagueToGrade[] };

type Settled = { legs: number; changes: readonly Change[]; unchanged: readonly LockedTicket[] };

/** The changes that settling makes in one league. `funds` were read before its changes were written, or after. */
export function leagueMove(
  { id, name, finalizedAt }: Pick<BareLeague, 'id' | 'name' | 'finalizedAt'>,
  gameId: string,
  { legs, changes, unchanged }: Settled,
  funds: Awaited<ReturnType<typeof listFunds>>,
  read: 'before' | 'after',
): LeagueMove {
  const names = new Map(funds.map((member) => [member.userId, rowName(member)]));
  const ticketOf = ({ ticket, after, moved }: Change): TicketMove[] => {
    const { userId, stake, grade } = ticket;
    const leg = ticket.legs.find((one) => one.gameId === gameId);
    if (!leg) return [];
    const { market, side, line } = leg;
    const { entries, pending } = moved;
    return [
      {
        id: ticket.id,
        userId,
        userName: names.get(userId) ?? '',
        stake: cents(stake),
        legs: ticket.legs.length,
        leg: { market, side, line },
        before: grade,
        after: after?.grade ?? null,
        entries,
        net: cents(sumCents(entries.map(({ amount }) => amount)) + pending),
      },
    ];
  };
  const asBefore = (ticket: LockedTicket): Change => ({
    ticket,
    after: ticket.grade === null ? null : { grade: ticket.grade, back: cents(ticket.back ?? 0) },
    moved: { entries: [], pending: cents(0) },
  });
  const tickets = changes.flatMap(ticketOf);
  const waiting = unchanged.map(asBefore).flatMap(ticketOf);
  return { id, name, finalizedAt, legs, tickets, waiting, ...memberMoves(funds, { changes, unchanged }, read) };
}

/**
 * Whether a preview at `now` must not show bets: the game takes some, or may take some again, and whoever sees those of
 * others could copy them. A game that is only closed, by a doubtful poll or because it is postponed, may open again; one
 * that has begun, or has a result, does not. Source: docs/decisions/running-the-site.md.
 */
export function hidesBets({ startedAt, resultRev, startKnown, startsAt, status }: GameRow, now: Date): boolean {
  const hasBegun = startedAt !== null || (startKnown && startsAt <= now && status !== 'postponed' && status !== 'live');
  return !hasBegun && resultRev === 0;
}

/**
 * A digest of all that a preview shows: the result before, the wanted one, and in each league the tickets, balances and
 * ranks. Of leagues that it leaves out it covers the numbers of legs. Equal digests: nothing has changed between.
 */
export function digestOf({ game, before, result, leagues, more, pastTime, isWhole }: Moves, now: Date): string {
  const { isVoid, home, away, halfInnings } = result;
  const said = [game.id, before?.rev ?? 0, isVoid, home, away, halfInnings];
  const shown = hidesBets(game, now)
    ? null
    : [
        leagues.map(({ id, finalizedAt, tickets, waiting, members }) => [
          id,
          finalizedAt,
          tickets.map((ticket) => [ticket.id, ticket.before, ticket.after, ticket.net]),
          waiting.map((ticket) => [ticket.id, ticket.before]),
          members.map(({ userId, total, rank }) => [userId, total.before, total.after, rank?.before, rank?.after]),
        ]),
        more,
        pastTime,
        isWhole,
      ];
  return createHash('sha256')
    .update(JSON.stringify([said, shown]))
    .digest('base64url');
}

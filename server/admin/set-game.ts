import type { z } from 'zod';
import type { previewGameResult, WantedOutcome } from '#shared/api/admin-games.ts';
import { type Cents, cents, toWire } from '#shared/domain/money.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { lineText } from '../games/present.ts';
import { digestOf, hidesBets, type LeagueMove, type TicketMove } from '../settlement/moves.ts';
import { type ByHand, mostOnPage, previewResult } from '../settlement/set-result.ts';
import type { Admin } from '../users/access.ts';

type WirePreview = z.input<(typeof previewGameResult)['reply']>;

export function outcomeByHand(wanted: WantedOutcome): ByHand['outcome'] {
  return wanted.isVoid ? { isVoid: true } : { ...wanted, halfInnings: wanted.halfInnings ?? null };
}

/** The preview of an outcome, for the page of admins. Of a game that may still take bets it says nothing of them. */
export async function previewForAdmin(
  database: Database,
  { userId }: Admin,
  gameId: string,
  outcome: ByHand['outcome'],
): Promise<WirePreview> {
  const moves = await previewResult(database, { gameId, outcome, reason: null, setById: userId }, mostOnPage);
  const now = await databaseNow(database.db);
  const isHidden = hidesBets(moves.game, now);
  return {
    rev: moves.before?.rev ?? 0,
    digest: digestOf(moves, now),
    isNew: moves.isNew,
    isHidden,
    leagues: isHidden ? [] : moves.leagues.map(presentLeague),
    more: {
      leagues: isHidden ? 0 : moves.more.length,
      tickets: isHidden ? 0 : moves.more.reduce((sum, { legs }) => sum + legs, 0),
    },
    pastTime: isHidden ? 0 : moves.pastTime,
    isWhole: moves.isWhole,
  };
}

/** A league with the members who have tickets on the game. */
function presentLeague({ id, name, finalizedAt, tickets, waiting, members, leaders }: LeagueMove) {
  const byMember = new Map<string, TicketMove[]>();
  for (const ticket of [...tickets, ...waiting]) {
    byMember.set(ticket.userId, [...(byMember.get(ticket.userId) ?? []), ticket]);
  }
  return {
    id,
    name,
    isFinal: finalizedAt !== null,
    members: members.flatMap(({ userId, userName, total, rank }) => {
      const own = byMember.get(userId);
      if (!own) return [];
      const { before, after } = total;
      const change = cents(after - before);
      return [{ userId, name: userName, rank, tickets: own.map(presentTicket), ...wire({ before, change, after }) }];
    }),
    leaders,
  };
}

function presentTicket({ id, legs, leg, before, after, net }: TicketMove) {
  const { market: betType, side: betSide, line } = leg;
  return { id, legs, betType, betSide, line: lineText(line), before, after, change: toWire(net) };
}

function wire({ before, change, after }: Record<'before' | 'change' | 'after', Cents>) {
  return { before: toWire(before), change: toWire(change), after: toWire(after) };
}

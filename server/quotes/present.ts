import type { weekManualOdds } from '#shared/api/admin.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { lineText } from '../games/present.ts';
import type { QuoteRow } from './store.ts';

/** A manual quote as admins see it. */
export function presentManualQuote(row: QuoteRow): ReplyInput<typeof weekManualOdds>[number] {
  return {
    gameId: row.gameId,
    spreadHome: lineText(row.spreadHome),
    spreadAway: lineText(row.spreadAway),
    spreadHomeOdds: row.spreadHomePrice,
    spreadAwayOdds: row.spreadAwayPrice,
    moneylineHome: row.moneylineHome,
    moneylineAway: row.moneylineAway,
    moneylineDraw: row.moneylineDraw,
    totalPoints: lineText(row.totalPoints),
    overOdds: row.overPrice,
    underOdds: row.underPrice,
    setBy: row.setBy ?? 'Admin',
    notes: row.notes ?? '',
    updatedAt: row.changedAt.toISOString(),
  };
}

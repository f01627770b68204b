import type { Bet } from '#shared/api/bets.ts';
import { needWords } from '#shared/domain/needs.ts';

/** An open leg in words: how it stands and what it needs. Null for any other leg, and before its game begins. */
export function legNeed({ status, betType: market, betSide: side, line, game }: Bet): string | null {
  return status === 'pending' ? needWords({ market, side, line }, game) : null;
}

/** The words as a line of their own: 'Ahead by 3, covers by 0.5'. Source: docs/screens.md#bets. */
export function LegNeed({ leg }: { leg: Bet }) {
  const words = legNeed(leg);
  return words && <p className="mt-0.5 text-note font-semibold text-ink wrap-anywhere tabular-nums">{words}</p>;
}

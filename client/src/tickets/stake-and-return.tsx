import { type Cents, showChing, showWhole } from '#shared/domain/money.ts';
import { type Ticket, termsOf } from './ticket.ts';

/**
 * The stake, and what it returned or can still return: '75 to 143 Ching'. The return is left out while legs are hidden.
 */
export function StakeAndReturn({ ticket }: { ticket: Ticket }) {
  const { amount } = ticket.legs[0];
  const { returns } = termsOf(ticket);
  return (
    <p className="font-semibold tabular-nums">
      <span aria-hidden="true">
        {returns !== null && (
          <>
            {showWhole(amount)} <span className="text-note font-normal text-faint">to</span>{' '}
          </>
        )}
        {showWhole(returns ?? amount)} <span className="text-note font-normal text-soft">Ching</span>
      </span>
      <span className="spoken">{spokenWords(amount, returns, ticket.back !== null)}</span>
    </p>
  );
}

function spokenWords(stake: Cents, returns: Cents | null, isSettled: boolean): string {
  if (returns === null) return `Stake ${showChing(stake)}`;
  return `Stake ${showChing(stake)}, ${isSettled ? 'returned' : 'returns'} ${showChing(returns)}`;
}

import { Price } from './price.tsx';
import type { Terms } from './ticket.ts';

/** A ticket's price. After a leg was pushed, the earlier price is struck out before it. */
export function TicketPrice({ terms: { price, earlierPrice } }: { terms: Pick<Terms, 'price' | 'earlierPrice'> }) {
  return (
    <>
      {earlierPrice !== null && (
        <del className="decoration-2">
          <span className="sr-only">was </span>
          <Price value={earlierPrice} />
        </del>
      )}
      {earlierPrice !== null && price !== null && ' '}
      {price !== null && <Price value={price} />}
    </>
  );
}

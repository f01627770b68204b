import type { Failure } from './boundary.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

const texts: Record<Failure['kind'], string> = {
  missing: 'You may be offline, or Ching was updated meanwhile. Your bets and your slip are safe.',
  broken: 'The mistake is ours, not yours. Your bets and your slip are safe.',
};

type FailedProps = {
  /** The subject of the sentence: 'This page'. */
  what: string;
  failure: Failure;
  bare?: boolean;
};

/** Reports the failure of a Boundary, with a button that tries again. */
export function Failed({ what, failure: { kind, tryAgain }, bare = false }: FailedProps) {
  return (
    <EmptyState
      alert
      bare={bare}
      title={kind === 'missing' ? `${what} did not load` : `${what} does not work right now`}
      text={texts[kind]}
    >
      <Button onClick={tryAgain}>Try Again</Button>
    </EmptyState>
  );
}

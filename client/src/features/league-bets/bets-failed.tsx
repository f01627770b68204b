import { Button } from '#client/ui/button.tsx';

/** Says that loading the bets failed, with a retry button. */
export function BetsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid min-h-40 place-content-center justify-items-center gap-4 text-center">
      <p>Failed to load bets. Please try again.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

import { Button } from '#client/ui/button.tsx';

/** The bets did not come; without `onRetry` closing and opening the dialog is the way to try again. */
export function BetsFailed({ onRetry }: { onRetry?: () => void }) {
  return (
    <div role="alert" className="grid min-h-40 place-content-center justify-items-center gap-4 text-center">
      <p>Failed to load bets. Please try again.</p>
      {onRetry && <Button onClick={onRetry}>Try Again</Button>}
    </div>
  );
}

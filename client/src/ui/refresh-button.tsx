import { useState } from 'react';
import { Button } from './button.tsx';
import { RefreshIcon } from './page-icons.tsx';

/**
 * A button that refreshes what the page shows. During its own refresh it does nothing, and looks so: other refreshes,
 * every 30 s and with each change, would make it flicker. It is never `disabled`, which would take the focus from a
 * keyboard that has just pressed it.
 */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    if (isBusy) return;
    setBusy(true);
    await onRefresh();
    setBusy(false);
  };
  return (
    <Button variant="quiet" className="-mr-3 px-3 aria-disabled:opacity-55" onClick={refresh} aria-disabled={isBusy}>
      <RefreshIcon />
      Refresh
    </Button>
  );
}

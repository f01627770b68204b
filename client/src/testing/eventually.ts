import { act } from 'react';
import { vi } from 'vitest';

/** Chosen: many times the wait on an idle machine. One that runs all tests at once may be away for seconds. */
const timeout = 10_000;

/** Waits until the check passes, and returns what it returns. The query client notifies in a timer of its own. */
export function eventually<T>(check: () => T): Promise<T> {
  return vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      return check();
    },
    { timeout },
  );
}

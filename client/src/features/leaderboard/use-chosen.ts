import { useCallback, useState } from 'react';

/** The row that a list's dialog is about, and whether the dialog is open. */
export type Chosen<T> = {
  /** Null before the first choice. Still set while the dialog closes. */
  of: T | null;
  isOpen: boolean;
  close: () => void;
};

/** The state of one dialog that all rows of a list share: a dialog per row is too slow for a list of thousands. */
export function useChosen<T>(): [Chosen<T>, choose: (of: T) => void] {
  const [{ of, isOpen }, set] = useState<Pick<Chosen<T>, 'of' | 'isOpen'>>({ of: null, isOpen: false });
  const close = useCallback(() => set((before) => ({ ...before, isOpen: false })), []);
  const choose = useCallback((next: T) => set({ of: next, isOpen: true }), []);
  return [{ of, isOpen, close }, choose];
}

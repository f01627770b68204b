import { useCallback, useState } from 'react';

/** Whom a list's one dialog is about, and whether it is open. */
export type Chosen<T> = {
  /** Stays while the dialog closes; null before the first was chosen. */
  of: T | null;
  isOpen: boolean;
  close: () => void;
};

/** Opens a list's one dialog for a row of it: a dialog a row is too much for a list of thousands. */
export function useChosen<T>(): [Chosen<T>, choose: (of: T) => void] {
  const [{ of, isOpen }, set] = useState<Pick<Chosen<T>, 'of' | 'isOpen'>>({ of: null, isOpen: false });
  const close = useCallback(() => set((before) => ({ ...before, isOpen: false })), []);
  const choose = useCallback((next: T) => set({ of: next, isOpen: true }), []);
  return [{ of, isOpen, close }, choose];
}

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useCloseOnBack } from '#client/lib/close-on-back.ts';
import type { Failure } from './boundary.tsx';
import { IconButton } from './button.tsx';
import { Failed } from './failed.tsx';
import { CloseIcon } from './icons.tsx';

/**
 * Replaces a dialog whose code did not load or broke. Takes the focus, closes on Escape and Back, and returns the
 * focus.
 */
export function NotOpened({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useCloseOnBack(true, onClose);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  };
  return (
    <div
      ref={panel}
      role="dialog"
      data-state="open" // a sheet that closes below leaves the focus to an open dialog (modal.tsx)
      aria-label="Not opened"
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      className="fixed inset-x-0 bottom-0 z-50 rounded-t-3xl border border-edge bg-surface py-4 shadow-float outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-125 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl"
    >
      <IconButton label="Close" className="absolute! top-2 right-2" onClick={onClose}>
        <CloseIcon />
      </IconButton>
      <Failed bare what="This" failure={failure} />
    </div>
  );
}

import * as Radix from '@radix-ui/react-toast';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { closeTopDialog } from '#client/lib/close-on-back.ts';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { isInToast, toastLayer } from './toast-layer.ts';
import type { Toast } from './toast-store.ts';

/** A notification closes after this time, in milliseconds. */
const shownMs = 5_000;
/** A swipe of this length dismisses it, in pixels. */
const swipeThreshold = 50;

/**
 * Escape closes the topmost modal, and the notification stays. Radix gives the key to the newest of them alone. In the
 * notification itself, which F8 focuses, the key closes the notification: `onKeyDown` does that, also below a newer
 * modal.
 */
function passToModal(event: KeyboardEvent): void {
  if (isInToast(event) || closeTopDialog()) event.preventDefault(); // so that Radix does not close the notification
}

/** Shows one notification. F8 focuses it, a swipe to the right dismisses it. Source: docs/screens.md#notifications. */
export function ToastArea({ shown, onDismiss }: { shown: Toast | null; onDismiss: (id: number) => void }) {
  const dismiss = useRef<HTMLButtonElement>(null);
  const dismissOnEscape = ({ key }: { key: string }) => {
    if (key === 'Escape') dismiss.current?.click(); // Radix then moves the focus on
  };
  return createPortal(
    // The key remounts the provider per notification: Radix stays paused when a toast is removed while it has pointer
    // or focus.
    <Radix.Provider key={shown?.id} duration={shownMs} swipeDirection="right" swipeThreshold={swipeThreshold}>
      {shown && (
        <Radix.Root
          type={shown.politeness === 'assertive' ? 'foreground' : 'background'}
          open={shown.open}
          onOpenChange={(open) => {
            if (!open) onDismiss(shown.id);
          }}
          onEscapeKeyDown={passToModal}
          onKeyDown={dismissOnEscape}
          className="pointer-events-auto flex items-start gap-2 rounded-2xl border border-edge bg-surface py-2 pr-1 pl-4 shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-pop data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          <div className="min-w-0 flex-1 py-2.5 wrap-anywhere">
            <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
            {shown.description !== null && (
              <Radix.Description className="mt-0.5 text-sm text-soft">{shown.description}</Radix.Description>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton ref={dismiss} label="Dismiss">
              <CloseIcon />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        onKeyDown={dismissOnEscape}
        className="fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-60 m-0 list-none outline-none sm:right-auto sm:left-5 sm:w-95 md:top-auto md:bottom-5"
      />
    </Radix.Provider>,
    toastLayer(),
  );
}

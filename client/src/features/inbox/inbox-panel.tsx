import * as Radix from '@radix-ui/react-dialog';
import { type RefObject, useRef } from 'react';
import { useCloseOnBack } from '#client/lib/close-on-back.ts';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { restoreFocus } from '#client/ui/restore-focus.ts';
import { isInToast } from '#client/ui/toast-layer.ts';
import { Inbox } from './inbox.tsx';

type InboxPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The bell below which it opens, and which gets the focus back. */
  bell: RefObject<HTMLButtonElement | null>;
};

/** The inbox below the bell, beside the page: Escape, Back, a click elsewhere and a notice close it. */
export function InboxPanel({ open, onOpenChange, bell }: InboxPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** Whether it closes because a notice leads elsewhere: the page then has the focus. */
  const isLeaving = useRef(false);
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            isLeaving.current = false;
            heading.current?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const isElsewhere = document.activeElement !== document.body && document.activeElement !== null;
            if (isElsewhere) return;
            restoreFocus(isLeaving.current ? null : bell.current);
          }}
          onInteractOutside={(event) => {
            const { target } = event;
            if (target instanceof Node && bell.current?.contains(target)) event.preventDefault(); // it toggles
            if (isInToast(event)) event.preventDefault();
          }}
          className="fixed top-15 right-[max(1rem,calc((100vw-75.75rem)/2+1rem))] z-40 flex max-h-[calc(100dvh-5rem)] w-100 max-w-[calc(100vw-2rem)] flex-col overflow-y-auto overscroll-contain rounded-2xl border border-edge bg-surface pt-1 pb-1 shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop"
        >
          <Inbox
            heading={
              <Radix.Title ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
                Inbox
              </Radix.Title>
            }
            aside={
              <Radix.Close asChild>
                <IconButton label="Close" className="-mr-2">
                  <CloseIcon />
                </IconButton>
              </Radix.Close>
            }
            onLeave={() => {
              isLeaving.current = true;
              onOpenChange(false);
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

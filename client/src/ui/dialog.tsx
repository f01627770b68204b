import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';

type DialogProps = {
  title: ReactNode;
  /** Says more under the title; read with it by screen readers. */
  description?: ReactNode;
  /** The button that opens it; leave out when `open` is driven from elsewhere. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Stands beside the title: a count, a badge. */
  aside?: ReactNode;
  /** Stays in view below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal: a bottom sheet on a phone, a centred panel from 640 px on. Content scrolls, header and footer stay. */
export function Dialog({ title, description, trigger, open, onOpenChange, aside, footer, children }: DialogProps) {
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/60 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-3xl border border-edge bg-surface shadow-float outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:max-w-[500px] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop"
        >
          <header className="flex items-start gap-3 px-5 pt-4">
            <div className="min-w-0 flex-1 pt-2">
              <Radix.Title className="flex items-center gap-2 text-lg leading-tight font-bold">
                {title}
                {aside}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-sm text-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <CloseIcon />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-5">{children}</div>
          {footer && (
            <footer className="border-t border-edge px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import * as Radix from '@radix-ui/react-dialog';
import { useFocusScopeBranch } from '@radix-ui/react-focus-scope';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useCloseOnBack } from '#client/lib/close-on-back.ts';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { restoreFocus } from './restore-focus.ts';
import { ScrollRegion } from './scroll-region.tsx';
import { isInToast, toastLayer } from './toast-layer.ts';

export type ModalProps = {
  title: ReactNode;
  /** Text under the title, which screen readers read after it. */
  description?: ReactNode;
  /** Beside the title: a count, a badge. */
  aside?: ReactNode;
  /** Below the scrolling content, always in view, also above a phone's keyboard. */
  footer?: ReactNode;
  children: ReactNode;
  open: boolean;
  /** Whether another dialog, which leads back to this one, is shown in its place. */
  covered?: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element to focus after closing instead of the one that had the focus before; null for that one. */
  returnFocus?: (() => HTMLElement | null) | undefined;
  /** The element to focus after closing if the one to return to is gone, or goes later. Default: the heading. */
  fallbackFocus?: (() => HTMLElement | null) | undefined;
};

/** A modal: a bottom sheet on a phone, a centred panel from 640 px on. Only its content scrolls. Back closes it. */
export function Modal({ open, covered = false, onOpenChange, ...rest }: ModalProps) {
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open && !covered} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/60 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Panel {...rest} onClose={() => onOpenChange(false)} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Panel(props: Omit<ModalProps, 'open' | 'covered' | 'onOpenChange'> & { onClose: () => void }) {
  const { title, description, aside, footer, children, returnFocus, fallbackFocus, onClose } = props;
  const swipe = useSwipeDown(onClose);
  const focusedBefore = useRef<Element | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeyboardHeight();
  return (
    <Radix.Content
      {...(description === undefined && { 'aria-describedby': undefined })}
      onOpenAutoFocus={(event) => {
        event.preventDefault(); // Radix would focus the Close button
        focusedBefore.current = document.activeElement;
        const field = event.target instanceof Element ? firstField(event.target) : null;
        (field ?? heading.current)?.focus({ preventScroll: true });
      }}
      onEscapeKeyDown={(event) => {
        if (isInToast(event)) event.preventDefault(); // the key closes the notification
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault(); // Radix would focus its own trigger, which is not used here
        restoreFocus(returnFocus?.() ?? focusedBefore.current, fallbackFocus);
      }}
      className="fixed inset-x-0 bottom-(--keyboard) z-50 flex max-h-[calc(92dvh-var(--keyboard))] flex-col overflow-y-auto rounded-t-3xl border border-edge bg-surface shadow-float outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:inset-x-auto sm:top-[calc(50%-var(--keyboard)/2)] sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-125 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop sideways:max-h-[calc(100dvh-var(--keyboard))]"
    >
      <AllowToastFocus />
      <header {...swipe} className="flex touch-none items-start gap-3 px-5 pt-4 sm:touch-auto sideways:pt-0">
        <span
          aria-hidden="true"
          className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-edge sm:hidden"
        />
        <div className="min-w-0 flex-1 pt-2.75">
          <Radix.Title
            ref={heading}
            tabIndex={-1}
            className="flex items-center gap-2 text-lg leading-tight font-bold outline-none"
          >
            {title}
            {aside}
          </Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-1 text-sm text-pretty text-soft">{description}</Radix.Description>
          )}
        </div>
        <Radix.Close asChild>
          <IconButton label="Close" className="-mr-2">
            <CloseIcon />
          </IconButton>
        </Radix.Close>
      </header>
      <ScrollRegion
        label={typeof title === 'string' ? title : 'Content'}
        className="min-h-12 flex-1 px-5 pt-4 pb-5 sideways:pt-1 sideways:pb-2"
      >
        {children}
      </ScrollRegion>
      {footer && (
        <footer className="border-t border-edge px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sideways:py-2">
          {footer}
        </footer>
      )}
    </Radix.Content>
  );
}

/** Lets the focus leave the modal for the notifications, which F8 focuses. Source: docs/screens.md#notifications. */
function AllowToastFocus() {
  useFocusScopeBranch(toastLayer());
  return null;
}

/**
 * The first field of the form in a modal. Without a form, the heading gets the focus: screen readers then read the
 * modal from its start, and a sheet with an amount does not open a phone's keyboard at once.
 */
function firstField(modal: Element): HTMLElement | null {
  return modal.querySelector<HTMLElement>('form :is(input, select, textarea):not(:disabled)');
}

/** Chosen: a sheet that is dragged down this far closes. */
const closeDistancePx = 80;

/**
 * Pointer handlers for the header of a bottom sheet: the sheet follows the finger downwards. At the end of the drag it
 * closes or moves back.
 */
function useSwipeDown(onClose: () => void) {
  const startY = useRef<number | null>(null);
  const dragged = (event: PointerEvent) => (startY.current === null ? 0 : Math.max(0, event.clientY - startY.current));
  const move = (event: PointerEvent, offset: number) => {
    const sheet = event.currentTarget.parentElement;
    if (sheet) sheet.style.transform = offset === 0 ? '' : `translateY(${offset}px)`;
  };
  return {
    onPointerDown(event: PointerEvent) {
      const isSheet = window.matchMedia('(width < 40rem)').matches;
      const onButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.pointerType === 'mouse' || !isSheet || onButton) return;
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (startY.current !== null) move(event, dragged(event));
    },
    onPointerUp(event: PointerEvent) {
      if (dragged(event) >= closeDistancePx) flushSync(onClose);
      // A sheet that closes goes on from where it is. One that stays open, also because its owner refused, moves back.
      if (event.currentTarget.parentElement?.dataset.state === 'open') move(event, 0);
      startY.current = null;
    },
    onPointerCancel(event: PointerEvent) {
      move(event, 0);
      startY.current = null;
    },
  };
}

/**
 * Sets `--keyboard` to the height of the window that a phone's keyboard covers: fixed boxes do not move for a keyboard.
 */
function useKeyboardHeight() {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // A zoomed page has a smaller visual viewport too, but no keyboard.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      document.documentElement.style.removeProperty('--keyboard');
    };
  }, []);
}

import * as Radix from '@radix-ui/react-dialog';
import { useFocusScopeBranch } from '@radix-ui/react-focus-scope';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { toastLayer } from './toast-layer.ts';

export type ModalProps = {
  title: ReactNode;
  /** Says more under the title; read with it by screen readers. */
  description?: ReactNode;
  /** Stands beside the title: a count, a badge. */
  aside?: ReactNode;
  /** Stays in view below the scrolling content, also above a phone's keyboard. */
  footer?: ReactNode;
  children: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the focus goes on closing when what had it before is gone by then. */
  fallbackFocus?: (() => HTMLElement | null) | undefined;
};

/** A modal: a bottom sheet on a phone, a centred panel from 640 px on. Content scrolls, header and footer stay. */
export function Modal({ open, onOpenChange, ...rest }: ModalProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/60 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Panel {...rest} onClose={() => onOpenChange(false)} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function Panel(props: Omit<ModalProps, 'open' | 'onOpenChange'> & { onClose: () => void }) {
  const { title, description, aside, footer, children, fallbackFocus, onClose } = props;
  const swipe = useSwipeDown(onClose);
  const before = useRef<Element | null>(null);
  useKeyboardHeight();
  return (
    <Radix.Content
      {...(description === undefined && { 'aria-describedby': undefined })}
      onOpenAutoFocus={() => {
        before.current = document.activeElement;
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault(); // Radix only knows a trigger of its own
        focusAgain(before.current, fallbackFocus);
      }}
      className="fixed inset-x-0 bottom-(--keyboard) z-50 flex max-h-[calc(92dvh-var(--keyboard))] flex-col overflow-y-auto rounded-t-3xl border border-edge bg-surface shadow-float outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:inset-x-auto sm:top-[calc(50%-var(--keyboard)/2)] sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-[500px] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop sideways:max-h-[calc(100dvh-var(--keyboard))]"
    >
      <ToastsInReach />
      <header {...swipe} className="flex touch-none items-start gap-3 px-5 pt-4 sm:touch-auto sideways:pt-0">
        <span
          aria-hidden="true"
          className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-edge sm:hidden"
        />
        <div className="min-w-0 flex-1 pt-2">
          <Radix.Title className="flex items-center gap-2 text-lg leading-tight font-bold">
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
      <div className="min-h-12 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-5 sideways:pt-1 sideways:pb-2">
        {children}
      </div>
      {footer && (
        <footer className="border-t border-edge px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sideways:py-2">
          {footer}
        </footer>
      )}
    </Radix.Content>
  );
}

/** Lets the focus out of the modal it stands in to the notifications: F8 leads there. Source: spec §9. */
function ToastsInReach() {
  useFocusScopeBranch(toastLayer());
  return null;
}

/** Gives the focus back, unless the next modal has it by now. */
function focusAgain(before: Element | null, fallback: ModalProps['fallbackFocus']) {
  if (document.querySelector('[role=dialog][data-state=open]')) return;
  const target = before?.isConnected && before !== document.body ? before : fallback?.();
  if (target instanceof HTMLElement) target.focus();
}

/** How far a sheet is drawn down before letting go closes it. Ours. */
const closesAfterPx = 80;

/** Lets a sheet follow the finger that draws it down by its header; drawn far enough, it closes. */
function useSwipeDown(onClose: () => void) {
  const from = useRef<number | null>(null);
  const drawn = (event: PointerEvent) => (from.current === null ? 0 : Math.max(0, event.clientY - from.current));
  const place = (event: PointerEvent, offset: number) => {
    const sheet = event.currentTarget.parentElement;
    if (sheet) sheet.style.transform = offset === 0 ? '' : `translateY(${offset}px)`;
  };
  return {
    onPointerDown(event: PointerEvent) {
      const isSheet = window.matchMedia('(max-width: 639px)').matches;
      const onButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.pointerType === 'mouse' || !isSheet || onButton) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (from.current !== null) place(event, drawn(event));
    },
    onPointerUp(event: PointerEvent) {
      if (drawn(event) >= closesAfterPx) onClose();
      else place(event, 0);
      from.current = null;
    },
    onPointerCancel(event: PointerEvent) {
      place(event, 0);
      from.current = null;
    },
  };
}

/**
 * Keeps `--keyboard` at the height that a phone's keyboard covers of the window: fixed boxes do not move for it by
 * themselves.
 */
function useKeyboardHeight() {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      // A zoomed page has a small viewport, too, but no keyboard.
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

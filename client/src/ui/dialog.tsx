import {
  type ComponentProps,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from './boundary.tsx';
import type { ModalProps } from './modal.tsx';
import { NotOpened } from './not-opened.tsx';
import { restoreFocus } from './restore-focus.ts';

const Modal = idleNamed('Modal', () => import('./modal.tsx'));

type DialogProps = Omit<ModalProps, 'open' | 'onOpenChange' | 'children'> & {
  /** The button that opens the dialog; left out when the parent controls `open`. */
  trigger?: ReactElement<ComponentProps<'button'>>;
  /** Left out: the dialog stores whether it is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The content, or a function that renders it with the function that closes the dialog. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/**
 * A modal with the button that opens it. The modal's code is loaded when the browser is idle, or at the first opening.
 */
export function Dialog({ trigger, open, onOpenChange, children, ...rest }: DialogProps) {
  const { fallbackFocus } = rest;
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (!current || current !== document.activeElement) return;
      queueMicrotask(() => {
        if (!current.isConnected) restoreFocus(null, fallbackFocus); // the part of the page with the button is gone
      });
    };
  }, [fallbackFocus]);

  function change(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }
  const close = () => change(false);

  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          ref: button,
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
          onClick: (event: MouseEvent<HTMLButtonElement>) => {
            event.currentTarget.focus(); // Safari does not focus a clicked button; closing returns the focus to it
            trigger.props.onClick?.(event);
            change(true);
          },
        })}
      {wasOpen && (
        <Boundary
          of={isOpen}
          waiting={null}
          failed={(failure) => isOpen && <NotOpened failure={failure} onClose={close} />}
        >
          <Modal {...rest} open={isOpen} onOpenChange={change}>
            {typeof children === 'function' ? children(close) : children}
          </Modal>
        </Boundary>
      )}
    </>
  );
}

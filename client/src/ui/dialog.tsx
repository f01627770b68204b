import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from './boundary.tsx';
import type { ModalProps } from './modal.tsx';
import { NotOpened } from './not-opened.tsx';

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
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  function change(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }
  const close = () => change(false);

  return (
    <>
      {trigger &&
        cloneElement(trigger, {
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

import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement, useState } from 'react';
import { idleNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from './boundary.tsx';
import type { ModalProps } from './modal.tsx';
import { NotOpened } from './not-opened.tsx';

const Modal = idleNamed('Modal', () => import('./modal.tsx'));

type DialogProps = Omit<ModalProps, 'open' | 'onOpenChange'> & {
  /** The button that opens it; leave out when `open` is driven from elsewhere. */
  trigger?: ReactElement<ComponentProps<'button'>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A modal with the button that opens it; the modal's code comes when it is needed. */
export function Dialog({ trigger, open, onOpenChange, ...rest }: DialogProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  function change(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }

  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
          onClick: (event: MouseEvent<HTMLButtonElement>) => {
            event.currentTarget.focus(); // Safari does not, and the focus is to come back here
            change(true);
          },
        })}
      {wasOpen && (
        <Boundary
          of={isOpen}
          waiting={null}
          failed={(failure) => isOpen && <NotOpened failure={failure} onClose={() => change(false)} />}
        >
          <Modal {...rest} open={isOpen} onOpenChange={change} />
        </Boundary>
      )}
    </>
  );
}

import * as Radix from '@radix-ui/react-tooltip';
import type { ComponentProps } from 'react';
import { IconButton } from './button.tsx';

const delayMs = 700; // docs/screens.md#notifications

/** An icon button with a tooltip: after `delayMs` of hovering, at once with the keyboard focus. */
export function TooltipButton({ label, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <Radix.Provider delayDuration={delayMs}>
      <Radix.Root>
        <Radix.Trigger
          asChild
          onFocus={(event) => {
            // A dialog that is closed with the pointer returns the focus here. That must not open the tooltip.
            if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
          }}
        >
          <IconButton label={label} {...rest} title={undefined} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={4}
            collisionPadding={8}
            className="z-50 animate-fade-in rounded-lg bg-ink px-2.5 py-1.5 text-note font-semibold text-page shadow-float"
          >
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

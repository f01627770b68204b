import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { FormActions } from './form-actions.tsx';
import { leavingFocus } from './leaving-focus.ts';

const tones = { danger: 'border-lost text-lost hover:border-lost', plain: '', primary: '' } as const;

type Confirmation = {
  /** The words of the button that acts. */
  label: string;
  /** Its words while it acts. */
  busyLabel?: string;
  isBusy?: boolean;
  /** The look of that button: `danger`, the default, for what is removed. */
  tone?: keyof typeof tones;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The buttons of a dialog that asks before it acts. */
export function ConfirmActions(confirmation: Confirmation) {
  const { onCancel } = confirmation;
  return (
    <FormActions>
      <Button size="large" onClick={onCancel}>
        Cancel
      </Button>
      <ActButton size="large" {...confirmation} />
    </FormActions>
  );
}

/**
 * A question that takes the place of the button that led to it. Cancel has the focus. A button with the ref
 * `returningFocus` gets it back.
 */
export function Question({ words, ...confirmation }: Confirmation & { words: ReactNode }) {
  const id = useId();
  const { label, isBusy, onCancel } = confirmation;
  return (
    <fieldset ref={leavingFocus} aria-describedby={id} className="grid min-w-0 gap-3 border-t border-edge pt-4">
      <legend className="sr-only">{label}</legend>
      <p id={id} role="alert" className="text-sm font-semibold wrap-anywhere">
        {words}
      </p>
      <div className="flex flex-wrap gap-2 *:flex-1 *:whitespace-normal">
        <Button
          autoFocus
          className="aria-disabled:opacity-55"
          onClick={(event) => {
            event.currentTarget.focus(); // Safari does not focus a clicked button
            if (!isBusy) onCancel();
          }}
          aria-disabled={isBusy}
        >
          Cancel
        </Button>
        <ActButton size="medium" {...confirmation} />
      </div>
    </fieldset>
  );
}

function ActButton({
  size,
  label,
  busyLabel = label,
  isBusy,
  tone = 'danger',
  onConfirm,
}: Confirmation & { size: 'medium' | 'large' }) {
  return (
    <Button
      size={size}
      variant={tone === 'primary' ? 'primary' : 'secondary'}
      className={`aria-disabled:opacity-55 ${tones[tone]}`}
      onClick={(event) => {
        event.currentTarget.focus(); // for Safari, as above
        if (!isBusy) onConfirm();
      }}
      aria-disabled={isBusy} // disabled, it would lose the focus, also for good if the call fails
    >
      {isBusy ? busyLabel : label}
    </Button>
  );
}

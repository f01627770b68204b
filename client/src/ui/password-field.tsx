import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end'>;

const capsLockWords = 'Caps Lock is on.';

/** A password with a button that shows it until the form is sent. Says when Caps Lock is on. */
export function PasswordField({ label, ...rest }: PasswordFieldProps) {
  /** Null until the person has tapped the button: nothing is announced before. */
  const [isShown, setShown] = useState<boolean | null>(null);
  const [hasCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isShown) return;
    const form = area.current?.closest('form');
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [isShown]);
  return (
    <div ref={area} className="grid gap-1.5">
      <Field
        label={label}
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock} // on the key itself the state changes only now
        onBlur={() => setCapsLock(false)}
        end={
          <button
            type="button"
            onClick={() => setShown(!isShown)}
            className="min-h-11 min-w-16 rounded-[10px] border border-transparent px-3 text-sm font-semibold text-info hover:underline"
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> {label}</span>
          </button>
        }
        {...rest}
      />
      {hasCapsLock && (
        <p aria-hidden="true" className="text-sm font-semibold">
          {capsLockWords}
        </p>
      )}
      <p role="status" className="sr-only">
        {hasCapsLock && `${capsLockWords} `}
        {isShown !== null && `${label} is ${isShown ? 'shown' : 'hidden'}.`}
      </p>
    </div>
  );
}

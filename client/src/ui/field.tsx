import { type ComponentProps, type ReactNode, useId } from 'react';

const box =
  'w-full min-w-0 rounded-[11px] border border-edge bg-raised px-3 text-base text-ink placeholder:text-faint focus-visible:border-gold aria-invalid:border-lost';

type LabelProps = { label: string; hint?: ReactNode; error?: string | null };

/** The id and ARIA attributes that connect a control with its label, hint and error. */
function useFieldIds({ hint, error }: Pick<LabelProps, 'hint' | 'error'>) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { id, control: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined } };
}

function Frame({ id, label, hint, error, children }: LabelProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-[13px] text-lost">
          {error}
        </p>
      )}
    </div>
  );
}

/** A one-line input with its label above. */
export function Field({ label, hint, error, className = '', ...rest }: LabelProps & ComponentProps<'input'>) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error ?? null}>
      <input dir="auto" {...control} className={`${box} h-12 ${className}`} {...rest} />
    </Frame>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  className = '',
  ...rest
}: LabelProps & ComponentProps<'textarea'>) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error ?? null}>
      <textarea dir="auto" {...control} className={`${box} min-h-16 py-2.5 ${className}`} {...rest} />
    </Frame>
  );
}

export function SelectField({ label, hint, error, className = '', ...rest }: LabelProps & ComponentProps<'select'>) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error ?? null}>
      <select {...control} className={`${box} h-12 ${className}`} {...rest} />
    </Frame>
  );
}

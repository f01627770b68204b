import { type ComponentProps, type ReactNode, useId } from 'react';
import { ProblemText } from './problem-text.tsx';

/** The style of a control with `aria-invalid`: a second edge, because red is for money lost. */
export const invalidMark = 'aria-invalid:border-ink aria-invalid:inset-ring aria-invalid:inset-ring-ink';

/** The style of every control. */
export const box = `w-full min-w-0 rounded-[11px] border border-edge bg-raised px-3 text-base text-ink placeholder:text-faint focus-visible:-outline-offset-1 ${invalidMark}`;

export type LabelProps = { label: string; hint?: ReactNode; error?: string | null | undefined };

/** The attributes that connect a control with its label, hint and error. */
export function useControl({ hint, error }: Pick<LabelProps, 'hint' | 'error'>) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return {
    id,
    control: { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined },
  };
}

/** A control with its label above, and its hint and error below. */
export function Frame({ id, label, hint, error, children }: LabelProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-note wrap-anywhere text-soft">
          {hint}
        </p>
      )}
      {error && <ProblemText id={`${id}-error`}>{error}</ProblemText>}
    </div>
  );
}

/** A one-line input with its label above. `end` is a button in the box, behind the text. */
export function Field({
  label,
  hint,
  error,
  end,
  className = '',
  ...rest
}: LabelProps & ComponentProps<'input'> & { end?: ReactNode }) {
  const { id, control } = useControl({ hint, error });
  const input = (
    <input dir="auto" {...control} className={`${box} h-12 ${end ? 'pr-18' : ''} ${className}`} {...rest} />
  );
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      {end ? (
        <div className="relative">
          {input}
          <span className="absolute inset-y-0 right-0 grid place-items-center">{end}</span>
        </div>
      ) : (
        input
      )}
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
  const { id, control } = useControl({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea dir="auto" {...control} className={`${box} min-h-16 py-2.5 ${className}`} {...rest} />
    </Frame>
  );
}

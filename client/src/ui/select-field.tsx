import type { ComponentProps } from 'react';
import { box, Frame, type LabelProps, useControl } from './field.tsx';
import { ChevronDownIcon } from './page-icons.tsx';

/** A choice of several. Its arrow is drawn here, because browsers put their own at the very edge of the box. */
export function SelectField({ label, hint, error, className = '', ...rest }: LabelProps & ComponentProps<'select'>) {
  const { id, control } = useControl({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <select {...control} className={`${box} h-12 appearance-none pr-9 ${className}`} {...rest} />
        <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-soft">
          <ChevronDownIcon />
        </span>
      </div>
    </Frame>
  );
}

import type { ComponentProps } from 'react';

// A transparent border is the button's edge under forced colors, which draw it.
const variants = {
  primary: 'border border-transparent bg-gold text-gold-ink hover:brightness-105 active:brightness-95',
  secondary: 'border border-edge bg-raised text-ink hover:border-faint',
  quiet: 'border border-transparent text-soft hover:bg-raised hover:text-ink',
  link: 'text-info hover:underline underline-offset-4',
} as const;

const sizes = {
  small: 'min-h-9 rounded-[10px] px-3 text-sm min-[16rem]:whitespace-nowrap',
  medium: 'min-h-11 rounded-xl px-4 min-[16rem]:whitespace-nowrap',
  large: 'min-h-13 rounded-[13px] px-5 py-1 text-base text-balance', // as wide as its form: wraps at 200 % text
} as const;

type ButtonProps = ComponentProps<'button'> & { variant?: keyof typeof variants; size?: keyof typeof sizes };

/**
 * A button. At most one per view is `primary`. While its request runs, the caller disables it and changes its words.
 */
export function Button({
  variant = 'secondary',
  size = 'medium',
  className = '',
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex items-center justify-center gap-2 font-semibold transition-[filter,background-color,border-color,color] duration-100 disabled:pointer-events-none disabled:opacity-55 ${variants[variant]} ${sizes[size]} ${className}`}
      {...rest}
    />
  );
}

/** A button that shows only an icon. `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-grid size-11 place-items-center rounded-xl text-soft transition-colors duration-100 hover:bg-raised hover:text-ink disabled:pointer-events-none disabled:opacity-55 ${className}`}
      {...rest}
    />
  );
}

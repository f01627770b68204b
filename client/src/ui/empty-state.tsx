import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  text?: string;
  icon?: ReactNode;
  children?: ReactNode;
  alert?: boolean;
  bare?: boolean;
};

/**
 * Says that there is nothing to show; the children offer what to do next. `alert` is for failures, `bare` for use in a
 * card.
 */
export function EmptyState({ title, text, icon, children, alert = false, bare = false }: EmptyStateProps) {
  return (
    <section
      {...(alert && { role: 'alert' })}
      className={`grid justify-items-center gap-1 px-4 text-center ${bare ? 'py-6' : 'rounded-2xl border border-edge bg-surface py-10'}`}
    >
      {icon && <div className="mb-2 text-faint">{icon}</div>}
      {bare ? (
        <p className="font-semibold">{title}</p>
      ) : (
        <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
      )}
      {text && <p className="max-w-[38ch] text-balance text-soft">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </section>
  );
}

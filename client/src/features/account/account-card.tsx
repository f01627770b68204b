import { type ReactNode, useId } from 'react';

/** One part of the account's page. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="max-w-xl rounded-2xl lg:max-w-none border border-edge bg-surface p-4">
      <h2 id={id} className="mb-3 text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';

/** A link that saves a file, with the look of a button. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-11 items-center rounded-xl border border-edge bg-raised px-4 font-semibold hover:border-faint"
    >
      {children}
    </a>
  );
}

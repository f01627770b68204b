import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link outside of running text, 44 px tall for touch. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-grid min-h-11 place-content-center font-semibold text-info underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';

type TextLinkProps = { href: string; onClick?: (() => void) | undefined; children: ReactNode };

/** A link outside of running text, 44 px tall for touch. */
export function TextLink({ href, onClick, children }: TextLinkProps) {
  return (
    <Link
      href={href}
      {...(onClick && { onClick })}
      className="inline-grid min-h-11 place-content-center font-semibold text-info underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}

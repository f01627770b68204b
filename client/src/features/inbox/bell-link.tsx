import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BellIcon } from '#client/ui/icons.tsx';

export const bellShape =
  'relative size-11 shrink-0 place-items-center rounded-xl text-soft transition-colors duration-100 hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink';

type BellLinkProps = { label?: string; className?: string; children?: ReactNode };

/** The bell as a link to the page of the inbox. The bars of the first load have it until the bell's own code is there. */
export function BellLink({ label = 'Inbox', className = '', children }: BellLinkProps) {
  const [location] = useLocation();
  return (
    <Link
      href="/inbox"
      aria-label={label}
      title="Inbox"
      aria-current={location === '/inbox' ? 'page' : undefined}
      className={`grid ${bellShape} ${className}`}
    >
      <BellIcon />
      {children}
    </Link>
  );
}

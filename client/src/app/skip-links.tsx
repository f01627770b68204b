import type { MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { useShowsMember } from './audience.ts';
import { hasOwnHeader } from './navigation.tsx';

/**
 * The first links of a page with bars: past the bars, and to the bet slip where there is one. Each shows while it has
 * the focus. Source: WCAG 2.4.1.
 */
export function SkipLinks() {
  const [location] = useLocation();
  const showsMember = useShowsMember();
  const { isFailed } = useCurrentUser();
  if (hasOwnHeader(location, showsMember)) return null;
  const hasSlip = location === '/games' || (location === '/' && !isFailed);
  return (
    <nav aria-label="Skip">
      <SkipLink to="content">Skip to content</SkipLink>
      {hasSlip && <SkipLink to="bet-slip">Skip to the bet slip</SkipLink>}
    </nav>
  );
}

function SkipLink({ to, children }: { to: string; children: string }) {
  const skip = (event: MouseEvent) => {
    const target = document.getElementById(to);
    if (!target) return;
    event.preventDefault(); // the address and the history stay as they are
    if (target.tabIndex < 0) target.tabIndex = -1; // makes an element that is no control focusable
    target.focus();
  };
  return (
    <a
      href={`#${to}`}
      onClick={skip}
      className="sr-only rounded-xl bg-surface font-semibold text-info shadow-float focus:not-sr-only focus:fixed focus:top-1.5 focus:left-1.5 focus:z-40 focus:px-4 focus:py-2.5"
    >
      {children}
    </a>
  );
}

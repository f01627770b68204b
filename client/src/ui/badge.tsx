import type { ReactNode } from 'react';

const tones = {
  neutral: 'text-soft',
  live: 'text-live',
  won: 'text-won',
  lost: 'text-lost',
  info: 'text-info',
  gold: 'bg-gold! text-gold-ink',
} as const;

export type BadgeTone = keyof typeof tones;

/**
 * A small word in capitals: LIVE, WON, PARLAY. The live tone adds a dot, so that colour is not its only sign (WCAG
 * 1.4.1).
 */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-md bg-raised px-2 py-0.75 text-xs font-bold tracking-wide min-[16rem]:whitespace-nowrap ${tones[tone]}`}
    >
      {tone === 'live' && <i aria-hidden="true" className="size-1.75 rounded-full bg-current" />}
      {children}
    </span>
  );
}

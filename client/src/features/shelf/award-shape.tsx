import type { ReactNode } from 'react';
import type { AwardKind } from '#shared/domain/award.ts';

/**
 * The shape of an award, in a box of 3 x 3 rem: each kind is known by its shape and not by a colour. Grey until it is
 * earned.
 */
export function AwardShape({ kind, isEarned }: { kind: AwardKind; isEarned: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`size-12 ${isEarned ? 'text-medal-gold' : 'text-faint'}`}
    >
      {shapes[kind]}
    </svg>
  );
}

const disc = <circle cx="24" cy="24" r="18" strokeWidth="2" />;

const shapes: Record<AwardKind, ReactNode> = {
  title: (
    <>
      <circle cx="24" cy="24" r="18" fill="currentColor" stroke="none" />
      <path d="M16 31V19l5 4 3-6 3 6 5-4v12z" className="fill-surface" stroke="none" />
    </>
  ),
  'week-won': (
    <>
      <rect x="6" y="6" width="36" height="36" rx="11" strokeWidth="2" />
      <path d="M18 35V14" />
      <path d="M18 14l14 5-14 5z" fill="currentColor" stroke="none" />
    </>
  ),
  'best-week': (
    <>
      <path d="M24 4l20 20-20 20L4 24z" strokeWidth="2" />
      <path d="M16 32v-6M24 32V16M32 32v-9" />
    </>
  ),
  'biggest-climb': (
    <>
      {disc}
      <path d="M14 32l7-9 5 5 9-13" />
    </>
  ),
  'five-weeks': (
    <>
      {[0, 1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={4 + 8.4 * step}
          y={30 - 6 * step}
          width="6.4"
          height={12 + 6 * step}
          rx="2"
          fill="currentColor"
          stroke="none"
        />
      ))}
    </>
  ),
  'beat-300': (
    <>
      <path d="M13 7h22l10 17-10 17H13L3 24z" strokeWidth="2" />
      {/* '+300' as lines: text in a picture does not grow with the reader's size of text. */}
      <path
        d="M9.500 24h5.500M12.250 21.250v5.500M18.500 20h4.500l-2.500 3.200a2.400 2.400 0 1 1-2.300 3.400"
        strokeWidth="1.8"
      />
      <rect x="26" y="20" width="4.500" height="8" rx="2.250" strokeWidth="1.8" />
      <rect x="34" y="20" width="4.500" height="8" rx="2.250" strokeWidth="1.8" />
    </>
  ),
  'four-legs': (
    <>
      {[
        [7, 7],
        [26, 7],
        [7, 26],
        [26, 26],
      ].map(([x, y]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="15" height="15" rx="4" fill="currentColor" stroke="none" />
      ))}
    </>
  ),
};

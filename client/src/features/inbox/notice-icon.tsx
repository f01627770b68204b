import type { ReactNode } from 'react';
import { Icon } from '#client/ui/icons.tsx';
import type { NoticeKind } from '#shared/domain/notification.ts';

const shapes: Record<NoticeKind, ReactNode> = {
  settled: <path d="M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v2M14 11v2M14 16v2" />,
  corrected: <path d="M12 4l9 16H3zM12 10v4.500M12 17.500v.01" />,
  recap: <path d="M6 21V4l12 4-12 4.500" />,
  eligibility: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 7v5l3.500 2" />
    </>
  ),
  closes: (
    <>
      <rect x="4" y="5" width="16" height="15" rx="3" />
      <path d="M4 10h16M8 3v4M16 3v4" />
    </>
  ),
  final: (
    <path d="M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.500c0 3 1.500 4.500 3.700 4.700M16 6h3.500c0 3-1.500 4.500-3.700 4.700M12 14v3M8.500 20h7M10 17h4v3h-4z" />
  ),
  joined: (
    <>
      <circle cx="10" cy="8" r="4" />
      <path d="M3 20c.9-4 3.700-5.500 7-5.500 2 0 3.800.5 5.100 1.800M19 15v6M16 18h6" />
    </>
  ),
  asked: (
    <>
      <circle cx="9" cy="8" r="4" />
      <path d="M2.500 20c.8-4 3.300-5.500 6.500-5.500s5.700 1.500 6.500 5.500M17 7.500a2.200 2.200 0 1 1 3 2.100c-.7.3-.8.8-.8 1.700M19.200 14.500v.01" />
    </>
  ),
  season: <path d="M19.500 12a7.500 7.500 0 1 1-2.200-5.300L20 9.500M20 4v5.500h-5.500" />,
  announcement: <path d="M4 10v4h3l8 4V6l-8 4zM18.500 9.500a4 4 0 0 1 0 5" />,
};

export function NoticeIcon({ kind }: { kind: NoticeKind }) {
  return <Icon size={18}>{shapes[kind]}</Icon>;
}

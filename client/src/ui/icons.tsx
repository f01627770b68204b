import type { ReactNode } from 'react';

/**
 * Icons are decoration only. The meaning is in the words beside them, or in the button's label.
 *
 * Every page loads the icons of this file first: those of the bars, the landing page and failures. The icons of other
 * pages and of dialogs are in page-icons.tsx.
 */
export function Icon({ children, size = 20 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {children}
    </svg>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="M6 6l12 12M18 6L6 18" />
    </Icon>
  );
}

export function GamesIcon() {
  return (
    <Icon>
      <rect x="3" y="5" width="18" height="14" rx="3" />
      <path d="M12 5v14M3 12h4M17 12h4" />
    </Icon>
  );
}

export function LeaderboardIcon() {
  return (
    <Icon>
      <path d="M5 20v-7M12 20V4M19 20v-10" />
    </Icon>
  );
}

export function TicketIcon({ size = 20 }: { size?: number }) {
  return (
    <Icon size={size}>
      <path d="M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4z" />
      <path d="M14 6v2M14 11v2M14 16v2" />
    </Icon>
  );
}

export function ProfileIcon() {
  return (
    <Icon>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
    </Icon>
  );
}

export function LeagueIcon({ size = 20 }: { size?: number }) {
  return (
    <Icon size={size}>
      <path d="M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.500c0 3 1.5 4.5 3.7 4.700M16 6h3.500c0 3-1.5 4.5-3.7 4.700M12 14v3M8.5 20h7M10 17h4v3h-4z" />
    </Icon>
  );
}

export function SunIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4" />
    </Icon>
  );
}

export function MoonIcon() {
  return (
    <Icon>
      <path d="M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z" />
    </Icon>
  );
}

export function AlertIcon() {
  return (
    <Icon size={18}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.500v5.500M12 16.500v.1" />
    </Icon>
  );
}

export function HelpIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .8-1 1.500v.4M12 17v.01" />
    </Icon>
  );
}

export function BellIcon() {
  return (
    <Icon>
      <path d="M6 16v-5a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4" />
    </Icon>
  );
}

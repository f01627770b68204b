import type { ReactNode } from 'react';

/** Icons are decoration only. The meaning is in the words beside them, or in the button's label. */
function Icon({ children, size = 20 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
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

export function CopyIcon() {
  return (
    <Icon>
      <rect x="9" y="9" width="11" height="11" rx="2.5" />
      <path d="M5.5 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v.5" />
    </Icon>
  );
}

export function RefreshIcon() {
  return (
    <Icon size={18}>
      <path d="M20 11a8 8 0 0 0-14.3-4M4 4v4h4M4 13a8 8 0 0 0 14.3 4M20 20v-4h-4" />
    </Icon>
  );
}

export function PlusIcon() {
  return (
    <Icon size={18}>
      <path d="M12 5v14M5 12h14" />
    </Icon>
  );
}

export function KeyIcon() {
  return (
    <Icon size={18}>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12l8-8M16 7l3 3" />
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

export function CheckIcon() {
  return (
    <Icon>
      <path d="M5 13l4.5 4.5L19 7" />
    </Icon>
  );
}

export function ChevronDownIcon() {
  return (
    <Icon size={16}>
      <path d="M6 9l6 6 6-6" />
    </Icon>
  );
}

export function BackIcon() {
  return (
    <Icon size={18}>
      <path d="M19 12H5M11 6l-6 6 6 6" />
    </Icon>
  );
}

export function MedalIcon() {
  return (
    <Icon>
      <path d="M8 3l4 6 4-6" />
      <circle cx="12" cy="15" r="6" fill="currentColor" fillOpacity="0.25" />
    </Icon>
  );
}

export function SettingsIcon() {
  return (
    <Icon>
      <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
      <circle cx="16" cy="7" r="2.5" />
      <circle cx="8" cy="17" r="2.5" />
    </Icon>
  );
}

export function PencilIcon() {
  return (
    <Icon size={16}>
      <path d="M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500" />
    </Icon>
  );
}

export function RemoveMemberIcon() {
  return (
    <Icon size={18}>
      <circle cx="10" cy="8" r="4" />
      <path d="M3 20c.9-4 3.700-5.500 7-5.500 2 0 3.800.5 5.100 1.800M16 11h5" />
    </Icon>
  );
}

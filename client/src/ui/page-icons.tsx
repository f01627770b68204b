import { Icon } from './icons.tsx';

export function CopyIcon() {
  return (
    <Icon>
      <rect x="9" y="9" width="11" height="11" rx="2.5" />
      <path d="M5.5 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v.5" />
    </Icon>
  );
}

export function ShareIcon() {
  return (
    <Icon>
      <path d="M12 15V4M8 7.5L12 3.5l4 4M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6" />
    </Icon>
  );
}

export function QrIcon() {
  return (
    <Icon size={18}>
      <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M16 18h4v2" />
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

export function CheckIcon() {
  return (
    <Icon>
      <path d="M5 13l4.5 4.5L19 7" />
    </Icon>
  );
}

export function ChevronRightIcon() {
  return (
    <Icon size={18}>
      <path d="M9 6l6 6-6 6" />
    </Icon>
  );
}

export function ChevronLeftIcon() {
  return (
    <Icon size={18}>
      <path d="M15 6l-6 6 6 6" />
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

/** A speech bubble with words: a note on a bet. */
export function NoteIcon() {
  return (
    <Icon>
      <path d="M6 5h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-6l-5 4v-4H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM8 10h8M8 13h5" />
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

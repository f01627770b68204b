import { Icon } from './icons.tsx';

export function WarningIcon() {
  return (
    <Icon size={16}>
      <path d="M12 4l9 16H3zM12 10v4.500M12 17.500v.01" />
    </Icon>
  );
}

export function PauseIcon() {
  return (
    <Icon size={16}>
      <path d="M9 6v12M15 6v12" />
    </Icon>
  );
}

export function SwapIcon() {
  return (
    <Icon size={18}>
      <path d="M5 8h13l-3-3.500M19 16H6l3 3.500" />
    </Icon>
  );
}

export function ClockIcon() {
  return (
    <Icon size={18}>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 7v5l3.500 2" />
    </Icon>
  );
}

export function LockIcon() {
  return (
    <Icon size={18}>
      <rect x="5" y="11" width="14" height="9" rx="2.500" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </Icon>
  );
}

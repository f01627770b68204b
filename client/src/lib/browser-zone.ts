/** The browser's name of its time zone; empty if the browser has none. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}

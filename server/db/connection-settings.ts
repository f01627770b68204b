/** Adds run-time settings to `url`. The connection sends them when it starts, so that they apply to every statement. */
export function withSettings(url: string, wanted: Record<string, string>): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  const chosen = Object.entries(wanted).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set('options', [...(given ? [given] : []), ...chosen].join(' '));
  return address.href;
}

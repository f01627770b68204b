/**
 * The wait that a Retry-After header asks for, in milliseconds; null for none. It has seconds, or a date, which is
 * compared with the `Date` header: the clock of the server that answered. Source: RFC 9110 §10.2.3.
 */
export function retryAfterMs(retryAfter: string | null | undefined, date: string | null | undefined): number | null {
  if (!retryAfter) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const waitMs = Date.parse(retryAfter) - Date.parse(date ?? '');
  return waitMs > 0 ? waitMs : null; // null as well for a date that does not parse (NaN) or is over
}

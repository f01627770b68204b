/** A copy of an address's parameters with these values; null removes one. */
export function withParams(before: URLSearchParams, values: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

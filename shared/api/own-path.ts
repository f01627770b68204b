/** Chosen: ten times the longest path that the client itself sends along. */
const longest = 600;

/**
 * A path of this site, with its query, that a visitor may be led to; null for any other text.
 *
 * Only what the client's own pages have: segments of letters, digits, `_`, `-` and `.` that do not start with a dot, and a
 * query of RFC 3986 characters. So there is no empty segment, dot segment, backslash, escape or control character that a
 * browser or proxy could turn into another host. Calls of the API are no pages.
 */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > longest) return null;
  if (!/^\/(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?)?(?:\?[\w\-.~!$&'()*+,;=:@/?%]*)?$/.test(text)) return null;
  return /^\/api(?![\w.-])/i.test(text) ? null : text;
}

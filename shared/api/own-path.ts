/** Chosen: ten times the longest path that the client sends. */
const maxLength = 600;

/**
 * Returns the text if it is the path of a page of this app, with an optional query and anchor, else null. A redirect
 * may lead there.
 *
 * Accepts only what the client's own paths contain: segments of letters, digits, `_`, `-` and `.` that do not start
 * with a dot, a query of RFC 3986 characters, and an anchor of letters, digits, `_` and `-`. Empty segments, dot
 * segments, backslashes, escapes and control characters are refused, because browsers and proxies can read them as
 * another host. Paths of the API are refused too.
 */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > maxLength) return null;
  if (!/^\/(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?)?(?:\?[\w\-.~!$&'()*+,;=:@/?%]*)?(?:#[\w-]+)?$/.test(text))
    return null;
  return /^\/api(?![\w.-])/i.test(text) ? null : text;
}

/**
 * Puts a typed name between the isolates U+2068 and U+2069 (UAX #9), for strings that cannot hold a `Name` element:
 * accessible names, tooltips and the tab's title. The name then cannot reorder the text around it.
 */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}

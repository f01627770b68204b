/** The first line of a file of CSV (RFC 4180). The mark in front of it makes spreadsheets read the file as UTF-8. */
export function csvHeading(columns: readonly string[]): string {
  return `\ufeff${columns.join(',')}\r\n`;
}

/** Words as a field of CSV, in quotes. */
export function csvText(words: string): string {
  return `"${harmless(words).replaceAll('"', '""')}"`;
}

/**
 * Words that no spreadsheet takes for a formula: names may begin with a sign that begins one, and a spreadsheet whose
 * separator is the semicolon takes what follows one for another cell. Source: docs/security.md#statements.
 */
function harmless(words: string): string {
  return words.replace(/(^|[;\t])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'");
}

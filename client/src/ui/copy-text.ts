/**
 * Copies a text. Resolves to whether that was possible: browsers offer no clipboard over plain http (a phone on the
 * home network) or without permission.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

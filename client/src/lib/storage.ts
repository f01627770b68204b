/** What the browser's storage would not take; it holds as long as the page. */
const inMemory = new Map<string, string>();

/** The text kept under `key` in this browser; null where there is none. */
export function readStored(key: string): string | null {
  const held = inMemory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps `text` under `key` in this browser, or in this page alone where the storage is full or forbidden: then even
 * looking at `localStorage` throws.
 */
export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

/** Keeps nothing under `key` any more. */
export function removeStored(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // What cannot be reached holds nothing.
  }
}

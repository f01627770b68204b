/** The texts that the browser's storage has refused. They last as long as the page. */
const inMemory = new Map<string, string>();

/** The text stored under `key` in this browser; null when there is none. */
export function readStored(key: string): string | null {
  const remembered = inMemory.get(key);
  if (remembered !== undefined) return remembered;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores `text` under `key` in this browser. If the storage is full or forbidden, the text is stored in this page's
 * memory: where storage is forbidden, even reading `localStorage` throws.
 */
export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

/** Removes the text under `key`. */
export function removeStored(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // A storage that cannot be accessed contains nothing.
  }
}

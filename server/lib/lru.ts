/**
 * Sets an entry of a map. If the map then has more than `atMost` entries, it drops the one that was set or refreshed
 * longest ago.
 */
export function setAndEvict<K, V>(map: Map<K, V>, key: K, value: V, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= atMost) return;
    map.delete(oldest);
  }
}

/** Returns the value of a key and makes its entry the newest one; undefined if there is none. */
export function getAndRefresh<K, V extends object>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key);
  if (value !== undefined) {
    map.delete(key);
    map.set(key, value);
  }
  return value;
}

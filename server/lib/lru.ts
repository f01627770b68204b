/**
 * Sets an entry of a map. If the map then has more than `atMost` entries, it drops the one that was set longest ago.
 */
export function setAndEvict<K, V>(map: Map<K, V>, key: K, value: V, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= atMost) return;
    map.delete(oldest);
  }
}

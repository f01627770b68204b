/** Sets an entry as the newest of a map, and drops the one that was set longest ago where there are more than `atMost`. */
export function setNewest<K, V>(kept: Map<K, V>, key: K, value: V, atMost: number): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= atMost) return;
    kept.delete(oldest);
  }
}

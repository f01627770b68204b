import { type IdSource, idSource } from './ids.ts';

/**
 * Makes all ids and secrets of this process from `source` until the returned function is called, so that a simulation
 * is the same twice. Whoever knows the source knows every secret: import-rules.ts allows this file to tests only. Why:
 * docs/decisions/ids.md.
 */
export function presetIds(source: IdSource): () => void {
  const before = idSource.current;
  idSource.current = source;
  return () => {
    idSource.current = before;
  };
}

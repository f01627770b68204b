/**
 * Calls `make` at the first use and caches its result.
 *
 * Schemas and date formats are slow to build in a browser, and a page uses few of them. Building all at load would
 * delay every page.
 */
export function lazy<Made>(make: () => Made): () => Made {
  let cached: { made: Made } | null = null;
  return () => {
    cached ??= { made: make() };
    return cached.made;
  };
}

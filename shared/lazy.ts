/**
 * What `make` makes, made when it is first asked for and kept.
 *
 * Schemas and calendars take a browser long to build, and a page needs few of all there are: each is built by who uses
 * it, not in every page's first moment.
 */
export function lazy<Made>(make: () => Made): () => Made {
  let kept: { made: Made } | null = null;
  return () => {
    kept ??= { made: make() };
    return kept.made;
  };
}

const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : null;

/** The first letter of a name, in capitals; an emoji of several code points is one. */
export function initialOf(name: string): string {
  const [first] = segmenter ? segmenter.segment(name.trim()) : name.trim();
  return (typeof first === 'string' ? first : (first?.segment ?? '')).toUpperCase();
}

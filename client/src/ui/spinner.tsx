/** Says that something of unknown size is loading; the words are for screen readers only. */
export function Spinner({ words }: { words: string }) {
  return (
    <div role="status" aria-busy="true" className="grid min-h-40 place-content-center">
      <span aria-hidden="true" className="size-8 animate-spin rounded-full border-[3px] border-edge border-t-gold" />
      <span className="sr-only">{words}</span>
    </div>
  );
}

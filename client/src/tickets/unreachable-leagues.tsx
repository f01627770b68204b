import { counted } from '#shared/domain/count.ts';

/** '2 leagues cannot be reached at the moment'. */
export function unreachableWords(count: number): string {
  return `${counted(count, 'league')} cannot be reached at the moment`;
}

/** A note above a list that leaves out so many leagues; nothing for 0. */
export function UnreachableLeagues({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p role="status" className="mb-3 rounded-xl border border-edge bg-raised px-3 py-2.5 text-sm">
      {unreachableWords(count)}. Nothing is lost.
    </p>
  );
}

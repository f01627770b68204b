import type { Remarks } from '#shared/api/remarks.ts';
import { type Reaction, reactions } from '#shared/domain/remarks.ts';

/** The remarks with this reaction of the viewer in place of the one before; null is none. */
export function withReaction(remarks: Remarks, own: Reaction | null): Remarks {
  const counts = new Map(
    remarks.reactions.map(({ reaction, count, isOwn }) => [reaction, isOwn ? count - 1 : count] as const),
  );
  if (own) counts.set(own, (counts.get(own) ?? 0) + 1);
  return {
    ...remarks,
    reactions: reactions.flatMap((reaction) => {
      const count = counts.get(reaction) ?? 0;
      return count > 0 ? [{ reaction, count, isOwn: reaction === own }] : [];
    }),
  };
}

import { type Reaction, reactions, reactionWords } from '#shared/domain/remarks.ts';
import { ReactionIcon } from './reaction-icon.tsx';

type ReactionPickerProps = {
  /** The viewer's reaction; null for none. */
  own: Reaction | null;
  onChoose: (reaction: Reaction) => void;
};

/** All reactions, each with its word. */
export function ReactionPicker({ own, onChoose }: ReactionPickerProps) {
  return (
    <fieldset className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-1 rounded-xl bg-raised p-1">
      <legend className="sr-only">Your reaction</legend>
      {reactions.map((reaction) => (
        <button
          key={reaction}
          type="button"
          aria-pressed={reaction === own}
          onClick={() => onChoose(reaction)}
          className="grid min-h-13 place-items-center content-center gap-0.5 rounded-lg border border-transparent px-0.5 text-2xs font-semibold text-soft hover:bg-surface hover:text-ink aria-pressed:border-gold aria-pressed:bg-gold-soft aria-pressed:text-ink"
        >
          <ReactionIcon reaction={reaction} />
          {reactionWords[reaction]}
        </button>
      ))}
    </fieldset>
  );
}

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
    <fieldset className="@container mt-1 min-w-0 rounded-xl bg-raised p-1">
      <legend className="sr-only">Your reaction</legend>
      <div className="grid grid-cols-3 gap-y-1 @min-[19rem]:grid-cols-6 @max-[9rem]:grid-cols-2">
        {reactions.map((reaction) => (
          <button
            key={reaction}
            type="button"
            aria-pressed={reaction === own}
            onClick={() => onChoose(reaction)}
            className="grid min-h-13 place-items-center content-center gap-0.5 rounded-lg border border-transparent text-2xs font-semibold text-soft hover:bg-surface hover:text-ink aria-pressed:border-gold aria-pressed:bg-gold-soft aria-pressed:text-ink"
          >
            <ReactionIcon reaction={reaction} />
            {reactionWords[reaction]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

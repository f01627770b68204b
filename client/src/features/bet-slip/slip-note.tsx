import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { NoteIcon } from '#client/ui/page-icons.tsx';
import { longestNote } from '#shared/domain/remarks.ts';
import type { Slip } from '#shared/domain/slip.ts';
import { slipStore } from './store.ts';

/** The button that shows the field of the note, and hides it without a note. It stands beside Place and takes no line. */
export function NoteButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  return (
    <Button
      size="large"
      aria-label="Add a note"
      title="Add a note"
      aria-expanded={isOpen}
      className="min-w-13 px-0! aria-expanded:text-gold-text"
      onClick={onPress}
    >
      <NoteIcon />
    </Button>
  );
}

/** The field of the bettor's words, which go with each ticket of the slip. */
export function NoteField({ slip, isFocused }: { slip: Slip; isFocused: boolean }) {
  const isOne = slip.mode === 'parlay' || slip.entries.length === 1;
  return (
    <Field
      autoFocus={isFocused}
      label={isOne ? 'Note on the bet' : 'Note on each bet'}
      hint="Members see it as soon as they see the bet."
      value={slip.note}
      maxLength={longestNote}
      autoComplete="off"
      onChange={(event) => slipStore.change({ ...slip, note: event.target.value })}
    />
  );
}

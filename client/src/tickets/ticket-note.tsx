import { useState } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { leavingFocus, returningFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { Question } from '#client/ui/question.tsx';
import type { Remarks } from '#shared/api/remarks.ts';
import { type TicketKey, useRemoveNote } from './remarks-mutations.ts';

/** The bettor's words on a ticket. The bettor and the owner of the league can remove them. */
export function TicketNote({ remarks, of }: { remarks: Remarks; of: TicketKey }) {
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoveNote(of);
  if (remarks.note === null) return null;
  return (
    <div ref={leavingFocus} className="mt-1.5">
      <div className="flex items-start gap-x-2">
        <p className="min-w-0 flex-1 border-l-2 border-gold pl-2.5 text-sm wrap-anywhere text-ink">
          <span className="sr-only">Note: </span>
          <Name>{remarks.note}</Name>
        </p>
        {remarks.mayRemoveNote && !isAsking && (
          <IconButton
            ref={returningFocus}
            label="Remove the note"
            onClick={() => setAsking(true)}
            className="-my-3 -mr-2.5 shrink-0"
          >
            <CloseIcon />
          </IconButton>
        )}
      </div>
      {isAsking && (
        <div className="mt-2 pb-2">
          <Question
            words="Remove this note for ever?"
            label="Remove Note"
            busyLabel="Removing..."
            isBusy={removal.isPending}
            onConfirm={() => removal.mutate()}
            onCancel={() => setAsking(false)}
          />
        </div>
      )}
    </div>
  );
}

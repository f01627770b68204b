import { type SubmitEvent, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { Question } from '#client/ui/question.tsx';
import type { AdminGame, Preview, WantedOutcome } from '#shared/api/admin-games.ts';
import { labels, resultWords, useSetResult } from './mutations.ts';

type DecideFormProps = {
  each: AdminGame;
  outcome: WantedOutcome | null;
  /** The preview of the outcome; null until it is read. Without it nothing can be written. */
  preview: Preview | null;
  isVoiding: boolean;
  onVoiding: (isVoiding: boolean) => void;
  onDone: () => void;
};

/** The reason, the button that names the result, and apart from it the void, which asks once more. */
export function DecideForm({ each, outcome, preview, isVoiding, onVoiding, onDone }: DecideFormProps) {
  const [reason, setReason] = useState('');
  const write = useSetResult(onDone);
  const { problem, setFound, form } = useFormProblem(write, resultWords);
  const act = () => {
    if (reason.trim() === '') return setFound({ field: 'reason', message: 'A reason is needed: players read it.' });
    if (outcome && preview) write.mutate({ gameId: each.game.id, outcome, reason, preview });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (outcome && !outcome.isVoid) act();
  };
  const settles = outcome && !outcome.isVoid ? `Settle with ${outcome.away}-${outcome.home}` : 'Settle';
  return (
    <form className="mt-4 grid gap-3" onSubmit={submit} {...form}>
      <Field
        label={labels.reason}
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={messageFor(problem, 'reason')}
      />
      <FormProblemText problem={problem} />
      {isVoiding ? (
        <Question
          words="Void the game? Every stake on it goes back, also of tickets that were settled."
          label="Void game"
          busyLabel="Voiding..."
          isBusy={write.isPending || !preview}
          onConfirm={act}
          onCancel={() => onVoiding(false)}
        />
      ) : (
        <div className="grid gap-2">
          {each.hasStarted && (
            <Button type="submit" variant="primary" size="large" disabled={!preview || write.isPending}>
              {write.isPending ? 'Settling...' : settles}
            </Button>
          )}
          <div className="flex flex-wrap gap-2 *:flex-1 *:whitespace-normal">
            <Button ref={returningFocus} size="large" className="text-lost" onClick={() => onVoiding(true)}>
              Void game
            </Button>
            <Button size="large" onClick={onDone}>
              Wait
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

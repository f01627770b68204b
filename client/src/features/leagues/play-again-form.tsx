import { type SubmitEvent, useState } from 'react';
import { useFormProblem } from '#client/lib/form-problem.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { Button } from '#client/ui/button.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import type { Group, NextSeason } from '#shared/api/groups.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { asTyped, nextDraft, readDraft } from './league-draft.ts';
import { LeagueFields } from './league-fields.tsx';
import { playAgainWords, usePlayAgain } from './mutations.ts';

type PlayAgainFormProps = { league: Group; onDone: (season: NextSeason) => void };

/** The settings of the next season, filled in from the league that ended. */
export function PlayAgainForm({ league, onDone }: PlayAgainFormProps) {
  const [draft, setDraft] = useState(() => nextDraft(league, serverNow()));
  const start = usePlayAgain(league.id);
  const { problem, setFound, form } = useFormProblem(start, playAgainWords);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readDraft(asTyped(draft, event.currentTarget), serverNow());
    if ('title' in read) {
      setFound(read);
      return toastProblem(read);
    }
    start.mutate(read, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form} noValidate>
      <LeagueFields draft={draft} onChange={setDraft} sports={allowedSports} problem={problem} />
      <FormProblemText problem={problem} />
      <FormActions>
        <Button type="submit" variant="primary" size="large" disabled={start.isPending}>
          {start.isPending ? 'Starting...' : 'Start the Next Season'}
        </Button>
      </FormActions>
    </form>
  );
}

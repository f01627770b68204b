import { type SubmitEvent, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { joinCodeLength } from '#shared/api/groups.ts';
import { useJoinLeague } from './mutations.ts';

/** Asks for a code and joins with it. */
export function JoinLeagueForm({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const join = useJoinLeague();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() === '')
      return toastProblem({ title: 'Join Code Required', message: 'Please enter a league join code' });
    join.mutate(code.trim(), { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Field
        label="Join Code"
        value={code}
        onChange={(event) => setCode(event.target.value.toUpperCase())}
        placeholder={`Enter ${joinCodeLength}-character code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-semibold tracking-[0.2em] placeholder:font-normal placeholder:tracking-normal"
      />
      <Button type="submit" variant="primary" size="large" disabled={join.isPending}>
        {join.isPending ? 'Joining...' : 'Join League'}
      </Button>
    </form>
  );
}

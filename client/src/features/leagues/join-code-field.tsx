import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import type { Group } from '#shared/api/groups.ts';
import { CopyCodeButton } from './league-code.tsx';
import { type CodeWords, useRegenerateCode } from './mutations.ts';

/** The join code, read-only, with buttons to copy and to replace it. */
export function JoinCodeField({ league, words }: { league: Group; words: CodeWords }) {
  const regenerate = useRegenerateCode(league.id, words);
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-1">
        <Field
          label="League Join Code"
          value={league.joinCode}
          readOnly
          className="font-semibold tracking-[0.2em] text-ink"
        />
        <CopyCodeButton key={league.joinCode} code={league.joinCode} />
        <Button className="h-12" onClick={() => regenerate.mutate()} disabled={regenerate.isPending}>
          {regenerate.isPending ? 'Generating...' : 'Regenerate'}
        </Button>
      </div>
      <p className="text-[13px] text-soft">A new code ends the old one at once.</p>
    </div>
  );
}

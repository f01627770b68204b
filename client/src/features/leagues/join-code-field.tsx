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
      <div className="flex flex-wrap items-end gap-1">
        <div className="min-w-0 flex-[1_1_9rem]">
          <Field
            label="League Join Code"
            value={league.joinCode}
            readOnly
            className="font-semibold tracking-[0.2em] text-ink"
          />
        </div>
        <CopyCodeButton key={league.joinCode} code={league.joinCode} />
        <Button
          className="h-12 wrap-anywhere whitespace-normal!"
          onClick={() => regenerate.mutate()}
          disabled={regenerate.isPending}
        >
          {regenerate.isPending ? 'Generating...' : 'Regenerate'}
        </Button>
      </div>
      <p className="text-note text-soft">A new code ends the old one at once.</p>
    </div>
  );
}

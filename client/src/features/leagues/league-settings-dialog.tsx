import { type ReactNode, type SubmitEvent, useState } from 'react';
import { NoAnswerError } from '#client/lib/call.ts';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { TextAreaField } from '#client/ui/field.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { SettingsIcon } from '#client/ui/page-icons.tsx';
import { FormProblemText, ProblemText } from '#client/ui/problem-text.tsx';
import { Loading } from '#client/ui/skeleton.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import { TooltipButton } from '#client/ui/tooltip.tsx';
import { addressOf } from '#shared/api/endpoint.ts';
import { type Group, mostAnnounced } from '#shared/api/groups.ts';
import { leagueStandingsFile, leagueTicketsFile } from '#shared/api/league-files.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { JoinCodeField } from './join-code-field.tsx';
import { leagueLabels } from './labels.ts';
import { asTyped, changedFields, draftOf, type LeagueDraft, readSettings } from './league-draft.ts';
import { LeagueFields } from './league-fields.tsx';
import { type CodeWords, updateWords, useUpdateLeague } from './mutations.ts';

const codeWords: CodeWords = {
  done: () => ['Join Code Regenerated', 'A new join code has been generated for your league.'],
  failed: 'Failed to regenerate join code.',
};

type SettingsProps = {
  league: Group;
  /** Renders the group chat of the league, given what its way back calls. */
  chat: (onBack: () => void) => ReactNode;
  /** How many messages may not have reached the group chat. */
  chatDoubts: number;
};

/** The settings button with its dialog, for those who run the league. Source: `docs/screens.md#leagues`. */
export function LeagueSettingsDialog(props: SettingsProps) {
  return (
    <Dialog
      trigger={
        <TooltipButton
          label={props.chatDoubts > 0 ? `League Settings, ${doubtWords(props.chatDoubts)}` : 'League Settings'}
          className="relative -mr-3"
        >
          <SettingsIcon />
          {props.chatDoubts > 0 && (
            <span className="absolute top-2 right-2 size-2.5 rounded-full border border-transparent bg-gold-text" />
          )}
        </TooltipButton>
      }
      title="League Settings"
    >
      {(close) => <Settings {...props} onClose={close} />}
    </Dialog>
  );
}

function doubtWords(count: number): string {
  return `${count} ${count === 1 ? 'message' : 'messages'} may not have reached your group chat`;
}

/** The settings, and in their place the group chat, whose form cannot lie within theirs. What was typed stays. */
function Settings({ league, chat, chatDoubts, onClose }: SettingsProps & { onClose: () => void }) {
  const [place, setPlace] = useState<'settings' | 'chat' | 'back'>('settings');
  const back = () => setPlace('back');
  return (
    <>
      <div hidden={place === 'chat'}>
        <SettingsForm
          league={league}
          chatDoubts={chatDoubts}
          onClose={onClose}
          isBack={place === 'back'}
          onChat={() => setPlace('chat')}
        />
      </div>
      {place === 'chat' && (
        <Boundary
          waiting={<Loading words="Loading the group chat..." />}
          failed={(failure) => <Failed what="The group chat" failure={failure} />}
        >
          {chat(back)}
        </Boundary>
      )}
    </>
  );
}

const fileLink = 'inline-flex min-h-11 items-center font-semibold text-info underline-offset-4 hover:underline';

type SettingsFormProps = {
  league: Group;
  chatDoubts: number;
  onClose: () => void;
  isBack: boolean;
  onChat: () => void;
};

function SettingsForm({ league, chatDoubts, onClose, isBack, onChat }: SettingsFormProps) {
  const [opened] = useState(() => draftOf(league));
  const [draft, setDraft] = useState(opened);
  /** The fields that were sent without an answer: they may be saved, so they are sent again, also as they were opened. */
  const [uncertain, setUncertain] = useState<readonly (keyof LeagueDraft)[]>([]);
  const update = useUpdateLeague(league.id);
  const { problem, setFound, form } = useFormProblem(update, updateWords);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = asTyped(draft, event.currentTarget);
    const changed = [...uncertain, ...changedFields(typed, opened)];
    const read = readSettings(typed, changed, league, serverNow());
    if ('title' in read) {
      setFound(read);
      return toastProblem(read);
    }
    update.mutate(read, {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof NoAnswerError) setUncertain(changed);
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit} {...form} noValidate>
      <TextAreaField
        label={`${leagueLabels.announcement} (optional)`}
        hint="Stands on the league's page, and the other members are notified of it."
        error={messageFor(problem, 'announcement')}
        value={draft.announcement}
        onChange={(event) => setDraft({ ...draft, announcement: event.target.value })}
        maxLength={mostAnnounced}
        className="field-sizing-content max-h-60 min-h-24"
      />
      <LeagueFields
        draft={draft}
        onChange={setDraft}
        sports={allowedSports}
        isOver={league.state !== 'open'}
        problem={problem}
      />
      <JoinCodeField league={league} words={codeWords} />
      <div className="grid gap-1.5">
        <Button key={String(isBack)} size="large" autoFocus={isBack} onClick={onChat}>
          Group Chat
        </Button>
        {chatDoubts > 0 && <ProblemText>{doubtWords(chatDoubts)}.</ProblemText>}
        <p className="text-note text-soft">Posts recaps and final standings to Slack, Discord or GroupMe.</p>
      </div>
      <div className="flex flex-wrap gap-x-5">
        <a href={addressOf(leagueTicketsFile, { id: league.id })} download className={fileLink}>
          Settled bets (CSV)
        </a>
        <a href={addressOf(leagueStandingsFile, { id: league.id })} download className={fileLink}>
          Standings (CSV)
        </a>
      </div>
      <FormProblemText problem={problem} />
      <FormActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" disabled={update.isPending}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </FormActions>
    </form>
  );
}

import { memo, type ReactNode, type SubmitEvent, useId } from 'react';
import { useFormProblem } from '#client/lib/form-problem.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { ProblemText } from '#client/ui/problem-text.tsx';
import { Question } from '#client/ui/question.tsx';
import { toastProblem } from '#client/ui/toast-store.ts';
import type { ManualOdds } from '#shared/api/admin.ts';
import type { GameView } from '#shared/api/games.ts';
import { cutName } from '#shared/domain/naming.ts';
import { startWords } from '#shared/words/game-title.ts';
import { ClosedOdds } from './closed-odds.tsx';
import { useJumpQuestion } from './jump-question.ts';
import { saveWords, useClearOdds, useSaveOdds } from './mutations.ts';
import {
  type ChangeDraft,
  hasSameTeams,
  isBlank,
  type OddsDraft,
  type OddsSource,
  seenOn,
  shownQuote,
  startingDraft,
  type TypedOdds,
} from './odds-draft.ts';
import { OddsFields } from './odds-fields.tsx';

type OddsCardProps = {
  game: GameView;
  manual: ManualOdds | null;
  isLocked: boolean;
  /** A time of the present day. */
  today: Date;
  /** The typed values that are not saved; null when there are none. */
  typed: TypedOdds | null;
  onDraft: ChangeDraft;
  /** Refetches the games; resolves once they are loaded. */
  onSaved: () => Promise<unknown>;
  /** Reads a game anew; null if it is not listed any more. */
  readGame: (gameId: string) => Promise<GameView | null>;
};

/** One game: a form while the game takes bets, its read-only odds afterwards. */
export const OddsCard = memo(function OddsCard(props: OddsCardProps) {
  const { game, isLocked, today } = props;
  return (
    <article
      aria-label={`${game.awayTeam} at ${game.homeTeam}`}
      className="@container grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-2xl border border-edge bg-surface p-3.5 [contain-intrinsic-size:auto_20.625rem] [content-visibility:auto]"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 font-bold wrap-anywhere">
          <span title={game.awayTeam}>{cutName(game.awayTeam)}</span> <span className="text-faint">@</span>{' '}
          <span title={game.homeTeam}>{cutName(game.homeTeam)}</span>
        </h2>
        <time dateTime={game.gameTime} className="text-note text-soft">
          {startWords(game, today)}
        </time>
      </header>
      {isLocked ? <ClosedOdds game={game} typed={props.typed} onDraft={props.onDraft} /> : <OddsForm {...props} />}
    </article>
  );
});

/**
 * The form of one game. Odds are saved for the teams and over the manual odds that the page showed when typing began.
 * If either has changed since, Save stays disabled until the admin decides.
 */
function OddsForm({ game, manual, typed, onDraft, onSaved, readGame }: OddsCardProps) {
  const ofGame = { gameId: game.id, onDraft, onSaved };
  const save = useSaveOdds(ofGame);
  const clear = useClearOdds(ofGame);
  const { source, draft: starting } = startingDraft(game, manual);
  const seen = seenOn(game, manual);
  const shown: TypedOdds = typed ?? { odds: starting, seen, overwrites: false, save: 'none' };
  const jump = useJumpQuestion({ shown: shownQuote(game, manual), readGame: () => readGame(game.id) }, shown.odds);
  const isBusy = jump.isChecking || save.isPending || clear.isPending;
  const hasOtherTeams = !hasSameTeams(shown.seen, seen);
  const isOutdated = !isBusy && (hasOtherTeams || shown.seen.updatedAt !== seen.updatedAt);
  const { problem, form } = useFormProblem(save, saveWords);
  const problemId = useId();
  const changeForm = (next: TypedOdds | null) => {
    jump.withdraw();
    form.onInput(); // Undo, too, leaves nothing that the problem was about
    onDraft(game.id, () => next);
  };
  const change = (field: keyof OddsDraft, text: string) =>
    changeForm({ ...shown, odds: { ...shown.odds, [field]: text }, save: 'none' });
  const send = async () => {
    if (await jump.check()) save.mutate(shown, { onSettled: jump.withdraw });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBlank(shown.odds)) return toastProblem({ title: 'No Data', message: 'Please set odds for this game' });
    void send();
  };
  return (
    <form ref={form.ref} onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <OddsFields
        game={game}
        draft={shown.odds}
        wrong={{ name: problem?.field ?? null, messageId: problemId }}
        onChange={change}
      />
      {problem && !isOutdated && <ProblemText id={problemId}>{problem.message}</ProblemText>}
      {jump.words && !isOutdated ? (
        <Question
          words={jump.words}
          label="Save Anyway"
          busyLabel="Saving..."
          isBusy={isBusy}
          tone="plain"
          onConfirm={send}
          onCancel={jump.withdraw}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <Button
            type="submit"
            ref={returningFocus}
            variant={typed ? 'primary' : 'secondary'}
            disabled={isBusy || isOutdated}
            className="max-sm:grow max-sm:whitespace-normal"
          >
            {jump.isChecking || save.isPending
              ? 'Saving...'
              : shown.overwrites
                ? 'Save My Odds'
                : 'Save Odds for This Game'}
          </Button>
          {typed && (
            <Button variant="quiet" className="px-3" disabled={isBusy} onClick={() => changeForm(null)}>
              Undo
            </Button>
          )}
          {source === 'manual' && (
            <Button variant="quiet" className="px-3" disabled={isBusy} onClick={() => clear.mutate({ seen, typed })}>
              Clear
            </Button>
          )}
          <Provenance source={source} manual={manual} typed={typed} />
        </div>
      )}
      {isOutdated && (
        <Outdated
          manual={manual}
          hasOtherTeams={hasOtherTeams}
          onOverwrite={() => changeForm({ ...shown, seen, overwrites: true })}
        />
      )}
    </form>
  );
}

type OutdatedProps = { manual: ManualOdds | null; hasOtherTeams: boolean; onOverwrite: () => void };

/** Says why the typed odds cannot be saved now, and offers to save them anyway, unless the teams have changed. */
function Outdated({ manual, hasOtherTeams, onOverwrite }: OutdatedProps) {
  const what = manual ? (
    <>
      <Name>{manual.setBy}</Name> saved other odds for this game after you began.
    </>
  ) : (
    'The manual odds of this game were cleared after you began.'
  );
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-xl bg-gold-soft py-2 pr-2 pl-3 text-sm">
      <p className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
        {hasOtherTeams ? 'The teams of this game have changed.' : what} Undo shows the odds in force.
      </p>
      {!hasOtherTeams && <Button onClick={onOverwrite}>Keep Mine</Button>}
    </div>
  );
}

const typedWords: Record<TypedOdds['save'], string> = {
  none: 'Not saved',
  pending: 'Not saved yet',
  unanswered: 'Perhaps saved',
};

/** Names the source of the values, so that nobody mistakes form values for live odds. */
function Provenance({
  source,
  manual,
  typed,
}: {
  source: OddsSource;
  manual: ManualOdds | null;
  typed: TypedOdds | null;
}) {
  const words: Record<OddsSource, ReactNode> = {
    manual: (
      <>
        <Badge tone="info">MANUAL</Badge>{' '}
        {manual && (
          <span className="flex min-w-0 gap-1">
            <span className="shrink-0">Set by</span>{' '}
            <span className="min-w-0 truncate">
              <Name>{manual.setBy}</Name>
            </span>
          </span>
        )}
      </>
    ),
    feed: "The feed's odds",
    none: 'No odds yet: defaults, not live',
  };
  return (
    <p className="ml-auto flex min-w-0 items-center gap-2 pl-2 text-note text-soft">
      {typed ? <b className="font-semibold text-ink">{typedWords[typed.save]}</b> : words[source]}
    </p>
  );
}

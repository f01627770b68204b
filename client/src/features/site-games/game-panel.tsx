import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '#client/lib/call.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ProblemText } from '#client/ui/problem-text.tsx';
import type { AdminGame, WantedOutcome } from '#shared/api/admin-games.ts';
import { gameWords, startWords } from '#shared/words/game-title.ts';
import { DecideForm } from './decide-form.tsx';
import { outcomeWords, whyWords } from './game-words.ts';
import { PreviewView } from './preview-view.tsx';
import { previewQuery } from './queries.ts';
import { outcomeOf, ScoreFields, type Scores, scoresOf } from './score-fields.tsx';
import { useSettled } from './use-settled.ts';

/** A game that is decided by hand: the score, what it would move, and the buttons that write it. */
export function GamePanel({ each, onDone }: { each: AdminGame; onDone: () => void }) {
  const { game, waits, result } = each;
  const [scores, setScores] = useState(() => scoresOf(each));
  const [isVoiding, setVoiding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="game-panel" className="rounded-2xl border border-edge bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 ref={heading} tabIndex={-1} id="game-panel" className="min-w-0 text-lg font-bold wrap-break-word">
          {gameWords(game)}
        </h2>
        {waits && <Badge>{whyWords[waits.why]}</Badge>}
      </div>
      <p className="mt-0.5 text-note text-soft wrap-break-word">
        {game.sport}, {startWords(game, serverNow())}. {waits ? `It waits: ${waits.detail}.` : ''}
        {result && ` Its result is ${outcomeWords(result)}${result.reason ? `: ${result.reason}` : ''}.`}
      </p>
      {each.hasStarted ? (
        <ScoreFields each={each} scores={scores} onScores={setScores} />
      ) : (
        <p className="mt-3">The game has not started: it can be voided, but it has no score yet.</p>
      )}
      <Decision each={each} scores={scores} isVoiding={isVoiding} onVoiding={setVoiding} onDone={onDone} />
    </section>
  );
}

type DecisionProps = {
  each: AdminGame;
  scores: Scores;
  isVoiding: boolean;
  onVoiding: (isVoiding: boolean) => void;
  onDone: () => void;
};

/** The preview of what is typed, or of a void, and what may be done with it. */
function Decision({ each, scores, isVoiding, onVoiding, onDone }: DecisionProps) {
  const typed = useSettled(JSON.stringify(scores));
  const isSettled = typed === JSON.stringify(scores);
  const scored = each.hasStarted ? outcomeOf(scores) : null;
  const outcome: WantedOutcome | null = isVoiding || !each.hasStarted ? { isVoid: true } : scored;
  const isAsked = outcome !== null && (isSettled || outcome.isVoid);
  const found = useQuery({ ...previewQuery(each.game.id, outcome ?? { isVoid: true }), enabled: isAsked });
  const preview = isAsked ? (found.data ?? null) : null;
  return (
    <>
      <div aria-live="polite" aria-busy={isAsked && !preview && !found.isError}>
        {!outcome && <p className="mt-3 text-soft">Type both scores to see what they move.</p>}
        {outcome && !preview && !found.isError && <p className="mt-3 text-soft">Reading what moves...</p>}
        {isAsked && found.isError && <ProblemText>{wordsOf(found.error, 'Failed to read what moves.')}</ProblemText>}
        {preview && <PreviewView preview={preview} game={each.game} />}
      </div>
      <DecideForm
        each={each}
        outcome={outcome}
        preview={preview}
        isVoiding={isVoiding}
        onVoiding={onVoiding}
        onDone={onDone}
      />
    </>
  );
}

import { Field } from '#client/ui/field.tsx';
import type { AdminGame, WantedOutcome } from '#shared/api/admin-games.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { teamsOf } from '#shared/words/game-title.ts';
import { outcomeWords, sourcesOf } from './game-words.ts';

/** Typed scores, and half-innings of baseball that was called early. */
export type Scores = { away: string; home: string; halfInnings: string };

const none: Scores = { away: '', home: '', halfInnings: '' };

/** The scores that the form begins with: what the feed says against the result, else the result, else the feed's. */
export function scoresOf({ result, correction, feed }: AdminGame): Scores {
  const known = [correction, result, feed].find((one) => one && !one.isVoid);
  return known ? typedScores(known) : none;
}

function typedScores({
  home,
  away,
  halfInnings,
}: Pick<NonNullable<AdminGame['feed']>, 'home' | 'away' | 'halfInnings'>) {
  return { away: String(away ?? ''), home: String(home ?? ''), halfInnings: String(halfInnings ?? '') };
}

/** The outcome of typed scores; null while one of them is missing or no number. */
export function outcomeOf({ away, home, halfInnings }: Scores): WantedOutcome | null {
  const isWhole = (text: string) => /^\d{1,3}$/.test(text);
  if (!isWhole(away) || !isWhole(home) || (halfInnings !== '' && !isWhole(halfInnings))) return null;
  const early = halfInnings === '' ? null : Number(halfInnings);
  return { isVoid: false, home: Number(home), away: Number(away), halfInnings: early };
}

type ScoreFieldsProps = { each: AdminGame; scores: Scores; onScores: (scores: Scores) => void };

/** The outcomes of the sources to choose from, and the fields for any other score. */
export function ScoreFields({ each, scores, onScores }: ScoreFieldsProps) {
  const sources = sourcesOf(each).filter(({ isVoid }) => !isVoid);
  const teams = teamsOf(each.game);
  const { finalNeeds, countsOvertime } = sportRules[each.game.sport];
  const field = (name: keyof Scores, label: string) => (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      className="text-center font-semibold"
      value={scores[name]}
      onChange={(event) => onScores({ ...scores, [name]: event.target.value.trim() })}
    />
  );
  return (
    <>
      {sources.length > 0 && (
        <div role="radiogroup" aria-label="Result" className="mt-3 flex flex-wrap gap-2.5">
          {sources.map((source) => (
            <label
              key={source.label}
              className="relative grid min-h-16 min-w-[min(100%,9rem)] flex-1 cursor-pointer gap-0.5 rounded-xl border border-edge px-3 py-2.5 pr-9 has-checked:border-gold has-checked:inset-ring has-checked:inset-ring-gold"
            >
              <span className="text-note text-soft">{source.label}</span>
              <b className="text-xl font-bold tabular-nums">{outcomeWords(source)}</b>
              {source.seenAt && (
                <span className="text-note text-soft">seen {showInstant(new Date(source.seenAt), new Date())}</span>
              )}
              <input
                type="radio"
                name="result"
                className="absolute top-3 right-3 size-5 accent-gold-text"
                checked={scores.away === String(source.away) && scores.home === String(source.home)}
                onChange={() => onScores(typedScores(source))}
              />
            </label>
          ))}
        </div>
      )}
      <fieldset className="mt-3 flex flex-wrap gap-2.5 *:w-28">
        <legend className="mb-1.5 text-note text-soft">
          {countsOvertime ? 'Or your own score' : 'Or your own score, after 90 minutes'}
        </legend>
        {field('away', teams.away)}
        {field('home', teams.home)}
        {finalNeeds === 'half-innings' && field('halfInnings', 'Half-innings')}
      </fieldset>
    </>
  );
}

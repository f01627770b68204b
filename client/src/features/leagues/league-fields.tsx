import { type FormProblem, messageFor } from '#client/lib/form-problem.ts';
import { Field, TextAreaField } from '#client/ui/field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import type { WallTime } from '#shared/domain/eastern.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';
import { FairPlayFields } from './fair-play-fields.tsx';
import { leagueLabels } from './labels.ts';
import type { LeagueDraft } from './league-draft.ts';
import { approvalWords, remarksWords, revealWords, sportsWords } from './league-words.ts';

/** The last minute, Eastern, that the server accepts (`instantInput`). As `max` it also limits years to four digits. */
const lastDate: WallTime = '2199-12-31T18:59';

type LeagueFieldsProps = {
  draft: LeagueDraft;
  onChange: (draft: LeagueDraft) => void;
  sports: readonly AllowedSports[];
  /** Whether the league has ended, which fixes its end date. */
  isOver?: boolean;
  problem: FormProblem | null;
};

/** The fields of all settings of a league that those who run it choose. */
export function LeagueFields({ draft, onChange, sports, isOver = false, problem }: LeagueFieldsProps) {
  const change = (part: Partial<LeagueDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <Field
        label={leagueLabels.name}
        error={messageFor(problem, 'name')}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        placeholder="Sunday League"
        maxLength={60}
        autoComplete="off"
      />
      <TextAreaField
        label="Description (optional)"
        error={messageFor(problem, 'description')}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        maxLength={500}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={leagueLabels.joinDeadline}
          error={messageFor(problem, 'joinDeadline')}
          name="joinDeadline"
          type="datetime-local"
          max={lastDate}
          className="sm:text-body"
          value={draft.joinDeadline}
          onChange={(event) => change({ joinDeadline: event.target.value })}
          hint="New members cannot join after this date"
        />
        <Field
          label={leagueLabels.endDate}
          error={messageFor(problem, 'endDate')}
          name="endDate"
          type="datetime-local"
          max={lastDate}
          className="sm:text-body disabled:opacity-60"
          value={draft.endDate}
          onChange={(event) => change({ endDate: event.target.value })}
          disabled={isOver}
          hint="Betting ends on this date"
        />
        <p className="-mt-2 text-note text-soft sm:col-span-2">
          {isOver ? 'The league has ended, so its end date is fixed. ' : ''}Dates are in Eastern time.
        </p>
      </div>
      <SelectField
        label={leagueLabels.allowedSports}
        error={messageFor(problem, 'allowedSports')}
        value={draft.allowedSports}
        onChange={(event) => {
          const chosen = sports.find((sport) => sport === event.target.value);
          if (chosen) change({ allowedSports: chosen });
        }}
      >
        {sports.map((sport) => (
          <option key={sport} value={sport}>
            {sportsWords(sport)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={leagueLabels.reveal}
        error={messageFor(problem, 'reveal')}
        value={draft.reveal}
        onChange={(event) => change({ reveal: event.target.value === 'started' ? 'started' : 'settled' })}
      >
        {Object.entries(revealWords).map(([reveal, words]) => (
          <option key={reveal} value={reveal}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={leagueLabels.approvesJoins}
        error={messageFor(problem, 'approvesJoins')}
        value={draft.approvesJoins ? 'approved' : 'everybody'}
        onChange={(event) => change({ approvesJoins: event.target.value === 'approved' })}
      >
        {Object.entries(approvalWords).map(([who, words]) => (
          <option key={who} value={who}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={leagueLabels.remarks}
        hint="Short words with a bet, and six answers to bets of others."
        error={messageFor(problem, 'remarks')}
        value={String(draft.remarks)}
        onChange={(event) => change({ remarks: event.target.value === 'true' })}
      >
        {[true, false].map((remarks) => (
          <option key={remarksWords(remarks)} value={String(remarks)}>
            {remarksWords(remarks)}
          </option>
        ))}
      </SelectField>
      <FairPlayFields
        value={draft.fairPlay}
        onChange={(fairPlay) => change({ fairPlay })}
        error={messageFor(problem, 'fairPlay')}
      />
    </>
  );
}

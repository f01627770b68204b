import { Field, SelectField, TextAreaField } from '#client/ui/field.tsx';
import type { WallTime } from '#shared/domain/eastern.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';
import type { LeagueDraft } from './league-draft.ts';

/** The last minute, Eastern, that the server accepts (`instantInput`). As `max` it also limits years to four digits. */
const lastDate: WallTime = '2199-12-31T18:59';

type LeagueFieldsProps = {
  draft: LeagueDraft;
  onChange: (draft: LeagueDraft) => void;
  sports: readonly AllowedSports[];
  /** Whether the league has ended, which fixes its end date. */
  isOver?: boolean;
};

/** The fields of all settings of a league that its owner chooses. */
export function LeagueFields({ draft, onChange, sports, isOver = false }: LeagueFieldsProps) {
  const change = (part: Partial<LeagueDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <Field
        label="League Name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        placeholder="Sunday League"
        maxLength={60}
        autoComplete="off"
      />
      <TextAreaField
        label="Description (optional)"
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        maxLength={500}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Join Deadline"
          name="joinDeadline"
          type="datetime-local"
          max={lastDate}
          className="sm:text-[15px]"
          value={draft.joinDeadline}
          onChange={(event) => change({ joinDeadline: event.target.value })}
          hint="New members cannot join after this date"
        />
        <Field
          label="End Date"
          name="endDate"
          type="datetime-local"
          max={lastDate}
          className="sm:text-[15px] disabled:opacity-60"
          value={draft.endDate}
          onChange={(event) => change({ endDate: event.target.value })}
          disabled={isOver}
          hint="Betting ends on this date"
        />
        <p className="-mt-2 text-[13px] text-soft sm:col-span-2">
          {isOver ? 'The league has ended, so its end date is fixed. ' : ''}Dates are in Eastern time.
        </p>
      </div>
      <SelectField
        label="Allowed Sports"
        value={draft.allowedSports}
        onChange={(event) => {
          const chosen = sports.find((sport) => sport === event.target.value);
          if (chosen) change({ allowedSports: chosen });
        }}
      >
        {sports.map((sport) => (
          <option key={sport} value={sport}>
            {sport === 'ALL' ? 'All sports' : sport}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Members see each other's bets"
        value={draft.reveal}
        onChange={(event) => change({ reveal: event.target.value === 'started' ? 'started' : 'settled' })}
      >
        <option value="settled">After they settle</option>
        <option value="started">Once the game starts</option>
      </SelectField>
    </>
  );
}

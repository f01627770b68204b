import { useId, useState } from 'react';
import { ChevronDownIcon } from '#client/ui/page-icons.tsx';
import { ProblemText } from '#client/ui/problem-text.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { type FairPlay, isSameFairPlay, lateStarts, presets } from '#shared/domain/fair-play.ts';
import { presetWords } from '#shared/domain/fair-play-words.ts';
import { type Cents, fromWhole, showChing } from '#shared/domain/money.ts';

type FairPlayFieldsProps = {
  value: FairPlay;
  onChange: (value: FairPlay) => void;
  error: string | null;
};

const presetNames = { classic: 'Classic', fairPlay: 'Fair play' } as const;
const presetKeys = ['classic', 'fairPlay'] as const;

/** The rules of a league: one of two presets, and a fold in which each option is adjusted. */
export function FairPlayFields({ value, onChange, error }: FairPlayFieldsProps) {
  const id = useId();
  const chosen = presetKeys.find((key) => isSameFairPlay(presets[key], value)) ?? null;
  const [isOpen, setOpen] = useState(chosen === null);
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Rules</legend>
      {presetKeys.map((key) => (
        <label
          key={key}
          className="flex cursor-pointer items-start gap-3 rounded-xl border border-edge bg-raised px-3.5 py-2.5 has-checked:border-gold has-checked:inset-ring has-checked:inset-ring-gold has-focus-visible:outline-2 has-focus-visible:outline-gold-text"
        >
          <input
            type="radio"
            name={id}
            checked={chosen === key}
            onChange={() => onChange(presets[key])}
            aria-invalid={error && (chosen ?? 'classic') === key ? true : undefined}
            aria-describedby={`${id}-${key}`}
            className="mt-0.5 size-4.5 shrink-0 appearance-none rounded-full border-2 border-faint outline-none checked:border-[5px] checked:border-gold-text"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{presetNames[key]}</span>
            <span id={`${id}-${key}`} className="block text-note text-pretty text-soft">
              {presetWords[key]}
            </span>
          </span>
        </label>
      ))}
      <details
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group rounded-xl border border-edge"
      >
        <summary className="flex min-h-11 cursor-pointer items-center px-3.5 font-semibold text-info">
          {chosen === null ? 'Adjusted' : 'Adjust'}
          <span className="ml-auto text-soft group-open:rotate-180">
            <ChevronDownIcon />
          </span>
        </summary>
        <div className="grid gap-4 border-t border-edge p-3.5">
          <Options value={value} onChange={onChange} />
        </div>
      </details>
      <p className="text-note text-soft">Fixed once the first bet is placed.</p>
      {error && <ProblemText id={`${id}-error`}>{error}</ProblemText>}
    </fieldset>
  );
}

const lateWords = {
  full: 'Starts with 1,000',
  median: 'Starts with the median',
  guest: 'Is a guest, without the title',
} as const satisfies Record<FairPlay['lateStart'], string>;

function Options({ value, onChange }: Omit<FairPlayFieldsProps, 'error'>) {
  const change = (part: Partial<FairPlay>) => onChange({ ...value, ...part });
  return (
    <>
      <Choice
        label="Weeks to be active in, for the title"
        hint="A week is active once a tenth of the balance is placed in it, 100 at most."
        value={value.activeWeeksPct}
        choices={[null, 25, 50, 60, 75, 90, 100]}
        words={(pct) => (pct === null ? 'None: the highest balance wins' : `${pct}% of the weeks`)}
        onChange={(activeWeeksPct) => change({ activeWeeksPct })}
      />
      <Choice
        label="Most in open bets"
        hint="Of the whole balance; 10 Ching always."
        value={value.maxInPlayPct}
        choices={[100, 75, 50, 33, 25, 10]}
        words={(pct) => (pct === 100 ? 'The whole balance' : `${pct}% of the balance`)}
        onChange={(maxInPlayPct) => change({ maxInPlayPct })}
      />
      <Choice
        label="Who joins after the first week"
        hint="The median is that of the members then, between 250 and 1,000."
        value={value.lateStart}
        choices={lateStarts}
        words={(start) => lateWords[start]}
        onChange={(lateStart) => change({ lateStart })}
      />
      <Choice
        label="Rescue"
        hint="Once, below 50 Ching. It gives up the title."
        value={value.rescue}
        choices={[null, ...[100, 250, 500, 1_000].map(fromWhole)]}
        words={(amount: Cents | null) => (amount === null ? 'None' : showChing(amount))}
        onChange={(rescue) => change({ rescue })}
      />
      <Choice
        label="Legs of a parlay"
        value={value.maxLegs}
        choices={[12, 10, 8, 6, 5, 4, 3, 2]}
        words={(legs) => `Up to ${legs}`}
        onChange={(maxLegs) => change({ maxLegs })}
      />
    </>
  );
}

type ChoiceProps<T> = {
  label: string;
  hint?: string;
  value: T;
  choices: readonly T[];
  words: (choice: T) => string;
  onChange: (choice: T) => void;
};

/** A choice among values. A value that a league got elsewhere stands first, so that saving does not change it. */
function Choice<T>({ label, hint, value, choices, words, onChange }: ChoiceProps<T>) {
  const all = choices.includes(value) ? choices : [value, ...choices];
  return (
    <SelectField
      label={label}
      hint={hint}
      value={String(all.indexOf(value))}
      onChange={(event) => {
        const chosen = all[Number(event.target.value)];
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {all.map((choice, at) => (
        <option key={words(choice)} value={at}>
          {words(choice)}
        </option>
      ))}
    </SelectField>
  );
}

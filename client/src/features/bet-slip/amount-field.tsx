import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { invalidMark } from '#client/ui/field.tsx';
import { ProblemText } from '#client/ui/problem-text.tsx';
import { amountProblem, mayGrowWhole } from '#shared/domain/amount.ts';
import { type Cents, showWhole } from '#shared/domain/money.ts';
import { addToAmount } from '#shared/domain/slip.ts';

export type AmountFieldProps = {
  /** The accessible name: 'Parlay amount in Ching'. */
  label: string;
  /** The bet that the quick amounts belong to, for screen readers: 'Spread Chiefs -3.5, LAC @ KC'. */
  subject: string;
  /** The `pickId` of the bet; empty for a parlay. */
  pickId: string;
  amount: string;
  /** The highest amount that the quick amounts can set. */
  limit: Cents;
  onChange: (amount: string) => void;
  /** Called with the field when Enter is pressed in it. */
  onEnter: (field: HTMLInputElement) => void;
  /** Whether the player has asked for this field by the keyboard: it takes the focus, and calls `onReached`. */
  isWanted: boolean;
  onReached: () => void;
};

const quickAmounts = [10, 50, 100];

/**
 * A stake in whole Ching, with quick amounts. The field shows what was typed, and says so when that is no whole amount;
 * `shared/domain/amount.ts` reads it.
 */
export function AmountField(props: AmountFieldProps) {
  const { label, subject, pickId, amount, limit, onChange, onEnter, isWanted, onReached } = props;
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();
  /** While somebody types, the beginning of a number such as "1,0" is not called wrong. */
  const [isTyping, setTyping] = useState(false);
  const problem = isTyping && mayGrowWhole(amount) ? null : amountProblem(amount);
  const most = addToAmount('', Number.POSITIVE_INFINITY, limit);

  useEffect(() => {
    if (!isWanted) return;
    field.current?.focus();
    field.current?.select();
    onReached();
  });

  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setTyping(false);
    onEnter(event.currentTarget);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex flex-wrap gap-1.5">
        <input
          ref={field}
          data-amount={pickId}
          aria-label={label}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          inputMode="numeric"
          enterKeyHint="next"
          autoComplete="off"
          placeholder="0"
          value={amount}
          onChange={(event) => {
            setTyping(true);
            onChange(event.target.value);
          }}
          onBlur={() => setTyping(false)}
          onKeyDown={goOn}
          className={`h-11 min-w-20 flex-1 rounded-[11px] border border-edge bg-raised px-3 text-lg font-semibold text-ink placeholder:text-faint focus-visible:-outline-offset-1 ${invalidMark}`}
        />
        {quickAmounts.map((add) => (
          <QuickAmount
            key={add}
            name={`+${add}, ${subject}`}
            words={`+${add}`}
            onTap={() => onChange(addToAmount(amount, add, limit))}
          />
        ))}
        <QuickAmount name={`Max, ${showWhole(limit)}, ${subject}`} words="Max" onTap={() => onChange(most)} />
      </div>
      {problem !== null && <ProblemText id={problemId}>{problem}</ProblemText>}
    </div>
  );
}

function QuickAmount({ name, words, onTap }: { name: string; words: string; onTap: () => void }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onTap}
      className="h-11 min-w-11 rounded-[11px] border border-edge px-1.5 text-sm font-semibold text-soft transition-colors duration-100 hover:border-faint hover:text-ink"
    >
      {words}
    </button>
  );
}

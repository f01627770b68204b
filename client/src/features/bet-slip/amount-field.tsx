import { type Cents, showWhole } from '#shared/domain/money.ts';
import { addToAmount } from '#shared/domain/slip.ts';

type AmountFieldProps = {
  /** The accessible name: 'Parlay amount in Ching'. */
  label: string;
  /** The bet that the quick amounts belong to, for screen readers: 'Spread Chiefs'. */
  subject: string;
  amount: string;
  /** The highest amount that the quick amounts can set. */
  limit: Cents;
  onChange: (amount: string) => void;
};

const quickAmounts = [10, 50, 100];

/**
 * A stake in whole Ching, with quick amounts. `shared/domain/slip.ts` ignores invalid text: the field keeps its value.
 */
export function AmountField({ label, subject, amount, limit, onChange }: AmountFieldProps) {
  const most = addToAmount('', Number.POSITIVE_INFINITY, limit);
  return (
    <div className="flex flex-wrap gap-1.5">
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={amount}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 min-w-20 flex-1 rounded-[11px] border border-edge bg-raised px-3 text-lg font-semibold text-ink placeholder:text-faint focus-visible:border-gold"
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

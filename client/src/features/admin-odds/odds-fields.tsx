import { type ComponentProps, type ReactNode, useId } from 'react';
import type { GameView } from '#shared/api/games.ts';
import { marketRules, type QuoteField, quoteFields } from '#shared/domain/market.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { type OddsDraft, textIn } from './odds-draft.ts';

const box =
  'h-11 w-full min-w-0 rounded-[10px] border border-edge bg-raised px-1 text-center text-base tabular-nums text-ink focus-visible:border-gold read-only:bg-transparent read-only:text-soft invalid:border-lost';

type OddsFieldsProps = {
  game: GameView;
  draft: OddsDraft;
  onChange: (field: QuoteField, text: string) => void;
};

/**
 * The fields of the markets that the game's sport offers. A market left empty is not offered.
 * Source: `docs/screens.md#admin-odds`.
 */
export function OddsFields({ game, draft, onChange }: OddsFieldsProps) {
  const rules = sportRules[game.sport];
  const teams = { home: game.homeTeamAbbr, away: game.awayTeamAbbr };
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[1.35fr_1fr_1fr]">
      {rules.markets.map((market) => {
        const { title, rows } = marketRules[market].form(rules, teams);
        const isWide = rows.some(({ fields }) => fields.length > 1);
        const width = rules.markets.length === 1 ? 'col-span-full sm:grid-cols-3' : isWide ? 'max-sm:col-span-2' : '';
        return (
          <Market key={market} title={title} className={width}>
            {rows.map(({ name, fields }) => (
              <Row key={fields.join()} name={name}>
                {fields.map((field) => (
                  <Field key={field} field={field} draft={draft} onChange={onChange} />
                ))}
              </Row>
            ))}
          </Market>
        );
      })}
    </div>
  );
}

type FieldProps = Pick<OddsFieldsProps, 'draft' | 'onChange'> & { field: QuoteField };

function Field({ field, draft, onChange }: FieldProps) {
  const { label, isLine, mirrors } = quoteFields[field];
  if (mirrors) return <ReadOnly label={label} value={textIn(draft, field)} />;
  return (
    <NumberInput label={label} step={isLine ? 0.5 : 1} value={draft[field]} onText={(text) => onChange(field, text)} />
  );
}

function Market({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <fieldset className={`grid min-w-0 content-start gap-1.5 ${className}`}>
      <legend className="mb-1.5 text-[13px] font-semibold text-faint">{title}</legend>
      {children}
    </fieldset>
  );
}

/** One side with its fields. The visible name is hidden from screen readers: each field has a full label of its own. */
function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <span aria-hidden="true" className="w-11 shrink-0 truncate text-sm font-semibold">
        {name}
      </span>
      {children}
    </div>
  );
}

type NumberInputProps = { label: string; step: 1 | 0.5; value: string; onText: (text: string) => void };

/** A signed number. Of `type="number"`: its phone keyboard has a minus key, which `inputmode="numeric"` lacks. */
function NumberInput({ label, step, value, onText }: NumberInputProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          step={step}
          value={value}
          onChange={(event) => onText(event.target.value)}
          onWheel={(event) => event.currentTarget.blur()} // otherwise scrolling over the field changes its value
          className={`${box} [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none`}
        />
      )}
    </Labelled>
  );
}

function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <Labelled label={label}>{(id) => <input id={id} readOnly tabIndex={-1} value={value} className={box} />}</Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {children(id)}
    </>
  );
}

/** The admin's notes on the odds. Only admins see them. */
export function NotesInput(props: Pick<ComponentProps<'input'>, 'value' | 'onChange'>) {
  return (
    <Labelled label="Notes (optional)">
      {(id) => (
        <input
          id={id}
          placeholder="Notes (optional)"
          maxLength={500}
          autoComplete="off"
          dir="auto"
          className={`${box} px-3 text-left placeholder:text-faint`}
          {...props}
        />
      )}
    </Labelled>
  );
}

import { type ChangeEvent, type ReactNode, useId } from 'react';
import { invalidMark } from '#client/ui/field.tsx';
import type { GameView } from '#shared/api/games.ts';
import { marketRules, type QuoteField, quoteFields } from '#shared/domain/market.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { type OddsDraft, textIn } from './odds-draft.ts';

const box = `h-11 w-full min-w-0 rounded-[10px] border border-edge bg-raised px-1 text-center text-base tabular-nums text-ink focus-visible:-outline-offset-1 read-only:bg-transparent read-only:text-soft invalid:border-ink ${invalidMark}`;

/** The field that the server would refuse, and the id of the message about it. */
type WrongField = { name: string | null; messageId: string };

type OddsFieldsProps = {
  game: GameView;
  draft: OddsDraft;
  wrong?: WrongField;
  /** Left out: the fields can be read and copied only. */
  onChange?: ((field: keyof OddsDraft, text: string) => void) | undefined;
};

/**
 * The fields of the markets that the game's sport offers, and the admin's notes. A market left empty is not offered.
 * Source: `docs/screens.md#admin-odds`.
 */
export function OddsFields({ game, ...form }: OddsFieldsProps) {
  const rules = sportRules[game.sport];
  const teams = { home: game.homeTeamAbbr, away: game.awayTeamAbbr };
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-x-4 gap-y-3 @md:grid-cols-[1.35fr_1fr_1fr]">
        {rules.markets.map((market) => {
          const { title, rows } = marketRules[market].form(rules, teams);
          const isWide = rows.some(({ fields }) => fields.length > 1);
          const width =
            rules.markets.length === 1 ? 'col-span-full @md:grid-cols-3' : isWide ? '@max-md:col-span-full' : '';
          return (
            <Market key={market} title={title} className={width}>
              {rows.map(({ name, fields }) => (
                <Row key={fields.join()} name={name}>
                  {fields.map((field) => (
                    <Field key={field} field={field} {...form} />
                  ))}
                </Row>
              ))}
            </Market>
          );
        })}
      </div>
      <Notes {...form} />
    </>
  );
}

type FormProps = Omit<OddsFieldsProps, 'game'>;

function Field({ field, ...form }: FormProps & { field: QuoteField }) {
  const { label, isLine, mirrors } = quoteFields[field];
  if (!mirrors) return <NumberInput name={field} label={label} step={isLine ? 0.5 : 1} {...form} />;
  return (
    <Labelled label={label}>
      {(id) => <input id={id} readOnly tabIndex={-1} value={textIn(form.draft, field)} className={box} />}
    </Labelled>
  );
}

function Market({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <fieldset className={`grid min-w-0 content-start gap-1.5 ${className}`}>
      <legend className="mb-1.5 text-note font-semibold text-faint">{title}</legend>
      {children}
    </fieldset>
  );
}

/** One side with its fields. The visible name is hidden from screen readers: each field has a full label of its own. */
function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 *:[input]:flex-[1_1_3.5rem]">
      <span aria-hidden="true" className="w-[2.75rem] shrink-0 truncate text-sm font-semibold">
        {name}
      </span>
      {children}
    </div>
  );
}

/** A signed number. Of `type="number"`: its phone keyboard has a minus key, which `inputmode="numeric"` lacks. */
function NumberInput({ name, label, step, ...form }: FormProps & { name: QuoteField; label: string; step: 1 | 0.5 }) {
  const input = useInput(name, form);
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          step={step}
          onWheel={(event) => event.currentTarget.blur()} // otherwise scrolling over the field changes its value
          className={`${box} [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none`}
          {...input}
        />
      )}
    </Labelled>
  );
}

/** The admin's notes on the odds. Only admins see them. */
function Notes(form: FormProps) {
  const input = useInput('notes', form);
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
          {...input}
        />
      )}
    </Labelled>
  );
}

/** The props of one input of the form. A field that is found wrong is marked. */
function useInput(name: keyof OddsDraft, { draft, wrong, onChange }: FormProps) {
  const isWrong = wrong?.name === name;
  return {
    value: draft[name],
    readOnly: !onChange,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange?.(name, event.target.value),
    ...(isWrong && { 'aria-invalid': true, 'aria-describedby': wrong.messageId }),
  };
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

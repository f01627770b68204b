import { SelectField } from '#client/ui/select-field.tsx';
import { type AuditAct, auditActs } from '#shared/domain/audit.ts';
import { auditActNames } from '#shared/words/audit-words.ts';
import type { LogFilter } from './queries.ts';

export type Person = { id: string; name: string };

type LogFiltersProps = {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  /** The actors to choose from, besides everybody and commands. */
  people: readonly Person[];
};

const spans = { '': 'Always', '1': 'One day', '7': 'Seven days', '30': 'Thirty days' } as const;

/** The choices of a filter: 'Bob, Leagues opened'; empty without any. */
export function filterWords({ actor, act, days }: LogFilter, people: readonly Person[]): string {
  const who = actor === 'command' ? 'A command' : people.find(({ id }) => id === actor)?.name;
  return [who, act && auditActNames[act], days && spans[days]].filter(Boolean).join(', ');
}

/** The filters of the audit log: actor, act and time. */
export function LogFilters({ filter, onFilter, people }: LogFiltersProps) {
  return (
    <div className="grid gap-3 pt-1 pb-3 min-[24rem]:grid-cols-2">
      <SelectField
        label="Who"
        value={filter.actor}
        onChange={({ target }) => onFilter({ ...filter, actor: target.value })}
      >
        <option value="">Everybody</option>
        <option value="command">A command</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id} dir="auto">
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Since"
        value={filter.days}
        onChange={({ target }) => onFilter({ ...filter, days: target.value as LogFilter['days'] })}
      >
        {Object.entries(spans).map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </SelectField>
      <div className="min-[24rem]:col-span-2">
        <SelectField
          label="What"
          value={filter.act}
          onChange={({ target }) => onFilter({ ...filter, act: target.value as AuditAct | '' })}
        >
          <option value="">Everything</option>
          {auditActs.map((act) => (
            <option key={act} value={act}>
              {auditActNames[act]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

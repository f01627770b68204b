import * as Radix from '@radix-ui/react-tabs';
import type { MouseEvent, ReactNode } from 'react';

/**
 * `pill` switches the content of a page, `outline` filters a list and shows counts, `segment` offers two or three
 * modes.
 */
type TabsVariant = 'pill' | 'outline' | 'segment';

const lists: Record<TabsVariant, string> = {
  pill: 'flex gap-1.5',
  outline: 'flex gap-1.5',
  segment: 'grid auto-cols-fr grid-flow-col rounded-xl bg-raised p-[3px]',
};

const tabs: Record<TabsVariant, string> = {
  pill: 'min-h-11 rounded-full border border-transparent px-4 font-semibold text-soft hover:text-ink data-[state=active]:border-edge data-[state=active]:bg-raised data-[state=active]:text-ink',
  outline:
    'min-h-11 rounded-[10px] border border-edge bg-surface px-3 text-sm text-soft hover:text-ink data-[state=active]:border-gold data-[state=active]:text-ink data-[state=active]:inset-ring data-[state=active]:inset-ring-gold',
  segment:
    'min-h-10 rounded-[9px] px-2 font-semibold text-soft hover:text-ink disabled:opacity-55 data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-sm',
};

type TabsProps<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  /** The accessible name of the row of tabs. */
  label: string;
  variant: TabsVariant;
  options: readonly TabOption<Value>[];
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
};

/** The accessible name is "{label}", or "{label} {count}" with a count. */
type TabOption<Value extends string> = { value: Value; label: ReactNode; count?: number; disabled?: boolean };

/** A row of tabs and the panel of the chosen tab. A row that is too wide scrolls sideways. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onValueChange, label, variant, options, children, className = '' } = props;
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  // Radix focuses a pressed tab by script, for which the browser shows a focus ring as for the keyboard. The browser's
  // own focus on a press shows none, so the event does not reach Radix.
  const press = (event: MouseEvent, chosen: string) => {
    if (event.button !== 0 || event.ctrlKey) return;
    event.stopPropagation();
    choose(chosen);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} className={className}>
      <div className={variant === 'segment' ? '' : '-mx-4 scroll-row px-4 py-1'}>
        <Radix.List aria-label={label} className={`${lists[variant]} ${variant === 'segment' ? '' : 'w-max'}`}>
          {options.map((option) => (
            <Radix.Trigger
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              onMouseDownCapture={(event) => press(event, option.value)}
              className={`whitespace-nowrap transition-colors duration-100 ${tabs[variant]}`}
            >
              {option.label}
              {option.count !== undefined && (
                <>
                  {' '}
                  <b className="ml-0.5 font-semibold text-faint">{option.count}</b>
                </>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      <Radix.Content value={value} className="outline-none" tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

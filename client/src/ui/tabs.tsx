import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { ScrollRow } from './scroll-row.tsx';

/**
 * `pill` switches the content of a page, `outline` filters a list and shows counts, `segment` offers two or three
 * modes.
 */
type TabsVariant = 'pill' | 'outline' | 'segment';

const lists: Record<TabsVariant, string> = {
  pill: 'flex gap-1.5',
  outline: 'flex gap-1.5',
  segment: 'flex flex-wrap rounded-xl bg-raised p-[3px]',
};

const tabs: Record<TabsVariant, string> = {
  pill: 'min-h-11 rounded-full border border-transparent px-4 font-semibold text-soft hover:text-ink data-[state=active]:border-edge data-[state=active]:bg-raised data-[state=active]:text-ink',
  outline:
    'min-h-11 rounded-[10px] border border-edge bg-surface px-3 text-sm text-soft hover:text-ink data-[state=active]:border-gold data-[state=active]:text-ink data-[state=active]:inset-ring data-[state=active]:inset-ring-gold',
  segment:
    'min-h-10 flex-1 rounded-[9px] px-2 font-semibold text-soft hover:text-ink disabled:opacity-55 data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-sm',
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

/**
 * A row of tabs and the panel of the chosen tab. Arrow keys, Home and End choose another tab; Tab leads to the chosen
 * one alone. A row that is too wide scrolls sideways, and shows that it does. Source: the tabs pattern of ARIA's
 * Authoring Practices. Weighed: Radix, whose tabs are 5 kB of the slate's first load.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onValueChange, label, variant, options, children, className } = props;
  const id = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const list = (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={moveToTab}
      className={`${lists[variant]} ${variant === 'segment' ? '' : 'w-max'}`}
    >
      {options.map((option, at) => (
        <button
          key={option.value}
          id={`${id}-${at}`}
          type="button"
          role="tab"
          aria-selected={at === chosen}
          aria-controls={at === chosen ? `${id}-panel` : undefined}
          data-state={at === chosen ? 'active' : 'inactive'}
          tabIndex={at === chosen ? 0 : -1}
          disabled={option.disabled}
          onClick={() => onValueChange(option.value)}
          className={`whitespace-nowrap transition-colors duration-100 ${tabs[variant]}`}
        >
          {option.label}
          {option.count !== undefined && (
            <>
              {' '}
              <b className="ml-0.5 font-semibold text-faint">{option.count.toLocaleString('en-US')}</b>
            </>
          )}
        </button>
      ))}
    </div>
  );
  return (
    <div className={className}>
      {variant === 'segment' ? (
        list
      ) : (
        <ScrollRow noun="tabs" chosen={value}>
          {list}
        </ScrollRow>
      )}
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={-1}
        className="outline-none"
      >
        {children}
      </div>
    </div>
  );
}

/** Focuses and chooses another tab by arrow keys, Home and End. The last tab is followed by the first. */
function moveToTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return; // Alt and an arrow is Back
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')];
  const from = event.target instanceof HTMLElement ? choices.indexOf(event.target) : -1;
  const to = choices.at(positionAfter(event.key, from, choices.length));
  if (from < 0 || !to || to === event.target) return;
  event.preventDefault();
  to.focus();
  to.click();
}

function positionAfter(key: string, from: number, count: number): number {
  switch (key) {
    case 'ArrowLeft':
      return from - 1;
    case 'ArrowRight':
      return (from + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return from;
  }
}

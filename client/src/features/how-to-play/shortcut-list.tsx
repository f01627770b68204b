import { useState } from 'react';
import { areShortcutsOn, setShortcuts } from '#client/lib/shortcuts.ts';

const groups: readonly { title: string; shortcuts: readonly (readonly [keys: string, words: string])[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Tab', 'To the next button, link or field; with Shift to the one before'],
      ['Esc', 'Closes a dialog'],
      ['F8', 'To the newest notification'],
      ['?', 'Opens this list'],
    ],
  },
  {
    title: 'Tabs',
    shortcuts: [
      ['← →', 'To the next sport or filter'],
      ['Home End', 'To the first or the last'],
    ],
  },
  {
    title: 'Games',
    shortcuts: [
      ['← →', 'To the price beside'],
      ['↑ ↓', 'To the price above or below, also in the next game'],
      ['Enter', 'Puts the bet on the slip, or takes it off'],
      ['F2', 'From the odds to their amount on the slip, where it puts them first'],
    ],
  },
  {
    title: 'Bet slip',
    shortcuts: [
      ['Enter', 'In an amount: to the next one; in the last one asks to place the bet'],
      ['F2', 'From an amount back to its odds'],
    ],
  },
];

/** All keys that do more than in any page, and the switch for those of a single character. */
export function ShortcutList() {
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (on: boolean) => {
    setShortcuts(on);
    setOn(on);
  };
  return (
    <div className="grid gap-5">
      {groups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 text-sm font-semibold text-faint">{title}</h3>
          <dl className="grid grid-cols-[min(6rem,40%)_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2">
            {shortcuts.map(([keys, words]) => (
              <div key={words} className="contents">
                <dt className="flex flex-wrap gap-1">
                  {keys.split(' ').map((key) => (
                    <kbd
                      key={key}
                      className="min-w-7 rounded-md border border-edge bg-raised px-1.5 py-0.5 text-center text-sm font-semibold"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd className="text-pretty text-soft">{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="flex min-h-11 items-center gap-3 border-t border-edge pt-4">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => change(event.target.checked)}
          className="size-5 accent-gold"
        />
        <span>
          The <kbd className="font-semibold">?</kbd> key opens this list
        </span>
      </label>
    </div>
  );
}

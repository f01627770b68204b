import type { KeyboardEvent } from 'react';

/**
 * Arrow keys from one odds button to another: left and right to its neighbour, up and down within its market, on into
 * the next game's card. Tab goes through all of them as ever.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target;
  if (!(from instanceof HTMLButtonElement) || from.dataset.market === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-market]')];
  const column = buttons.filter((button) => button.dataset.market === from.dataset.market);
  const to = neighbour(event.key, from, buttons, column);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function neighbour<T>(key: string, from: T, row: readonly T[], column: readonly T[]): T | undefined {
  switch (key) {
    case 'ArrowLeft':
      return row[row.indexOf(from) - 1];
    case 'ArrowRight':
      return row[row.indexOf(from) + 1];
    case 'ArrowUp':
      return column[column.indexOf(from) - 1];
    case 'ArrowDown':
      return column[column.indexOf(from) + 1];
  }
  return undefined;
}

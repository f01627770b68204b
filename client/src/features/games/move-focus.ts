import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between odds buttons by arrow keys: left and right to the neighbour, up and down within the market
 * and into the next game's card. Tab still stops at every button.
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

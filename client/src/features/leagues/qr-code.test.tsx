import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { QrCode } from './qr-code.tsx';

const page = rootBeforeEach();

/** The modules that the picture draws dark, by rows. Throws unless it is dark on white. */
function drawn(): boolean[][] {
  const svg = page.area.querySelector('svg[role=img]');
  const size = Number(svg?.getAttribute('viewBox')?.split(' ')[3]);
  expect(svg?.getAttribute('class')).toContain('bg-white');
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y] of svg
    ?.querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []) {
    const row = rows[Number(y)];
    if (row) row[Number(x)] = true;
  }
  return rows;
}

/** The formulas of the eight masks. Source: ISO/IEC 18004, 7.8.2. */
const masks: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_i, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** Reads the text of a version 3 code of level M as a camera does, without correcting errors. */
function read(rows: boolean[][]): string {
  const size = rows.length;
  const at = (row: number, column: number) => rows[row]?.[column] === true;
  const number = (bits: readonly boolean[]) => bits.reduce((sum, bit) => 2 * sum + Number(bit), 0);
  // The format information, masked with 101010000010010, begins with the level and the mask.
  const format = number([at(8, 0), at(8, 1), at(8, 2), at(8, 3), at(8, 4)]) ^ 0b10101;
  expect(format >> 3).toBe(0b00); // level M
  const mask = masks[format & 0b111];
  const isFunction = (row: number, column: number) =>
    (row < 9 && (column < 9 || column >= size - 8)) ||
    (row >= size - 8 && column < 9) ||
    row === 6 ||
    column === 6 ||
    (Math.abs(row - (size - 7)) <= 2 && Math.abs(column - (size - 7)) <= 2);
  const bits: boolean[] = [];
  let isUpwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isFunction(row, column)) bits.push(at(row, column) !== mask?.(row, column));
    }
    isUpwards = !isUpwards;
  }
  expect(number(bits.slice(0, 4))).toBe(0b0100); // bytes
  const bytes = Array.from({ length: number(bits.slice(4, 12)) }, (_byte, n) =>
    number(bits.slice(12 + 8 * n, 20 + 8 * n)),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test('the picture says the link to a reader of the standard, with a quiet zone around it', async () => {
  const link = 'https://ching.example/join/K7Q2MX';
  await page.render(<QrCode text={link} label="QR code of the invite link" />);
  const rows = drawn();
  const inner = rows.slice(4, -4).map((row) => row.slice(4, -4));
  const dark = (all: boolean[][]) => all.flat().filter(Boolean).length;
  expect(inner).toHaveLength(29);
  expect(dark(inner)).toBe(dark(rows));
  expect(read(inner)).toBe(link);
});

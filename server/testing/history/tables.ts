import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Tables of real seasons, which are not part of the repository: a folder beside the checkout, if it exists. */
export const historyFolder = fileURLToPath(new URL('../../../../shared/feeds', import.meta.url));

export function hasHistory(): boolean {
  return existsSync(historyFolder);
}

/** The cells of the table `hist-<name>.csv` without its heading: for tables with several columns of one name. */
export function readCells(name: string): string[][] {
  return readLines(name).slice(1);
}

/** The rows of a table by column name; a blank cell is ''. */
export function readRows(name: string): Row[] {
  const [heading = [], ...lines] = readLines(name);
  return lines.map((cells) => new Row(new Map(heading.map((column, at) => [column, cells[at] ?? '']))));
}

/** One row of a table. Throws for a column that the table does not have. */
export class Row {
  readonly #cells: ReadonlyMap<string, string>;

  constructor(cells: ReadonlyMap<string, string>) {
    this.#cells = cells;
  }

  text(column: string): string {
    const cell = this.#cells.get(column);
    if (cell === undefined) throw new Error(`no column ${column}`);
    return cell;
  }

  /** Null for a blank cell. */
  number(column: string): number | null {
    return numberIn(this.text(column));
  }
}

/** The number in a cell; null for a blank cell. */
export function numberIn(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null;
  const value = Number(cell);
  if (Number.isNaN(value)) throw new Error(`not a number: ${cell}`);
  return value;
}

/** The number in a cell. Throws for a blank cell. */
export function numberOf(cell: string | undefined): number {
  const value = numberIn(cell);
  if (value === null) throw new Error('a number is missing');
  return value;
}

function readLines(name: string): string[][] {
  const text = readFileSync(`${historyFolder}/hist-${name}.csv`, 'utf8').replace(/^\uFEFF/, '');
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(cellsOf);
}

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

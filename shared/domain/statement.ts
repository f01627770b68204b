import { csvHeading, csvText } from './csv.ts';
import { type Cents, cents, fromWire, toWire } from './money.ts';
import type { Market, Side } from './side.ts';

/** The kinds of ledger entries. */
export const entryKinds = ['grant', 'stake', 'payout', 'refund', 'reversal', 'rescue'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * The columns of a statement's file. A digest proves the columns before it; the words after it are for reading, because
 * teams, leagues and people may get other names. Source: docs/decisions/statements.md.
 */
const statementColumns = [
  'number',
  'time',
  'entry',
  'ticket',
  'round',
  'amount',
  'balance',
  'bet',
  'digest',
  'words',
] as const;
const digestAt = statementColumns.indexOf('digest');

/** The terms of a leg: they never change after the bet. */
type LegTerms = { gameId: string; market: Market; side: Side; line: number | null; price: number };

/** An entry of a statement. `balance` is the sum of this entry and all before it. */
export type StatementEntry = {
  /** 1 for the first entry. */
  number: number;
  at: Date;
  kind: EntryKind;
  /** Null for what was given without a bet. */
  ticketId: string | null;
  /** The settlement of the ticket that caused the entry; 0 for a stake and for what was given. */
  round: number;
  amount: Cents;
  balance: Cents;
  /** The legs of a stake's ticket; none for other entries. */
  legs: readonly LegTerms[];
};

/** SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** The text of the row before the first entry: whose statement it is. */
export function headText({ leagueId, userId }: { leagueId: string; userId: string }): string {
  return `0,,statement,,,0.00,0.00,league ${leagueId} member ${userId}`;
}

/** The text that the digest of an entry proves. No field of it has a comma, a quote or a line break. */
export function entryText(entry: StatementEntry): string {
  const { number, at, kind, ticketId, round, amount, balance, legs } = entry;
  const bet = legs.map(termsText).join('; ');
  return [number, at.toISOString(), kind, ticketId ?? '', round, toWire(amount), toWire(balance), bet].join(',');
}

function termsText({ gameId, market, side, line, price }: LegTerms): string {
  const signed = price > 0 ? `+${price}` : price;
  return [gameId, market, side, ...(line === null ? [] : [line]), signed].join(' ');
}

/** The digest of a row. `before` is the digest of the row before it; null for the first row. */
export function chainedDigest(before: string | null, text: string, sha256: Sha256): string {
  return sha256(before === null ? text : `${before}\n${text}`);
}

/** The first line of a statement's file. */
export const statementHeading = csvHeading(statementColumns);

/** A row as a record of CSV (RFC 4180). */
export function statementRecord(text: string, digest: string, words: string): string {
  return `${text},${digest},${csvText(words)}\r\n`;
}

/** A row of a statement's file that was read. `line` is the number of its first line in the file, from 1. */
type ReadRow = { line: number; number: number; amount: Cents; balance: Cents; text: string; digest: string };

/** The rows of a file, or what is wrong with it in words. */
type ReadStatement = { rows: ReadRow[] } | { wrong: string };

/** The result of a comparison of two statements, in words. `isContinued` says whether the newer continues the older. */
export type Continuation = { isContinued: boolean; words: string };

/**
 * Whether a newer statement has all rows of an older one, unchanged and in the same order, and both prove themselves:
 * each digest and each balance follows from the rows before.
 *
 * Line breaks, the mark in front of the file, quotes, separators and the zeros of amounts may be those of a
 * spreadsheet's program that has saved a file again.
 */
export function continuation(older: string, newer: string, sha256: Sha256): Continuation {
  const [old, now] = [readProven(older, sha256), readProven(newer, sha256)];
  if ('wrong' in old) return refuted(`The older statement: ${old.wrong}`);
  if ('wrong' in now) return refuted(`The newer statement: ${now.wrong}`);
  const [oldHead, head] = [old.rows[0]?.text, now.rows[0]?.text];
  if (oldHead !== head) {
    return refuted(`These are no statements of one member in one league:\n  ${oldHead}\n  ${head}`);
  }
  for (const [at, row] of old.rows.entries()) {
    const same = now.rows[at];
    if (!same) {
      return refuted(
        `The newer statement ends at entry ${at - 1}; the older one goes on to entry ${old.rows.length - 1}.`,
      );
    }
    if (same.digest !== row.digest) {
      return refuted(
        `The statements differ at entry ${row.number}: line ${row.line} of the older one, line ${same.line} of the newer one.\n  ${row.text}\n  ${same.text}`,
      );
    }
  }
  const [last, more] = [now.rows.at(-1), now.rows.length - old.rows.length];
  return {
    isContinued: true,
    words: `The newer statement continues the older one: entries 1 to ${old.rows.length - 1} are unchanged, ${more} more follow. Both are whole in themselves.\nThe last entry is ${last?.number}, with a balance of ${toWire(cents(last?.balance ?? 0))} Ching and the digest ${last?.digest}`,
  };
}

function refuted(words: string): Continuation {
  return { isContinued: false, words };
}

/** The rows of a file whose numbers, balances and digests follow from each other. */
function readProven(file: string, sha256: Sha256): ReadStatement {
  const read = readRows(file);
  if ('wrong' in read) return read;
  let before: ReadRow | null = null;
  for (const [at, row] of read.rows.entries()) {
    const where = `line ${row.line} (entry ${row.number})`;
    if (row.number !== at) {
      return {
        wrong: `line ${row.line} has entry ${row.number} where entry ${at} belongs: lines are missing, repeated or in another order.`,
      };
    }
    const sum: number = (before?.balance ?? 0) + row.amount;
    if (row.balance !== sum) {
      const words = [before?.balance ?? 0, row.amount, sum].map((amount) => toWire(cents(amount)));
      return {
        wrong: `${where} has a balance of ${toWire(row.balance)}, but ${words[0]} and ${words[1]} are ${words[2]}.`,
      };
    }
    if (row.digest !== chainedDigest(before?.digest ?? null, row.text, sha256)) {
      return { wrong: `${where} does not fit its digest: the line was changed, or one before it.` };
    }
    before = row;
  }
  return read;
}

function readRows(file: string): ReadStatement {
  const { records, isCut } = readRecords(file);
  const [heading, ...rest] = records;
  if (heading?.fields.map((field) => field.trim()).join() !== statementColumns.join()) {
    return { wrong: 'the first line is not the heading of a statement.' };
  }
  const rows: ReadRow[] = [];
  for (const [at, { line, fields }] of rest.entries()) {
    const isLast = at === rest.length - 1;
    if (isLast && (isCut || fields.length < statementColumns.length)) {
      return { wrong: `the file breaks off within line ${line}: it is not whole.` };
    }
    const row = readRow(line, fields);
    if (typeof row === 'string') return { wrong: `line ${line} ${row}` };
    rows.push(row);
  }
  return rows.length === 0 ? { wrong: 'the file has no entries.' } : { rows };
}

/** A row, or what is wrong with it. */
function readRow(line: number, fields: readonly string[]): ReadRow | string {
  if (fields.length !== statementColumns.length) {
    return `has ${fields.length} columns instead of ${statementColumns.length}.`;
  }
  const [
    number = '',
    time = '',
    entry = '',
    ticket = '',
    round = '',
    amount = '',
    balance = '',
    bet = '',
    digest = '',
  ] = fields.slice(0, digestAt + 1).map((field) => field.trim());
  if (!/^\d{1,9}$/.test(number)) return `does not begin with the number of an entry.`;
  const [moved, sum] = [readAmount(amount), readAmount(balance)];
  if (moved === null || sum === null) return `has an amount that is none: ${moved === null ? amount : balance}.`;
  const text = [Number(number), time, entry, ticket, round, toWire(moved), toWire(sum), bet].join(',');
  return { line, number: Number(number), amount: moved, balance: sum, text, digest: digest.toLowerCase() };
}

/** An amount, also with the decimal comma or without the zeros of a spreadsheet. */
function readAmount(text: string): Cents | null {
  return fromWire(text.replace(',', '.'));
}

type Records = { records: { line: number; fields: string[] }[]; isCut: boolean };

/**
 * The records of CSV, without empty lines. The separator is that of the first line. `isCut` says that the file ends
 * within quotes.
 */
function readRecords(file: string): Records {
  const text = file.replace(/^\ufeff/, '');
  const [separator = ','] = /[,;\t]/.exec(text.split(/[\r\n]/, 1)[0] ?? '') ?? [];
  const records: Records['records'] = [];
  let [line, startsAt, field, fields, isQuoted] = [1, 1, '', [] as string[], false];
  const endRecord = () => {
    fields.push(field);
    if (fields.length > 1 || field !== '') records.push({ line: startsAt, fields });
    [field, fields] = ['', []];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const isBreak = character === '\n' || (character === '\r' && text[at + 1] !== '\n');
    if (isBreak) line += 1;
    if (character === '"' && isQuoted && text[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted) field += character;
    else if (character === separator) {
      fields.push(field);
      field = '';
    } else if (isBreak) {
      endRecord();
      startsAt = line;
    } else if (character !== '\r') field += character;
  }
  if (field !== '' || fields.length > 0) endRecord();
  return { records, isCut: isQuoted };
}

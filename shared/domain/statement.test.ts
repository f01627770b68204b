import { expect, test } from 'vitest';
import { cents } from './money.ts';
import {
  chainedDigest,
  continuation,
  entryText,
  headText,
  type StatementEntry,
  statementHeading,
  statementRecord,
} from './statement.ts';

/** A digest that is quick to compute: what is proved is the chain. */
const sha256 = (text: string) => {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_000_007;
  return sum.toString(16);
};

function fileOf(amounts: readonly number[], userId = 'u', words = 'Bills ML'): string {
  let [before, balance] = [headText({ leagueId: 'l', userId }), 0];
  let digest = chainedDigest(null, before, sha256);
  let file = statementHeading + statementRecord(before, digest, 'Statement');
  for (const [at, amount] of amounts.entries()) {
    balance += amount;
    const entry: StatementEntry = {
      number: at + 1,
      at: new Date(at * 1_000),
      kind: at === 0 ? 'grant' : 'stake',
      ticketId: at === 0 ? null : `t${at}`,
      round: 0,
      amount: cents(amount),
      balance: cents(balance),
      legs: at === 0 ? [] : [{ gameId: 'espn:1', market: 'spread', side: 'home', line: -3.5, price: 120 }],
    };
    before = entryText(entry);
    digest = chainedDigest(digest, before, sha256);
    file += statementRecord(before, digest, words);
  }
  return file;
}

const older = fileOf([100_000, -10_000, -5_050]);
const newer = fileOf([100_000, -10_000, -5_050, -2_000]);
const linesOf = (file: string) => file.split('\r\n');

test('a newer statement continues an older one, also with other words and saved by a spreadsheet', () => {
  expect(continuation(older, newer, sha256).isContinued).toBe(true);
  expect(continuation(older, fileOf([100_000, -10_000, -5_050], 'u', '=1+1, "x"'), sha256).isContinued).toBe(true);
  const saved = older.replace('\ufeff', '').replaceAll('\r\n', '\n').replaceAll(',', ';').replaceAll('.00;', ';');
  expect(continuation(saved.replaceAll('"', ''), newer, sha256).isContinued).toBe(true);
});

test.each([
  ['a shorter one', newer, older, 'ends at entry 3'],
  ['one of another member', older, fileOf([100_000, -10_000, -5_050], 'v'), 'no statements of one member'],
  ['one with another past', older, fileOf([100_000, -20_000, -5_050]), 'differ at entry 2: line 4'],
  ['a file that breaks off', older.slice(0, -5), newer, 'breaks off within line 5'],
  ['a file without its end', older.slice(0, -30), newer, 'breaks off within line 5'],
  ['an edited amount', older.replace('-100.00', '-90.00'), newer, 'line 4 (entry 2) has a balance of 900.00'],
  ['an edited bet', older.replace('-3.5', '+3.5'), newer, 'line 4 (entry 2) does not fit its digest'],
  ['a missing line', linesOf(older).toSpliced(3, 1).join('\r\n'), newer, 'line 4 has entry 3 where entry 2 belongs'],
  ['another file', 'a,b\r\n1,2\r\n', newer, 'not the heading'],
])('%s is refused with words that say where', (_name, old, now, words) => {
  const found = continuation(old, now, sha256);
  expect(found.isContinued).toBe(false);
  expect(found.words).toContain(words);
});

test('words that a spreadsheet would take for a formula begin with an apostrophe, and quotes are doubled', () => {
  for (const sign of ['=', '+', '-', '@', ' =']) {
    expect(statementRecord('1', 'd', `${sign}1"`)).toBe(`1,d,"'${sign}1"""\r\n`);
    expect(statementRecord('1', 'd', `a;${sign}1`)).toBe(`1,d,"a;'${sign}1"\r\n`); // where the semicolon separates
  }
});

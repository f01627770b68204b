import { type Cents, fromWhole, maxStake, parseStake, showChing } from './money.ts';

/** The zeros of the digits that people type: each script's other nine digits follow its zero in Unicode. */
const zeros = '0٠۰०০๐０';

/** The invisible characters that text copied from a page may have around its numbers. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A whole number as people write it: plain, or in groups of three between commas, spaces, apostrophes or (two or more)
 * dots. Decimals may be zeros alone. "1.000" is no whole number here: it is a thousand for some and one for others.
 * Nor is "0,500", a half to those who write decimals behind a comma.
 */
const wholeNumber =
  /^(?:\d+|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:'\d{3})+))(?:\.0{0,2})?$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

/** Chosen: room for the highest stake with separators, spaces and the currency around it. */
const longestText = 40;

/** The length of the longest text that `storedText` returns. */
export const longestStoredText = longestText + 1;

/** The digits of a whole number, without leading zeros; empty for nothing and for zero. Null for any other text. */
function digitsOf(text: string): string | null {
  const plain = [...text.replace(directionMarks, '')]
    .map(asciiDigit)
    .join('')
    .replace(/[，٬،]/g, ',')
    .replace(/[．٫]/g, '.')
    .replace(/[’ʼ]/g, "'")
    .replace(/\s/g, ' ')
    .replace(/ching\s*$/i, '') // as copied from this page
    .trim();
  if (plain === '') return '';
  if (!wholeNumber.test(plain)) return null;
  const isInDots = /\.\d{3}/.test(plain);
  return (isInDots ? plain : plain.replace(/\.0*$/, '')).replace(/\D/g, '').replace(/^0+/, '');
}

function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = [...zeros].find((one) => code >= one.charCodeAt(0) && code <= one.charCodeAt(0) + 9);
  return zero === undefined ? character : String(code - zero.charCodeAt(0));
}

/** The text that an amount field stores of what was typed or pasted. A longer text ends in '…' and is no number. */
export function storedText(text: string): string {
  const trimmed = text.length > longestText ? text.trim() : text;
  return trimmed.length > longestText ? `${trimmed.slice(0, longestText)}…` : trimmed;
}

/**
 * The whole Ching that the text of an amount field means: "1,000", " 7", "１２" and "100.00" are numbers to their
 * readers. 0 for every text that is no stake: a refused amount is never changed into another one.
 */
export function wholeOf(text: string): number {
  return stakeOf(text) === null ? 0 : Number(digitsOf(text));
}

/** The stake that the text of an amount field means; null unless it is a stake. */
export function stakeOf(text: string): Cents | null {
  return parseStake(digitsOf(text) ?? '');
}

/** The reason why the text of an amount field is no stake; null if it is one, and while the field is empty. */
export function amountProblem(text: string): string | null {
  const digits = digitsOf(text);
  if (digits === null) return 'Only whole Ching can be bet: a whole number, such as 100.';
  return Number(digits) > maxStake ? `At most ${showChing(fromWhole(maxStake))} can be bet.` : null;
}

/** Whether the text is no number yet, but may be the beginning of one: "1," and "1,0" of "1,000". */
export function mayGrowWhole(text: string): boolean {
  return digitsOf(text) === null && ['0', '00', '000'].some((end) => digitsOf(text + end) !== null);
}

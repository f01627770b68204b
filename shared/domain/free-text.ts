import { lazy } from '#shared/lazy.ts';

/** The text to store, or the words that refuse it. */
export type FreeText = { text: string } | { wrong: string };

type Limits = {
  /** The limit in grapheme clusters (UAX #29): characters as a reader counts them. */
  most: number;
  /** `many` allows line breaks; `one` replaces each with a space. */
  lines: 'one' | 'many';
};

/**
 * Chosen: code points per character before normalising. A family emoji has seven, a Thai or Hindi syllable up to five.
 */
const codePointsEach = 4;
/** More than four nonspacing marks in a row. UTS #39 §5.4 advises to refuse them. */
const tooManyMarks = /[\p{Mn}\p{Me}]{5}/u;

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
/** Viramas suppress a consonant's inherent vowel: canonical combining class 9 (Unicode Character Database). */
const virama =
  '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0EBA\\u0F84\\u1039\\u103A' +
  '\\u1714\\u1715\\u1734\\u17D2\\u1A60\\u1B44\\u1BAA\\u1BAB\\u1BF2\\u1BF3\\u2D7F\\uA806\\uA82C\\uA8C4\\uA953\\uA9C0\\uAAF6\\uABED]';
const indicScripts = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Tagalog', 'Hanunoo', 'Khmer', 'Tai_Tham', 'Balinese', 'Sundanese', 'Batak'],
  ...['Tifinagh', 'Syloti_Nagri', 'Saurashtra', 'Rejang', 'Javanese', 'Meetei_Mayek'],
];
/** A letter of a script that has a virama. */
const indic = `(?=\\p{L})[${indicScripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
/** A letter of a script in which a joiner before a virama asks for another conjunct than one after it. */
const joinedBefore = '(?=\\p{L})[\\p{Script=Bengali}\\p{Script=Kannada}\\p{Script=Sinhala}]';
const cursive =
  '(?=\\p{L})[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Adlam}]';
/** Invisible characters that occur in valid sequences: joiners, variation selectors and tags. */
const partOfSequence = '[\\u180B-\\u180D\\u180F\\u200C\\u200D\\uFE0E\\uFE0F\\u{E0020}-\\u{E007F}\\u{E0100}-\\u{E01EF}]';
const marks = `(?:(?!${partOfSequence})\\p{M})*`;
const pictograph = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?';

/** The sequences in which Unicode needs an invisible character. Cleaning does not change them. */
const validSequences = [
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}', // flags of regions (UTS #51)
  `${pictograph}(?:\\u200D${pictograph})*`, // emoji and their joined sequences (UTS #51)
  '[#*0-9]\\uFE0F\\u20E3', // keycaps (UTS #51)
  '\\p{Unified_Ideograph}[\\u{E0100}-\\u{E01EF}]', // variants of Han characters (UTS #37)
  '(?=\\p{L})\\p{Script=Mongolian}[\\u180B-\\u180D\\u180F]', // variants of Mongolian letters
  `${indic}${marks}${virama}[\\u200C\\u200D]`, // forms of Indic conjuncts (RFC 5892, appendix A)
  `${joinedBefore}${marks}\\u200D(?=${virama}${joinedBefore})`, // Bengali ra before ya-phalaa (Unicode Standard §12.2)
  `${cursive}${marks}\\u200C(?=${cursive})`, // Persian: letters of a word that do not connect (RFC 5892, appendix A.1)
];

/** A visible character. The four exceptions are symbols and letters that are drawn as nothing. */
const visible = /(?![\u2800\u{1D159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;

const patterns = lazy(() => ({
  /** Control characters, bidirectional controls, and invisible characters that occur in no valid sequence. */
  invisible: new RegExp(
    `(?!\\n|${partOfSequence})[\\p{Cc}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]`,
    'gu',
  ),
  sequence: new RegExp(`(${validSequences.join('|')})|${partOfSequence}`, 'gu'),
}));

/**
 * Cleans a text that a person typed, so that it can be stored, compared and shown beside others.
 *
 * Removes control, bidirectional and invisible characters, and joiners and variation selectors outside the sequences
 * that need them. Normalises to NFC and trims. A text without a visible character becomes empty. The length is checked
 * first, so that no pattern and no normalisation reads an over-long text. Cleaning a cleaned text changes nothing.
 */
export function cleanText(typed: string, { most, lines }: Limits): FreeText {
  const tooLong = { wrong: `must be at most ${most} characters` };
  const mostCodePoints = most * codePointsEach;
  if (typed.length > 2 * mostCodePoints || [...typed].length > mostCodePoints) return tooLong;
  if (!typed.isWellFormed() || typed.includes('\u0000')) return { wrong: 'contains characters that cannot be stored' };
  let text = typed.replace(lineBreak, lines === 'many' ? '\n' : ' ').replaceAll('\t', ' ');
  let before: string;
  do {
    before = text;
    text = cleanOnce(text);
  } while (text !== before && !tooManyMarks.test(text));
  if (!visible.test(text)) return { text: '' };
  if (tooManyMarks.test(text)) return { wrong: 'has too many marks on one letter' };
  return hasMoreThan(most, text) ? tooLong : { text };
}

/**
 * One pass of cleaning. The pass may remove a character between two marks. NFC then reorders the marks, and a sequence
 * that was valid before may be valid no longer, so the caller repeats the pass until nothing changes.
 */
function cleanOnce(text: string): string {
  const { invisible, sequence } = patterns();
  const composed = text.replace(invisible, '').normalize('NFC');
  return composed
    .replace(sequence, (_all, complete: string | undefined) => complete ?? '')
    .normalize('NFC')
    .trim();
}

/** Whether the text has more than `most` grapheme clusters. Browsers without Intl.Segmenter count code points. */
function hasMoreThan(most: number, text: string): boolean {
  if (text.length <= most) return false;
  const characters = 'Segmenter' in Intl ? new Intl.Segmenter().segment(text) : text;
  let count = 0;
  for (const _character of characters) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

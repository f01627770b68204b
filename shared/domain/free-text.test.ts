import { describe, expect, test } from 'vitest';
import { cleanText } from './free-text.ts';

const name = (typed: string, most = 40) => cleanText(typed, { most, lines: 'one' });
const note = (typed: string) => cleanText(typed, { most: 40, lines: 'many' });

describe('a name', () => {
  test.each([
    ['plain', 'Sunday League', 'Sunday League'],
    ['with blanks around it', '  Ann \u3000', 'Ann'],
    ['with a tab and a line break', 'Ann\tLee\r\nSmith\u2028Jones', 'Ann Lee Smith Jones'],
    ['decomposed', 'E\u0301mile', 'Émile'],
    ['markup', '<b>Ann</b>', '<b>Ann</b>'],
    ['with controls', 'A\u0007n\u001bn\u007f\u009f', 'Ann'],
    ['turned around by an override', '\u202eeeL\u202c nnA', 'eeL nnA'],
    ['with isolates and marks of direction', '\u2066Ann\u2069\u200e\u200f\u061c', 'Ann'],
    ['with invisible characters', 'A\u200bn\u2060n\ufeff\u00ad\u034f', 'Ann'],
    ['with joiners between Latin letters', 'A\u200dn\u200cn\ufe0f', 'Ann'],
    ['with tags after a letter', 'Ann\u{e0041}\u{e007f}', 'Ann'],
    ['with annotation marks', 'A\ufff9n\ufffan\ufffb', 'Ann'],
    ['with a joiner between accents', 'e\u200d\u0301', 'é'],
    ['in Hebrew', 'דנה\u200f לוי', 'דנה לוי'],
    ['in Persian, whose words need a non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['in Persian, with one at its end', 'خواهم\u200c', 'خواهم'],
    ['in Hindi, with a visible virama', 'क्\u200cष', 'क्\u200cष'],
    ['in Sinhala, with a joined conjunct', 'ශ්\u200dරී', 'ශ්\u200dරී'],
    ['in Malayalam, with an old chillu', 'അവന്\u200d', 'അവന്\u200d'],
    ['in Malayalam, with an old chillu before a letter', 'അവന്\u200dമ', 'അവന്\u200dമ'],
    ['in Sinhala, with a joined rakaransaya', 'ප්\u200dර', 'ප්\u200dර'],
    ['in Sinhala, with touching letters', 'ක\u200d්ත', 'ක\u200d්ත'],
    ['in Bengali, with ra before a ya-phalaa', 'র\u200d্যাব', 'র\u200d্যাব'],
    ['in Bengali, with an old khanda ta', 'উত্\u200d', 'উত্\u200d'],
    ['in Kannada, with a ra that is no repha', 'ರ\u200d್ಕ', 'ರ\u200d್ಕ'],
    ['in Bengali, with a joiner before no virama', 'র\u200dয', 'রয'],
    ['in Bengali, with a joiner before a virama at its end', 'র\u200d্', 'র্'],
    ['in Bengali, with two joiners before a virama', 'র\u200d\u200d্য', 'র্য'],
    ['in Hindi, with a joiner before a virama', 'र\u200d्य', 'र्य'],
    ['in Thai', 'น้ำ', 'น้ำ'],
    ['in Vietnamese', 'Nguyễn', 'Nguyễn'],
    ['in Han, with a variant', '葛\u{e0100}城', '葛\u{e0100}城'],
    ['in Mongolian, with a variant', 'ᠮ\u180b', 'ᠮ\u180b'],
    ['in Mongolian, with a second variant selector', 'ᠮ\u180b\u180c\u180b', 'ᠮ\u180b'],
    ['with Mongolian variant selectors after a digit and a comma', '᠑\u180b᠂\u180c', '᠑᠂'],
    ['with a virama and a joiner after a Latin letter', 'A\u094d\u200dn', 'A\u094dn'],
    ['with a virama and a joiner at its start', '\u094d\u200cAnn', '\u094dAnn'],
    ['with a second joiner after a virama', 'क्\u200d\u200cष', 'क्\u200dष'],
    ['in Hindi, with a nukta before a virama and a joiner', 'ड\u093c्\u200dष', 'ड\u093c्\u200dष'],
    ['in Hindi, with an emoji selector before a virama', 'क\ufe0f्ष', 'क्ष'],
    ['in Persian, with an emoji selector before a non-joiner', 'می\ufe0f\u200cخ', 'میخ'],
    ['with a joiner that a mark parts from its virama', 'क\u0301\u200d\u094d\u200dष', 'क\u094d\u0301ष'],
    ['a heart', '❤\ufe0f', '❤\ufe0f'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦', '👨\u200d👩\u200d👧\u200d👦'],
    ['a runner with a skin tone', '🏃🏽\u200d♀\ufe0f', '🏃🏽\u200d♀\ufe0f'],
    ['red hair', '👩\u200d🦰', '👩\u200d🦰'],
    ['a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['a flag of letters', '🇩🇪', '🇩🇪'],
    ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', null],
    ['an emoji joined to nothing', '🏈\u200d', '🏈'],
    ['a digit with an emoji selector', '1\ufe0f', '1'],
  ])('%s is kept as a reader sees it', (_name, typed, text) => {
    expect(name(typed)).toEqual({ text: text ?? typed });
  });

  test.each([
    '',
    ' ',
    '\u00a0\u3000',
    '\u200b',
    '\u202e',
    '\u200d\u200c\ufe0f',
    '\u3164',
    '\u115f\u1160\uffa0',
    '\u2800',
    '\u{1d159}',
    '\u{13441}\u{13442}',
    '\u{e0041}',
    '\u0301\u0302',
    '\t\n',
  ])('%j shows nothing, so it is empty', (typed) => {
    expect(name(typed)).toEqual({ text: '' });
  });

  test.each([
    ['NUL', 'a\u0000b', 'contains characters that cannot be stored'],
    ['a lone surrogate', 'a\ud800b', 'contains characters that cannot be stored'],
    ['a flood of marks', `Z${'\u0310'.repeat(5)}algo`, 'has too many marks on one letter'],
    ['41 letters', 'n'.repeat(41), 'must be at most 40 characters'],
    ['41 emoji', '🏈'.repeat(41), 'must be at most 40 characters'],
    ['161 code points', `n${'\u200b'.repeat(160)}`, 'must be at most 40 characters'],
  ])('with %s is refused', (_name, typed, wrong) => {
    expect(name(typed)).toEqual({ wrong });
  });

  test.each([
    ['40 letters', 'n'.repeat(40)],
    ['40 emoji of two units each', '🏈'.repeat(40)],
    ['16 families of seven code points each', '👨\u200d👩\u200d👧\u200d👦'.repeat(16)],
    ['40 decomposed letters', 'e\u0301'.repeat(40)],
  ])('of %s is short enough', (_name, typed) => {
    expect(name(typed)).toEqual({ text: typed.normalize('NFC') });
  });
});

test('a note keeps its line breaks, in one spelling, and nothing else that is invisible', () => {
  expect(note('First\r\nSecond\u2028Third\tpart\u202e\n')).toEqual({ text: 'First\nSecond\nThird part' });
});

test('characters are counted by code points where the browser cannot segment', () => {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  try {
    expect([name('🏈'.repeat(40)), name('🏈'.repeat(41))]).toEqual([
      { text: '🏈'.repeat(40) },
      { wrong: 'must be at most 40 characters' },
    ]);
  } finally {
    Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true });
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText } from './free-text.ts';

const special = fc.constantFrom(
  ...'\u200c\u200d\ufe0e\ufe0f\u202e\u2066\u200b\u0301\u0338\u20e3\u094d\u0915\u0645\u0649\u180b\u182e\u2800\u3164\n\t \u00a0',
  ...[
    '🏴',
    '👩',
    '❤',
    '🏽',
    '🇩',
    '葛',
    '1',
    'e',
    'K',
    '\u{e0067}',
    '\u{e007f}',
    '\u{e0100}',
    '\u0344',
    '\u212b',
    '\ufb2c',
  ],
);
const typed = fc.string({ unit: fc.oneof(special, fc.string({ unit: 'binary', maxLength: 1 })), maxLength: 60 });
const limits = fc.record({
  most: fc.integer({ min: 1, max: 60 }),
  lines: fc.constantFrom('one' as const, 'many' as const),
});

test('cleaning what was cleaned changes nothing', () => {
  fc.assert(
    fc.property(typed, limits, (text, given) => {
      const once = cleanText(text, given);
      fc.pre('text' in once);
      expect(cleanText(once.text, given)).toEqual(once);
    }),
    { numRuns: 500 },
  );
});

test('cleaning what was cleaned changes nothing, however invisible characters and marks alternate', () => {
  // Marks of the canonical combining classes 230, 7 and 9. NFC reorders them when no other character is between them.
  const tangled = fc.constantFrom(
    ...'\u0301\u093c\u094d\u09cd\u200c\u200d\ufe0f\u180b\u180c\u0915\u182e\u0645aK\u20e3❤',
  );
  fc.assert(
    fc.property(fc.string({ unit: tangled, maxLength: 24 }), (text) => {
      const once = cleanText(text, { most: 24, lines: 'one' });
      fc.pre('text' in once);
      expect(cleanText(once.text, { most: 24, lines: 'one' })).toEqual(once);
    }),
    { numRuns: 2_000, seed: 13 },
  );
});

test('what is stored has no control or bidirectional character, is normal, trimmed, and visible unless empty', () => {
  fc.assert(
    fc.property(typed, limits, (text, given) => {
      const cleaned = cleanText(text, given);
      fc.pre('text' in cleaned && cleaned.text !== '');
      const { text: stored } = cleaned;
      expect(stored).toBe(stored.normalize('NFC').trim());
      expect(stored).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      if (given.lines === 'one') expect(stored).not.toContain('\n');
      expect(stored).toMatch(/[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u);
      expect([...new Intl.Segmenter().segment(stored)].length).toBeLessThanOrEqual(given.most);
    }),
    { numRuns: 500 },
  );
});

test('an ordinary text stays as it is', () => {
  const ordinary = fc.stringMatching(/^[A-Za-z0-9ÄÖÜäöüßéèñ'.!?-]{1,60}$/);
  fc.assert(
    fc.property(ordinary, (text) => {
      expect(cleanText(text, { most: 60, lines: 'one' })).toEqual({ text });
    }),
  );
});

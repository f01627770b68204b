import { describe, expect, test } from 'vitest';
import { fromWhole } from '#shared/domain/money.ts';
import { aRecap, aRecapRow, people } from '#shared/testing/recap.ts';
import { recapSvg } from './recap-picture.ts';

describe('the picture', () => {
  const widths = (text: string, size: number) => text.length * size * 0.6;
  const drawn = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');

  test('is well-formed whatever a league is called, and says play currency', () => {
    const svg = recapSvg(
      '<script> & "friends"\u0007\uffff',
      aRecap({ winners: people(`A&B<c>${'W'.repeat(60)}`) }),
      widths,
    );
    const document = drawn(svg);
    expect(document.querySelector('parsererror')).toBeNull();
    expect(svg).not.toContain('\uffff'); // Chromium decodes no image with it, although this parser does
    expect(document.documentElement.textContent).toContain('Play currency. No real money.');
    expect(document.documentElement.textContent).toContain('<script> & "friends"');
  });

  test('has no text below 28 px, and none that leaves the picture', () => {
    const rows = Array.from({ length: 300 }, (_, at) =>
      aRecapRow(`${'W'.repeat(59)}${at}`, { rank: at + 1, net: fromWhole(-1_234_567), balance: fromWhole(1_234_567) }),
    );
    const names = [...drawn(recapSvg('W'.repeat(60), aRecap({ rows }), widths)).querySelectorAll('text')];
    for (const text of names) {
      const size = Number(text.getAttribute('font-size'));
      const left = Number(text.getAttribute('x'));
      const width = widths(text.textContent ?? '', size);
      const from = text.getAttribute('text-anchor') === 'end' ? left - width : left;
      expect([text.textContent, size >= 28, from >= 0 && from + width <= 1_080]).toEqual([
        text.textContent,
        true,
        true,
      ]);
    }
  });

  test('shows the winner also from below the first rows', () => {
    const rows = Array.from({ length: 20 }, (_, at) =>
      aRecapRow(at === 19 ? 'Priya' : `Member ${at}`, { rank: at + 1 }),
    );
    expect(recapSvg('League', aRecap({ rows }), widths)).toContain('>20</text>');
  });
});

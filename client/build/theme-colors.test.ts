import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/app/styles.css'), 'utf8');

/** A design token's color in both themes. */
function token(name: string): { light: string; dark: string } {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  if (!light || !dark) throw new Error(`no --${name}`);
  return { light, dark };
}

/** Source: WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Source: WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(['page', 'surface'])('the outline of what is loading is seen on the %s', (ground) => {
    // Chosen: more than the lines around cards have, which one sees. A raised box has as little as 1.01.
    const line = contrast(token('edge')[theme], token(ground)[theme]);
    const outline = contrast(token('placeholder')[theme], token(ground)[theme]);
    expect(outline).toBeGreaterThan(1.3);
    expect(outline).toBeGreaterThan(line);
  });

  test('the quiet lines of the race are seen on their card', () => {
    // Source: WCAG 1.4.11.
    expect(contrast(token('quiet-line')[theme], token('surface')[theme])).toBeGreaterThan(3);
  });
});

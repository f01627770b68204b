import { expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { cents } from '#shared/domain/money.ts';
import { ChangeIfEnded } from './if-ended.tsx';

const page = rootBeforeEach();

/** The words and the tone of the change between these balances in hundredths. */
async function changeFrom(before: number, after: number) {
  const row = { userId: '', name: '', rank: 1, balance: cents(after), before: { rank: 1, balance: cents(before) } };
  await page.render(<ChangeIfEnded row={row} />);
  const { textContent, className } = page.area.firstElementChild as HTMLElement;
  return [textContent, /text-(won|lost|soft)/.exec(className)?.[1]];
}

test('the change is the difference of the two balances as they are shown, in whole Ching', async () => {
  expect(await changeFrom(1_000_00, 1_090_91)).toEqual(['+90 Ching', 'won']);
  expect(await changeFrom(1_000_90, 1_091_10)).toEqual(['+91 Ching', 'won']); // 1,000 to 1,091
  expect(await changeFrom(1_000_10, 990_90)).toEqual(['-10 Ching', 'lost']); // 1,000 to 990
  expect(await changeFrom(1_000_90, 990_10)).toEqual(['-10 Ching', 'lost']);
  expect(await changeFrom(1_000_10, 1_000_90)).toEqual(['as it is', 'soft']);
  expect(await changeFrom(-9, 9)).toEqual(['+1 Ching', 'won']); // -1 to 0
});

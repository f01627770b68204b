import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { aLine, aRace, weeksWonBy } from './example-race.ts';
import { RaceView } from './race-view.tsx';

const page = rootBeforeEach();

const race = aRace(
  aLine('Maya', 1, [1_000, 1_120, 1_199, 1_318]),
  aLine('Theo', 2, [1_000, 980, 1_088, 1_171]),
  aLine('Jordan', 3, [1_000, 900, 1_000, 1_021]),
  aLine('Luca', 4, [1_000, 1_000, 950, 871]),
);
const weeks = weeksWonBy('Maya', 'Theo');

const slider = () => page.area.querySelector<HTMLElement>('[role=slider]');
const sentence = () => slider()?.getAttribute('aria-valuetext');
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () =>
    slider()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  );
const chips = () => [...page.area.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')];
const chip = (name: string) => chips().find(({ textContent }) => textContent === name);
const readout = () => [...page.area.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

describe('the race of four', () => {
  beforeEach(() => page.render(<RaceView race={race} weeks={weeks} viewerId="id of Jordan" />));

  test('begins at the present, with the leader and the viewer', () => {
    expect(sentence()).toBe('Week 3 so far. Nobody has won it yet. Maya, 1st: 1,318. You, 3rd: 1,021.');
    expect(readout()).toEqual(['Maya 1st1,318', 'You 3rd1,021']);
    expect(slider()?.getAttribute('aria-valuenow')).toBe('3');
    expect(slider()?.getAttribute('aria-valuemax')).toBe('3');
  });

  test('is read week by week by arrow keys, Home and End', async () => {
    await press('ArrowLeft');
    expect(sentence()).toBe('After week 2. Theo won it, +108. Maya, 1st: 1,199. You, 3rd: 1,000.');
    expect(page.area.textContent).toContain('Theo won it +108');
    await press('ArrowLeft');
    expect(sentence()).toBe('After week 1. Maya won it, +108. Maya, 1st: 1,120. You, 4th: 900.');
    await press('Home');
    expect(sentence()).toBe('At the start. The league begins. Maya, 1st: 1,000. You, 1st: 1,000.');
    await press('ArrowLeft');
    expect(slider()?.getAttribute('aria-valuenow')).toBe('0');
    await press('End');
    await press('ArrowRight');
    expect(slider()?.getAttribute('aria-valuenow')).toBe('3');
  });

  test('leaves Alt and an arrow to the browser, which goes back', async () => {
    await press('ArrowLeft', { altKey: true });
    expect(slider()?.getAttribute('aria-valuenow')).toBe('3');
  });

  test('has a chip for everybody but the leader and the viewer, which brings a third line to the front and back', async () => {
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Theo', 'Luca']);
    await act(async () => chip('Luca')?.click());
    expect(chip('Luca')?.getAttribute('aria-pressed')).toBe('true');
    expect(readout()).toEqual(['Maya 1st1,318', 'You 3rd1,021', 'Luca 4th871']);
    expect(sentence()).toContain('Luca, 4th: 871.');
    await act(async () => chip('Theo')?.click());
    expect(readout().at(-1)).toBe('Theo 2nd1,171');
    await act(async () => chip('Theo')?.click());
    expect(readout()).toHaveLength(2);
  });

  test('brings the line of a chip to the front also after a touch of another one', async () => {
    const chart = slider();
    const touch = (type: string) =>
      new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 1, clientX: 0, clientY: 0 });
    await act(async () => chart?.dispatchEvent(touch('pointerdown')));
    await act(async () => chart?.dispatchEvent(touch('pointerup')));
    await act(async () => chip('Luca')?.click());
    expect(readout().some((words) => words?.startsWith('Luca'))).toBe(true);
  });

  test('is a table, too', () => {
    expect(page.area.querySelector('caption')?.textContent).toBe('The race in figures');
    const cells = [...page.area.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td, bdi')].map(({ textContent }) => textContent),
    );
    expect(cells[0]).toEqual(['1', 'Maya', '1,318', '1,318', '1,000']);
    expect(cells[2]).toEqual(['3', 'Jordan', '1,021', '1,021', '900']);
    expect(page.area.querySelector('tr[aria-current=true]')?.textContent).toContain('YOU');
  });

  test('stays at the chosen week when new data has further ones', async () => {
    await press('ArrowLeft');
    const longer = aRace(
      ...race.lines.map((line) => ({ ...line, points: [...line.points, ...line.points.slice(-1)] })),
    );
    await page.render(<RaceView race={longer} weeks={weeksWonBy('Maya', 'Theo', null)} viewerId="id of Jordan" />);
    expect(sentence()).toMatch(/^After week 2\./);
    await press('ArrowRight');
    expect(sentence()).toMatch(/^After week 3\. The house won it\./);
  });
});

test('a viewer who leads is not shown twice', async () => {
  await page.render(<RaceView race={race} weeks={weeks} viewerId="id of Maya" />);
  expect(readout()).toEqual(['You 1st1,318']);
  expect(chips()).toHaveLength(3);
});

test('a member alone has a line and no chips', async () => {
  await page.render(<RaceView race={aRace(aLine('Ann', 1, [1_000, 900]))} weeks={weeksWonBy()} viewerId="id of Ann" />);
  expect(sentence()).toBe('Week 1 so far. Nobody has won it yet. You, 1st: 900.');
  expect(chips()).toEqual([]);
});

test('a large league says no rank of an earlier week: those of most members are not known', async () => {
  await page.render(<RaceView race={{ ...race, members: 300 }} weeks={weeks} viewerId="id of Jordan" />);
  expect(sentence()).toContain('You, 3rd: 1,021.');
  await press('ArrowLeft');
  expect(sentence()).toContain('You: 1,000.');
});

test('a shared week names one of its winners and how many more there are', async () => {
  const [, shared, ...others] = weeksWonBy('Maya', 'Theo', 'Luca').frozen;
  if (!shared) throw new Error('no week');
  const winners = ['Maya', 'Theo', 'Luca'].map((name) => ({ userId: `id of ${name}`, name }));
  const frozen = [{ ...shared, winners }, ...others];
  await page.render(<RaceView race={race} weeks={{ ...weeks, frozen }} viewerId="id of Jordan" />);
  await press('ArrowLeft');
  expect(sentence()).toMatch(/^After week 2\. Maya and 2 more, \+108\./);
});

test('the viewer is named before others who won the same week', async () => {
  const [, shared, ...others] = weeksWonBy('Maya', 'Theo', 'Luca').frozen;
  if (!shared) throw new Error('no week');
  const winners = ['Maya', 'Jordan'].map((name) => ({ userId: `id of ${name}`, name }));
  await page.render(
    <RaceView race={race} weeks={{ ...weeks, frozen: [{ ...shared, winners }, ...others] }} viewerId="id of Jordan" />,
  );
  await press('ArrowLeft');
  expect(sentence()).toMatch(/^After week 2\. You and 1 more, \+108\./);
  expect(page.area.textContent).toContain('You and 1 more +108');
});

test('a name of the other direction cannot reorder the sentence', async () => {
  const names = aRace(aLine('חבר', 1, [1_000, 1_100]), aLine('Ann', 2, [1_000, 900]));
  await page.render(<RaceView race={names} weeks={weeksWonBy()} viewerId="id of Ann" />);
  expect(sentence()).toContain('\u2068חבר\u2069, 1st: 1,100.');
});

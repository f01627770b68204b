import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Price } from '#shared/domain/price.ts';
import { emptySlip, type Pick, reprice, type Slip, setAmount, setMode, toggle } from '#shared/domain/slip.ts';
import { aPick } from '#shared/testing/examples.ts';
import { createSlipStore, legId } from './store.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  createSlipStore().change(emptySlip); // also a slip in memory, without a storage
});

function aSlip(...picks: Pick[]): Slip {
  return picks.reduce<Slip>((slip, pick) => {
    const next = toggle(slip, pick);
    return 'title' in next ? slip : setAmount(next, pick, '100');
  }, emptySlip);
}

test('the slip survives a reload, amounts and mode included', () => {
  const slip = setMode(aSlip(aPick('espn:1'), aPick('espn:2')), 'parlay');
  createSlipStore().change(slip);
  expect(createSlipStore().read().slip).toEqual(slip);
});

test('a cleared slip leaves nothing behind', () => {
  const store = createSlipStore();
  store.change(aSlip(aPick('espn:1')));
  store.change(emptySlip);
  expect(localStorage).toHaveLength(0);
});

test.each([
  'rubbish',
  '{}',
  '{"mode":"individual","entries":[{"pick":{"gameId":"espn:1"},"amount":"1e9"}],"parlayAmount":"","carried":null}',
])('%s in the storage is an empty slip', (text) => {
  localStorage.setItem('ching.slip', text);
  expect(createSlipStore().read().slip).toEqual(emptySlip);
});

test('a price that cannot be is dropped with the whole slip', () => {
  const pick = aPick('espn:1');
  createSlipStore().change(reprice(aSlip(pick), pick, { line: null, price: -50 as Price }));
  expect(createSlipStore().read().slip).toEqual(emptySlip);
});

test('a change in another tab is followed while the store has a listener', () => {
  const store = createSlipStore();
  const stop = store.subscribe(() => {});
  createSlipStore().change(aSlip(aPick('espn:1')));
  window.dispatchEvent(new StorageEvent('storage', { key: 'ching.slip' }));
  stop();
  expect(store.read().slip.entries).toHaveLength(1);
});

test('a slip that was cleared in another tab while the store had no listener is gone for the next listener', () => {
  const store = createSlipStore();
  store.change(aSlip(aPick('espn:1')));
  createSlipStore().change(emptySlip);
  const stop = store.subscribe(() => {});
  expect(store.read().slip).toEqual(emptySlip);
  stop();
});

test('without a storage the slip lives as long as the page, whatever other tabs do', () => {
  vi.stubGlobal('localStorage', null); // every access to the storage then throws
  const store = createSlipStore();
  store.change(aSlip(aPick('espn:1')));
  store.syncFromStorage();
  expect(store.read().slip.entries).toHaveLength(1);
});

test('what was said about a leg goes with the leg', () => {
  const store = createSlipStore();
  const [one, two] = [aPick('espn:1'), aPick('espn:2')];
  store.change(aSlip(one, two));
  for (const pick of [one, two]) store.note(pick, { kind: 'refused', words: 'Betting locked' });
  store.change(aSlip(two));
  expect(Object.keys(store.read().notes)).toEqual([legId(two)]);
});

const refused = { kind: 'refused', words: 'Total bet amount (100 Ching) exceeds your available balance' } as const;

test('a refusal goes once the amount, the line or the price of its bet is another, and stays on other bets', () => {
  const [one, two] = [aPick('espn:1'), aPick('espn:2')];
  for (const next of [
    setAmount(aSlip(one, two), one, '10'),
    reprice(aSlip(one, two), one, { line: -4, price: one.price }),
    reprice(aSlip(one, two), one, { line: one.line, price: -125 as Price }),
  ]) {
    const store = createSlipStore();
    store.change(aSlip(one, two));
    for (const pick of [one, two]) store.note(pick, refused);
    store.change(next);
    expect(Object.keys(store.read().notes)).toEqual([legId(two)]);
  }
});

test('odds that moved are noted also after the amount was changed', () => {
  const pick = aPick('espn:1');
  const store = createSlipStore();
  store.change(aSlip(pick));
  store.note(pick, { kind: 'changed', terms: { line: -4, price: -125 as Price } });
  store.change(setAmount(aSlip(pick), pick, '10'));
  expect(store.read().notes[legId(pick)]).toMatchObject({ kind: 'changed' });
});

test('what was said about a leg goes when another tab changes or removes the leg', () => {
  const [one, two, three] = [aPick('espn:1'), aPick('espn:2'), aPick('espn:3')];
  const store = createSlipStore();
  store.change(aSlip(one, two, three));
  for (const pick of [one, two, three]) store.note(pick, refused);
  const otherSide: Pick = { ...two, side: 'away' };
  createSlipStore().change(setAmount(aSlip(one, otherSide), one, '10'));
  store.syncFromStorage();
  expect(store.read().slip.entries).toHaveLength(2);
  expect(store.read().notes).toEqual({});
});

import { afterEach, expect, test, vi } from 'vitest';
import { readStored, removeStored, store } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  removeStored('a');
});

/** The browser's storage whose members `broken` throw. */
function storageWithout(...broken: (keyof Storage)[]): Storage {
  return new Proxy(localStorage, {
    get(storage, name: string) {
      if (broken.includes(name)) throw new DOMException('no room', 'QuotaExceededError');
      return Reflect.get(storage, name).bind(storage);
    },
  });
}

test('a text is in the storage of the browser until it is removed', () => {
  store('a', 'one');
  expect([readStored('a'), localStorage.getItem('a')]).toEqual(['one', 'one']);
  removeStored('a');
  expect([readStored('a'), localStorage.getItem('a')]).toEqual([null, null]);
});

test('where storage is forbidden a text lasts as long as the page', () => {
  vi.stubGlobal('localStorage', storageWithout('getItem', 'setItem', 'removeItem'));
  expect(readStored('a')).toBeNull();
  store('a', 'one');
  expect(readStored('a')).toBe('one');
  removeStored('a');
  expect(readStored('a')).toBeNull();
});

test('where storage is full the latest text counts, and is stored again once there is room', () => {
  store('a', 'one');
  vi.stubGlobal('localStorage', storageWithout('setItem'));
  store('a', 'two');
  expect(readStored('a')).toBe('two');
  vi.unstubAllGlobals();
  store('a', 'three');
  expect([readStored('a'), localStorage.getItem('a')]).toEqual(['three', 'three']);
});

test('a text that a full storage refused is gone once it is removed, and so is the text before it', () => {
  store('a', 'one');
  vi.stubGlobal('localStorage', storageWithout('setItem'));
  store('a', 'two');
  removeStored('a');
  expect(readStored('a')).toBeNull();
});

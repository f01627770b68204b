import { expect, test } from 'vitest';
import { groupByLegs } from './group-by-legs.ts';

const groupsOf = (legs: readonly number[], most: number, mostLegs: number) =>
  groupByLegs(
    legs.map((count) => ({ legs: count })),
    most,
    mostLegs,
  ).map((group) => group.map((item) => item.legs));

test('a group has at most so many items', () => {
  expect(groupsOf([1, 1, 1, 1, 1], 2, 100)).toEqual([[1, 1], [1, 1], [1]]);
});

test('a group has at most so many legs', () => {
  expect(groupsOf([4, 6, 1, 9, 2], 100, 10)).toEqual([[4, 6], [1, 9], [2]]);
});

test('an item with more legs is alone, wherever it comes', () => {
  expect(groupsOf([11, 1, 12, 2, 13], 100, 10)).toEqual([[11], [1], [12], [2], [13]]);
});

test('no items make no group', () => {
  expect(groupsOf([], 2, 10)).toEqual([]);
});

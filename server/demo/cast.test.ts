import { expect, test } from 'vitest';
import { Chance } from '../feed/simulation/chance.ts';
import { castOf, personNamed, visitor } from './cast.ts';

test('everybody is found by their first name, since no two of them share it', () => {
  const casts = Array.from({ length: 20 }, (_, seed) => castOf(new Chance(`cast ${seed}`)));
  const people = new Set([visitor, ...casts.flat()]);
  expect(people.size).toBeGreaterThan(8);
  for (const person of people) expect(personNamed(person.firstName)).toBe(person);
  expect(personNamed('Nobody')).toBe(null);
});

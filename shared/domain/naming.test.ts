import { describe, expect, test } from 'vitest';
import {
  barName,
  cutName,
  displayName,
  emailLocalPart,
  initialOf,
  initialsOf,
  publicSignerName,
  rowName,
  signerName,
} from './naming.ts';

describe('a display name', () => {
  const full = { displayName: 'The Shark', username: 'shark7', firstName: 'Ann', lastName: 'Lee' };

  test.each([
    [full, 'The Shark'],
    [{ ...full, displayName: null }, 'shark7'],
    [{ ...full, displayName: null, username: null }, 'Ann L.'],
    [{ firstName: 'Ann', lastName: null }, 'Ann'],
    [{ firstName: 'Ann' }, 'Ann'],
    [{ lastName: 'Lee' }, 'Player'],
    [{}, 'Player'],
    [{ ...full, displayName: '   ', username: '' }, 'Ann L.'],
    [{ firstName: ' Ann ', lastName: ' Lee ' }, 'Ann L.'],
    [{ firstName: 'Ann', lastName: '  ' }, 'Ann'],
    [{ firstName: 'Émile', lastName: 'Östlund' }, 'Émile Ö.'],
    [{ firstName: 'Ann', lastName: '𝒵ed' }, 'Ann 𝒵.'],
  ])('of %j is %s', (person, name) => {
    expect(displayName(person)).toBe(name);
  });
});

describe('the top bar', () => {
  test.each([
    [{ firstName: 'Ann', email: 'ann@example.com' }, 'Ann'],
    [{ firstName: null, email: 'ann.lee@example.com' }, 'ann.lee'],
    [{ firstName: ' ', email: 'ann.lee@example.com' }, 'ann.lee'],
    [{ firstName: null, email: null }, 'User'],
  ])('names %j %s', (user, name) => {
    expect(barName(user)).toBe(name);
  });
});

describe("a league's row", () => {
  test.each([
    [{ displayName: 'The Shark', firstName: 'Ann', email: 'ann@example.com' }, 'The Shark'],
    [{ displayName: null, firstName: 'Ann', email: 'ann@example.com' }, 'Ann'],
    [{ displayName: ' ', firstName: null, email: 'ann@example.com' }, 'ann'],
    // The server sends other members' addresses cut to the part before the @.
    [{ displayName: null, firstName: null, email: 'ann' }, 'ann'],
    [{ displayName: null, firstName: null, email: null }, 'User'],
  ])('names %j %s', (row, name) => {
    expect(rowName(row)).toBe(name);
  });
});

describe('the name of an admin with odds', () => {
  const ada = { firstName: ' Ada ', username: 'countess', email: 'ada.l@example.com' };

  test.each([
    [ada, 'Ada', 'Ada'],
    [{ ...ada, firstName: ' ' }, 'ada.l', 'countess'],
    [{ ...ada, firstName: null, username: ' ' }, 'ada.l', 'Admin'],
    [{ firstName: null, username: null, email: '@example.com' }, 'Admin', 'Admin'],
  ])('of %j is %s for admins, and %s for everybody', (user, forAdmins, forAll) => {
    expect(signerName(user)).toBe(forAdmins);
    expect(publicSignerName(user)).toBe(forAll);
  });
});

test('the local part stands before the @', () => {
  expect(emailLocalPart('ann.lee+bets@example.com')).toBe('ann.lee+bets');
});

describe('a team name in the odds form', () => {
  test.each([
    ['Buffalo Bills', 'Buffalo Bills'],
    ['Dallas Cowboys!', 'Dallas Cowboys!'],
    ['Kansas City Chiefs', 'Kansas City Chi...'],
    ['', ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(cutName(name)).toBe(shown);
  });
});

test.each([
  ['Ann', 'A', 'A'],
  [' élodie the first', 'É', 'ÉT'],
  ['Sunday  League of Gentlemen', 'S', 'SL'],
  ['👨‍👩‍👧‍👦 Family', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦F'],
  ['ליגת החברים', 'ל', 'לה'],
  ['', '', ''],
])('the initials of %j', (name, one, two) => {
  expect(initialOf(name)).toBe(one);
  expect(initialsOf(name)).toBe(two);
});

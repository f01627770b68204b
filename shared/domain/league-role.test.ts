import { expect, test } from 'vitest';
import { can, canRemove, type LeagueAct, leagueRoles, roleIn } from './league-role.ts';

const acts: LeagueAct[] = ['edit', 'remove', 'approve', 'export', 'appoint', 'transfer', 'playAgain', 'delete'];

test('the owner may do everything, a manager what runs the league from day to day, a member nothing of it', () => {
  const allowed = Object.fromEntries(leagueRoles.map((role) => [role, acts.filter((act) => can(role, act))]));
  expect(allowed).toEqual({ owner: acts, manager: ['edit', 'remove', 'approve', 'export'], member: [] });
});

test('nobody removes the owner, and the owner alone a manager', () => {
  const pairs = leagueRoles.flatMap((role) =>
    leagueRoles.filter((other) => canRemove(role, other)).map((other) => `${role} ${other}`),
  );
  expect(pairs).toEqual(['owner manager', 'owner member', 'manager member']);
});

test('the owner is no manager, whatever the list says', () => {
  const league = { ownerId: 'a', managers: [{ userId: 'a' }, { userId: 'b' }] };
  expect(['a', 'b', 'c'].map((userId) => roleIn(league, userId))).toEqual(['owner', 'manager', 'member']);
});

import { z } from 'zod';
import { allowedSports } from '#shared/domain/sport.ts';
import { endpoint } from './endpoint.ts';
import { freeText, instant, instantInput, money, optionalText, uuid } from './values.ts';

/** Others' tickets show once settled, or from the start of their first game. Source: design D10. */
const reveals = ['settled', 'started'] as const;

/** Where a league stands in its life. Source: design D11. */
export const leagueStates = ['open', 'closed', 'settling', 'final'] as const;

export const joinCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const joinCodeLength = 6;

const group = z.object({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  joinCode: z.string(),
  joinDeadline: instant.nullable(),
  endDate: instant.nullable(),
  ownerId: uuid,
  allowedSports: z.enum(allowedSports),
  reveal: z.enum(reveals),
  state: z.enum(leagueStates),
});
export type Group = z.output<typeof group>;

const membership = z.object({
  group,
  memberCount: z.int(),
  displayName: z.string().nullable(),
  /** The caller's own money in the league. */
  balance: money,
  available: money,
  pending: money,
});
export type Membership = z.output<typeof membership>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/groups',
  access: 'signed-in',
  reply: z.array(membership),
});

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/groups',
  access: 'signed-in',
  body: z.object({
    name: freeText(60).refine((name) => name !== '', 'Please enter a name for your league'),
    description: optionalText(500),
    joinDeadline: instantInput,
    endDate: instantInput,
    allowedSports: z.enum(allowedSports).default('ALL'),
    reveal: z.enum(reveals).default('settled'),
  }),
  reply: group,
  status: 201,
});

export const joinGroup = endpoint({
  method: 'POST',
  path: '/api/groups/join',
  access: 'signed-in',
  body: z.object({
    joinCode: freeText(20)
      .transform((code) => code.toUpperCase())
      .refine((code) => code !== '', 'Please enter a league join code'),
  }),
  reply: group,
});

const standing = z.object({
  user: z.object({ id: uuid, firstName: z.string().nullable(), email: z.string().nullable() }),
  displayName: z.string().nullable(),
  rank: z.int(),
  wins: z.int(),
  losses: z.int(),
  totalBets: z.int(),
  balance: money,
  profit: money,
  /** On the caller's own row only. */
  available: money.optional(),
  pending: money.optional(),
});
export type Standing = z.output<typeof standing>;

export const leaderboard = endpoint({
  method: 'GET',
  path: '/api/groups/:id/leaderboard',
  access: 'signed-in',
  params: z.object({ id: uuid }),
  reply: z.array(standing),
});

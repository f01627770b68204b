import { z } from 'zod';
import { chatServices } from '#shared/domain/chat.ts';
import { loggedActs } from '#shared/domain/league-log.ts';
import { allowedSports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { fairPlay, reveals } from './league-rules.ts';
import { instant, shortText, uuid } from './values.ts';

/** Settings of a league, of which an entry of its log has those that an act changed. */
const settings = lazy(() =>
  z
    .object({
      name: z.string(),
      description: z.string().nullable(),
      joinDeadline: instant().nullable(),
      endDate: instant().nullable(),
      allowedSports: z.enum(allowedSports),
      reveal: z.enum(reveals),
      remarks: z.boolean(),
      fairPlay: fairPlay(),
      approvesJoins: z.boolean(),
      announcement: z.string().nullable(),
      chat: z.enum(chatServices),
    })
    .partial(),
);
const person = () => z.object({ userId: uuid(), name: z.string() });

const entry = lazy(() =>
  z.object({
    /** 1 for the first act of the league. */
    number: z.int(),
    at: instant(),
    act: z.enum(loggedActs),
    by: person(),
    /** The member whom the act is about; null without one. */
    whom: person().nullable(),
    /** The changed settings, before and after; null for other acts. */
    before: settings().nullable(),
    after: settings().nullable(),
  }),
);
export type LogEntry = z.output<ReturnType<typeof entry>>;

/** The acts of those who run the league, the latest first: settings, removals and roles, with the names of now. */
export const leagueLog = endpoint({
  method: 'GET',
  path: '/api/groups/:id/log',
  access: 'member',
  params: () =>
    z.object({
      id: uuid(),
      before: shortText(9)
        .regex(/^[1-9]\d*$/, 'must be the number of an entry')
        .transform(Number)
        .describe('the acts before the one of this number; without it the latest')
        .optional(),
    }),
  reply: () =>
    z.object({
      entries: z.array(entry()),
      /** Whether there are earlier ones. */
      hasMore: z.boolean(),
    }),
});

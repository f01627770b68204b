import { z } from 'zod';
import { entryKinds } from '#shared/domain/statement.ts';
import { endpoint } from './endpoint.ts';
import { instant, money, shortText, uuid } from './values.ts';

/** An entry of the caller's ledger. */
const row = () =>
  z.object({
    /** 1 for the first. An entry has the same number in every statement. */
    number: z.int(),
    at: instant(),
    kind: z.enum(entryKinds),
    ticketId: uuid().nullable(),
    /** The settlement of the ticket that caused the entry, above 1 by a correction; 0 without one. */
    round: z.int(),
    amount: money(),
    /** The sum of the amounts up to this one. */
    balance: money(),
    /** SHA-256 of the digest before, a line feed and the entry's text: docs/decisions/statements.md. */
    digest: z.string(),
    /** The bet, or the reason. */
    words: z.string(),
  });

/**
 * A sheet of the caller's statement in a league: a hundred entries of their ledger in order. Also for a member who was
 * removed, and of a league that is over.
 */
export const leagueStatement = endpoint({
  method: 'GET',
  path: '/api/groups/:id/statement',
  access: 'signed-in',
  params: () =>
    z.object({
      id: uuid(),
      /** 1 for the first. Without it, or beyond the last, the last one. */
      sheet: shortText(6)
        .regex(/^[1-9]\d{0,5}$/)
        .transform(Number)
        .optional(),
    }),
  reply: () =>
    z.object({
      league: z.object({ id: uuid(), name: z.string() }),
      /** The caller's name in the league. */
      member: z.string(),
      sheet: z.int(),
      sheets: z.int(),
      /** The number of entries on all sheets. */
      entries: z.int(),
      /** The available balance after the last entry: the stakes of open bets are taken off it. */
      balance: money(),
      /** Of the last entry. */
      digest: z.string(),
      rows: z.array(row()),
    }),
  refuses: ['404 `league-not-found`: the caller never was a member'],
});

/** The caller's whole statement in a league, as a file of CSV (RFC 4180). */
export const leagueStatementFile = endpoint({
  method: 'GET',
  path: '/api/groups/:id/statement.csv',
  access: 'signed-in',
  params: () => z.object({ id: uuid() }),
  reply: () => z.string().describe('text/csv, in UTF-8 with a byte order mark'),
  refuses: ['404 `league-not-found`: the caller never was a member'],
});

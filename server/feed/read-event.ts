import { z } from 'zod';

/** Text of a provider that may be stored and shown: no control characters, no lone surrogates, no more than anybody needs. */
export function feedText(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'holds control characters');
}

/** The id of an event that did not parse, where that at least is one by `eventId`; else null. */
export function eventIdOf(raw: unknown, eventId: z.ZodType<string>): string | null {
  const named = z.object({ id: eventId }).safeParse(raw);
  return named.success ? named.data.id : null;
}

/** Why an event did not parse, in short: its first field that is wrong, and what is wrong with it. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not an event'}`.slice(0, 200);
}

import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** What is never written, whoever hands it to the log by mistake. */
const secrets = ['password', 'newPassword', 'token', 'cookie', 'body'];

/** The log of a process: one JSON line an entry, on standard error. Standard output is left to what a person should read. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const redact = secrets.flatMap((name) => [name, `*.${name}`]);
  return pino({ level, serializers: { err: describe }, redact }, destination);
}

/** What may be written of an error. A database error's own words carry parameters and rows, so they stay out (hardening 0.3, F6). */
export function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const at = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) };
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, table, routine } = error;
    return { type: 'DatabaseError', code, constraint, table, routine };
  }
  if (error instanceof DrizzleQueryError) return { type: 'DrizzleQueryError', query: error.query, at, ...cause };
  const errors = error instanceof AggregateError ? { errors: error.errors.map(describe) } : {};
  return { type: error.name, message: error.message, at, ...cause, ...errors };
}

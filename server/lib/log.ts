import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that are redacted, in case code logs them by mistake. */
const secrets = ['password', 'newPassword', 'token', 'cookie', 'body'];

/** The log of a process: one JSON line per entry, on standard error. Standard output is for messages to people. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const redact = secrets.flatMap((name) => [name, `*.${name}`]);
  return pino({ level, serializers: { err: describe }, redact }, destination);
}

/**
 * The loggable parts of an error. The message of a database error may contain parameters and rows, so it is left out.
 * Why: docs/security.md#errors-logs-and-secrets.
 */
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

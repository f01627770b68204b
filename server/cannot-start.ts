/** An expected reason not to start. Its message is written for the person at the keyboard and is all that is printed. */
export class CannotStart extends Error {}

/** What `step` returns; when it throws, the process ends with status 1 after saying why on standard error. */
export function orExit<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return exitWith(error);
  }
}

/** Ends the process with status 1: an expected reason in its own words, a bug with its stack. */
export function exitWith(error: unknown): never {
  const words = error instanceof CannotStart ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

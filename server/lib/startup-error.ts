/** An expected reason not to start. Its message is written for the person at the keyboard and is all that is printed. */
export class StartupError extends Error {}

const portWords: Record<string, string> = {
  EADDRINUSE: 'is taken by another program: set PORT to a free one.',
  EACCES: 'is not for this account to listen at: set PORT to one above 1023.',
};

/** Why nothing can listen at the port, in words where the person at the keyboard can help it; else the error as it is. */
export function portRefused(port: number, cause: NodeJS.ErrnoException): Error {
  const words = portWords[cause.code ?? ''];
  return words ? new StartupError(`Port ${port} ${words}`, { cause }) : cause;
}

/** What `step` returns; when it throws, the process ends with status 1 after saying why on standard error. */
export function exitOnStartupError<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return exitWith(error);
  }
}

/** Ends the process with status 1: an expected reason in its own words, a bug with its stack. */
export function exitWith(error: unknown): never {
  const words = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

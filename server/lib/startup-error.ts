/** An expected reason not to start. Only its message is printed, for the person who started the process. */
export class StartupError extends Error {}

const portWords: Record<string, string> = {
  EADDRINUSE: 'is taken by another program: set PORT to a free one.',
  EACCES: 'is not for this account to listen at: set PORT to one above 1023.',
};

/** Turns an error of `listen` into a StartupError with advice, if there is any; else returns the error itself. */
export function portRefused(port: number, cause: NodeJS.ErrnoException): Error {
  const words = portWords[cause.code ?? ''];
  return words ? new StartupError(`Port ${port} ${words}`, { cause }) : cause;
}

/** Returns what `step` returns. If `step` throws, prints why on standard error and ends the process with status 1. */
export function exitOnStartupError<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return exitWith(error);
  }
}

/** Ends the process with status 1. Prints the message of a StartupError, and the stack of any other error. */
export function exitWith(error: unknown): never {
  const words = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

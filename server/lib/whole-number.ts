import { StartupError } from './startup-error.ts';

/** The whole number from 0 on that a command's option `--name` has as its text. Throws StartupError for another text. */
export function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new StartupError(`--${name} is not a whole number: ${text}`);
  return value;
}

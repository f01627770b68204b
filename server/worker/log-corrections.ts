import type { Logger } from 'pino';
import type { CorrectionNews } from '../settlement/confirm.ts';

/** Logs a line for each correction that is ignored or needs an admin. Scores have the home team's points first. */
export function logCorrections(corrections: readonly CorrectionNews[], log: Logger): void {
  for (const { isIgnored, ...correction } of corrections) {
    if (isIgnored) log.warn(correction, 'correction ignored');
    else log.warn(correction, 'correction waits for an admin');
  }
}

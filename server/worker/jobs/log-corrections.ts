import type { Logger } from 'pino';
import type { CorrectionNews } from '../../settlement/confirm.ts';

/** One line for each correction that the feed made and that is not taken, or not without an admin; scores are the home team's first. */
export function logCorrections(corrections: readonly CorrectionNews[], log: Logger): void {
  for (const { isIgnored, ...correction } of corrections) {
    if (isIgnored) log.warn(correction, 'correction ignored');
    else log.warn(correction, 'correction waits for an admin');
  }
}

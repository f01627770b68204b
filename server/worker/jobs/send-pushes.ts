import { type Sending, sendDuePushes } from '../../push/send.ts';
import type { Job } from '../run-job.ts';

/** Chosen: a push goes out some seconds after its notice was written, however seldom feeds are polled. */
const everyMs = 2_000;

/** Sends the queued pushes that are due. */
export function sendPushes(sending: Sending): Job {
  return { name: 'send pushes', everyMs, run: (stop) => sendDuePushes(sending, stop) };
}

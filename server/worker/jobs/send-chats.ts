import { type ChatSending, sendDueChats } from '../../chat/send.ts';
import type { Job } from '../run-job.ts';

/** Chosen: a recap is posted some seconds after its week was frozen, however seldom feeds are polled. */
const everyMs = 5_000;

/** Posts frozen weeks and final standings to group chats. */
export function sendChats(sending: ChatSending): Job {
  return { name: 'send chats', everyMs, run: (stop) => sendDueChats(sending, stop) };
}

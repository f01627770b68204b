import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { fullTitle, type NoticeWords } from '#shared/domain/notification.ts';
import type { PushKeys } from './keys.ts';
import type { DuePush } from './queue-store.ts';

/** The message that the service worker of a browser receives (client/public/service-worker.js). */
export type PushMessage = {
  /** The notice, and how much it says: a browser shows no version twice. */
  id: string;
  version: number;
  /** One notification of a tag is shown: that of the last message. */
  tag: string;
  /** Whether the browser shall alert again although it shows the tag already. */
  isNews: boolean;
  title: string;
  body: string;
  /** The place that the notice speaks of. */
  path: string;
};

/** Chosen: more than a phone shows. The whole message may have 3,993 bytes (RFC 8291 §4). */
const longest = { title: 150, body: 400 };

/**
 * The message of a push with the words of this moment. News within an hour of the last push replaces it silently, as
 * further bets of a day do; other words of an announcement are told aloud.
 */
export function messageOf(
  { notificationId, version, notice, subject, isRecent }: DuePush,
  words: NoticeWords,
): PushMessage {
  return {
    id: notificationId,
    version,
    tag: `${notice.kind}:${subject}`,
    isNews: !isRecent || notice.kind === 'announcement',
    title: cut(fullTitle(words), longest.title),
    body: cut(words.line, longest.body),
    path: words.path,
  };
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

/** Chosen: a notice of yesterday is found in the inbox. */
const lifeSeconds = 24 * 3_600;

/** The request that brings a message to a device: encrypted for the device, and signed for its push service. */
export function encrypted(
  { endpoint, p256dh, auth }: Pick<DuePush, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  { keys, contact }: { keys: PushKeys; contact: string },
): { headers: Record<string, string>; body: Buffer } {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: lifeSeconds,
      // Of the messages of a topic a push service stores the last one (RFC 8030 §5.4). A digest says nothing of the notice.
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
      urgency: 'normal',
    },
  );
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body };
}

import { z } from 'zod';
import { chatFailures, chatServices } from '#shared/domain/chat.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant, shortText, uuid } from './values.ts';

const ofLeague = lazy(() => z.object({ id: uuid() }));

const chatDoubt = lazy(() =>
  z.object({
    id: z.uuid(),
    /** The week of the recap; null for the final standings. */
    week: z.int().nullable(),
  }),
);
export type ChatDoubt = z.output<ReturnType<typeof chatDoubt>>;

const chat = lazy(() =>
  z.object({
    service: z.enum(chatServices),
    /** The host of the webhook. */
    host: z.string(),
    /** The last four characters of the webhook. The rest is a secret, and is in no answer. */
    ending: z.string(),
    /** False after too many failures in a row, or once the webhook is gone. Saving it switches it on. */
    isOn: z.boolean(),
    failures: z.int(),
    /** Why the last post failed; null once one has succeeded. */
    lastFailure: z.enum(chatFailures).nullable(),
    failedAt: instant().nullable(),
    /** When the service last took a recap or the standings. */
    postedAt: instant().nullable(),
    /** The messages that may or may not have reached the chat, in order. Nothing repeats them but the owner. */
    doubts: z.array(chatDoubt()),
  }),
);
export type Chat = z.output<ReturnType<typeof chat>>;

export const leagueChat = endpoint({
  method: 'GET',
  path: '/api/groups/:id/chat',
  access: 'manager',
  params: ofLeague,
  reply: () => z.object({ chat: chat().nullable() }),
});

export const saveChat = endpoint({
  method: 'PUT',
  path: '/api/groups/:id/chat',
  access: 'manager',
  params: ofLeague,
  body: () =>
    z.object({
      service: z.enum(chatServices),
      /** Left out: the stored one stays. */
      address: shortText(500).describe("the webhook's URL; for GroupMe the bot ID").optional(),
    }),
  reply: chat,
  refuses: ['400 `bad-input`: also an address of another service, and none where none is stored'],
});

export const removeChat = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/chat',
  access: 'manager',
  params: ofLeague,
  reply: message,
});

export const testChat = endpoint({
  method: 'POST',
  path: '/api/groups/:id/chat/test',
  access: 'manager',
  params: ofLeague,
  reply: () =>
    z.object({
      /** Why the test was not posted; null if the service took it. */
      failure: z.enum(chatFailures).nullable(),
    }),
  refuses: ['404 `no-chat`: the league has no group chat', '429 `too-many`: ten tests and repeats in an hour'],
});

const ofDoubt = lazy(() => z.object({ id: uuid(), postId: uuid() }));
const noDoubt = '404 `no-doubt`: no such message is in doubt, or not any more';

/** Posts a message in doubt again, for somebody who did not find it in the chat. After a failure it stays in doubt. */
export const repeatChatPost = endpoint({
  method: 'POST',
  path: '/api/groups/:id/chat/doubts/:postId/repeat',
  access: 'manager',
  params: ofDoubt,
  reply: () =>
    z.object({
      /** Why it was not posted; null if the service took it. */
      failure: z.enum(chatFailures).nullable(),
    }),
  refuses: [
    noDoubt,
    '409 `posting`: another message is being posted at this moment',
    '429 `too-many`: ten tests and repeats in an hour',
  ],
});

/** Ends the doubt about a message that is in the chat. */
export const confirmChatPost = endpoint({
  method: 'POST',
  path: '/api/groups/:id/chat/doubts/:postId/arrived',
  access: 'manager',
  params: ofDoubt,
  reply: message,
  refuses: [noDoubt],
});

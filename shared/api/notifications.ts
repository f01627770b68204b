import { z } from 'zod';
import { noticeKinds } from '#shared/domain/notification.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant, money, shortText, uuid } from './values.ts';

/** A place in an inbox: after the notice that it names. `at` is its time, in microseconds since 1970. */
export type InboxPlace = { at: number; id: string };

const cursorPattern = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function inboxCursorOf({ at, id }: InboxPlace): string {
  return `${at}.${id}`;
}

const cursor = lazy(() =>
  shortText(60)
    .describe('a cursor of an earlier answer')
    .transform((text, context): InboxPlace => {
      const [, at, id] = cursorPattern.exec(text) ?? [];
      if (id !== undefined) return { at: Number(at), id };
      context.addIssue({ code: 'custom', message: 'is not a cursor' });
      return z.NEVER;
    }),
);

const notice = lazy(() =>
  z.object({
    id: uuid(),
    kind: z.enum(noticeKinds),
    groupId: uuid(),
    /** What happened. Names are those of the moment of the answer. */
    title: z.string(),
    /** By how much it moved the caller's balance; null if the title says no amount. */
    net: money().nullable(),
    /** Where it happened, and what it changed. */
    line: z.string(),
    /** The path of the page that it speaks of. */
    path: z.string(),
    /** When it happened; for settled bets, when the last of them was settled. */
    at: instant(),
    isRead: z.boolean(),
  }),
);
export type InboxNotice = z.output<ReturnType<typeof notice>>;

/**
 * A page of the caller's inbox, the latest first. Notices of leagues that the caller is no longer in are left out. They
 * are stored for 90 days.
 */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'signed-in',
  params: () =>
    z.object({ before: cursor().describe('the page after this place; without it the first one').optional() }),
  reply: () =>
    z.object({
      notices: z.array(notice()),
      newest: z.string().nullable().describe('the cursor of the first notice; null on an empty page'),
      next: z.string().nullable().describe('the cursor of the next page; null at the end'),
    }),
  isOverLeagues: true,
});

/** The number of unread notices of the same leagues. */
export const countNotices = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'signed-in',
  reply: () => z.object({ unread: z.int() }),
  isOverLeagues: true,
});

/** Marks a notice as read. News make it unread again: further settled bets of its day, or of its correction. */
export const readNotice = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  access: 'signed-in',
  params: () => z.object({ id: uuid() }),
  reply: message,
  refuses: ['404 `notice-not-found`: it is not the caller’s, was deleted, or is of a league that the caller is not in'],
});

/** Marks every notice as read that is not newer than a place of the inbox. */
export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'signed-in',
  body: () => z.object({ until: cursor() }),
  reply: message,
});

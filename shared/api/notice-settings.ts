import { z } from 'zod';
import { type MailKind, mailKinds } from '#shared/domain/notice-settings.ts';
import { type NoticeKind, noticeKinds } from '#shared/domain/notification.ts';
import { timeZoneOf } from '#shared/domain/quiet-hours.ts';
import { lazy } from '#shared/lazy.ts';
import { endpoint } from './endpoint.ts';
import { shortText } from './values.ts';

/** A time of the day by a wall clock, parsed to minutes since midnight. */
const wallMinute = lazy(() =>
  shortText(5)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')
    .describe('HH:mm by the wall clock')
    .transform((text) => 60 * Number(text.slice(0, 2)) + Number(text.slice(3))),
);

/** The text of minutes since midnight: '22:00'. */
export function wallText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Parsed to the one name that this process uses for the zone. */
export const zoneName = lazy(() =>
  shortText(64)
    .describe('an IANA time zone')
    .transform((text, context): string => {
      const name = timeZoneOf(text);
      if (name !== null) return name;
      context.addIssue({ code: 'custom', message: 'is not a time zone' });
      return z.NEVER;
    }),
);

/** A switch for each kind of notice. */
const switches = lazy(() =>
  z.object(Object.fromEntries(noticeKinds.map((kind) => [kind, z.boolean()])) as Record<NoticeKind, z.ZodBoolean>),
);

/** A switch for each kind that comes by mail. */
const mailSwitches = lazy(() =>
  z.object(Object.fromEntries(mailKinds.map((kind) => [kind, z.boolean()])) as Record<MailKind, z.ZodBoolean>),
);

const settings = lazy(() =>
  z.object({
    /** Whether notices of a kind are pushed. The inbox has those of every kind. */
    push: switches(),
    /** Whether notices of a kind come by mail, once the address is confirmed. */
    mail: mailSwitches(),
    /**
     * Where mail goes; null for the account of a demo, which gets none. `isAsked`: a link that confirms the address was
     * mailed and is still valid.
     */
    mailAddress: z.object({ email: z.string(), isConfirmed: z.boolean(), isAsked: z.boolean() }).nullable(),
    /** When nothing is pushed; null for never. Quiet hours from 22:00 until 08:00 end on the next day. */
    quietHours: z.object({ from: wallMinute(), until: wallMinute() }).nullable(),
    /** The IANA time zone of the quiet hours; null until it is known, and meanwhile Eastern time counts. */
    timeZone: z.string().nullable(),
  }),
);
export type NoticeSettings = z.output<ReturnType<typeof settings>>;

/** How the caller wants their notices. */
export const noticeSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  access: 'signed-in',
  reply: settings,
});

/**
 * Changes what the body names, and nothing else. Switching mail on sends a link to an address that is not confirmed,
 * unless one is on its way.
 */
export const changeNoticeSettings = endpoint({
  method: 'PATCH',
  path: '/api/notifications/settings',
  access: 'signed-in',
  body: () =>
    z.object({
      push: switches().partial().optional(),
      mail: mailSwitches().partial().optional(),
      quietHours: z
        .object({ from: wallMinute(), until: wallMinute() })
        .refine(({ from, until }) => from !== until, 'Quiet hours must end at another time than they begin')
        .nullable()
        .optional(),
      timeZone: zoneName().optional(),
    }),
  reply: settings,
  refuses: ['409 `no-mail`: the account of a demo gets no mail'],
});

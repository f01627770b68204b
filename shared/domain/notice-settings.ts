import type { NoticeKind } from './notification.ts';
import { endOfQuiet, type QuietHours } from './quiet-hours.ts';

/** The kinds whose pushing a person has switched on or off. */
export type PushChoices = Partial<Record<NoticeKind, boolean>>;

/** Chosen: pushed unless switched off is what moved the person's own money or asks them to act. */
const isPushedUnchosen: Record<NoticeKind, boolean> = {
  settled: true,
  corrected: true,
  recap: false,
  eligibility: true,
  closes: true,
  final: true,
  joined: false,
  asked: true,
  announcement: true,
  season: true,
};

export function isPushed(kind: NoticeKind, choices: PushChoices): boolean {
  return choices[kind] ?? isPushedUnchosen[kind];
}

/** The kinds that come by mail, each only to people who switched it on: a digest a week, and the end of a league. */
export const mailKinds = ['recap', 'final'] as const satisfies readonly NoticeKind[];
export type MailKind = (typeof mailKinds)[number];

/** The kinds whose mail a person has switched on or off. */
export type MailChoices = Partial<Record<MailKind, boolean>>;

export function isMailed(kind: MailKind, choices: MailChoices): boolean {
  return choices[kind] ?? false;
}

/** Chosen: how long the link in the mail that confirms an address is valid; people read mail after a weekend. */
export const confirmationHours = 72;

/** `quiet` is null for a person without quiet hours. */
export type PushSettings = { push: PushChoices; quiet: QuietHours | null };

/** When a notice of this kind may be pushed: `now`, or the end of the quiet hours. Null if it may not. */
export function pushTime(kind: NoticeKind, { push, quiet }: PushSettings, now: Date): Date | null {
  if (!isPushed(kind, push)) return null;
  return quiet ? endOfQuiet(now, quiet) : now;
}

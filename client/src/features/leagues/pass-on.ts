import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toast-store.ts';
import type { Group } from '#shared/api/groups.ts';
import { invitePath } from '#shared/domain/join-code.ts';
import { isolate } from '#shared/domain/naming.ts';

/** Copies a join code and says so. False if the browser refuses; the notification then shows the code. */
export async function copyCode(code: string): Promise<boolean> {
  const isCopied = await copyText(code);
  if (isCopied) toast('League code copied', `Share ${code} with your friends.`);
  else toast('Copying is not possible here', `The league code is ${code}.`);
  return isCopied;
}

/** The link that shows the league and lets people join. */
export function inviteLink({ joinCode }: Pick<Group, 'joinCode'>): string {
  return location.origin + invitePath(joinCode);
}

/** Copies the link of a league and says so. False if the browser refuses; the notification then shows the link. */
export async function copyLink(league: Pick<Group, 'joinCode'>): Promise<boolean> {
  const isCopied = await copyText(inviteLink(league));
  if (isCopied) toast('Invite link copied', 'Paste it where your friends are.');
  else toast('Copying is not possible here', `The link is ${inviteLink(league)}`);
  return isCopied;
}

/** Whether the browser can hand a link to another app. */
export function canShare(): boolean {
  return 'share' in navigator;
}

/** Hands the link to an app that the person chooses, and copies it where the browser refuses. */
export async function shareLink(league: Pick<Group, 'name' | 'joinCode'>): Promise<void> {
  try {
    await navigator.share({ title: 'Ching', text: `Join ${isolate(league.name)} on Ching`, url: inviteLink(league) });
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === 'AbortError';
    if (!isDismissed) await copyLink(league);
  }
}

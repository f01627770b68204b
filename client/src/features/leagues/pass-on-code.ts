import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toast-store.ts';
import type { Group } from '#shared/api/groups.ts';

/** Copies a join code and says so. False if the browser refuses; the notification then shows the code. */
export async function copyCode(code: string): Promise<boolean> {
  const isCopied = await copyText(code);
  if (isCopied) toast('League code copied', `Share ${code} with your friends.`);
  else toast('Copying is not possible here', `The league code is ${code}.`);
  return isCopied;
}

/** Whether the browser can hand a text to another app. */
export function canShare(): boolean {
  return 'share' in navigator;
}

/** Hands the code to an app that the person chooses, and copies it where the browser refuses. */
export async function shareCode({ name, joinCode }: Group): Promise<void> {
  const text = `Join ${name} on Ching with the code ${joinCode}`;
  try {
    await navigator.share({ title: 'Ching', text, url: location.origin });
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === 'AbortError';
    if (!isDismissed) await copyCode(joinCode);
  }
}

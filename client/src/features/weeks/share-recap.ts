import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toast-store.ts';
import type { Group } from '#shared/api/groups.ts';
import type { Recap } from '#shared/api/weeks.ts';
import { recapText } from '#shared/words/recap-text.ts';
import { headline, plain } from '#shared/words/recap-words.ts';
import { recapPath } from './league-view.ts';
import { drawRecap } from './recap-picture.ts';

/** Copies the recap as text and says so. */
export async function copyRecap({ id, name }: Group, recap: Recap): Promise<void> {
  const isCopied = await copyText(recapText(name, recap, location.origin + recapPath(id, recap.number)));
  if (isCopied) toast('Recap copied', 'Paste it into your group chat.');
  else toast('Copying is not possible here', 'Your browser does not allow it on this page.');
}

/** Hands the picture to an app that the person chooses, or downloads it where the browser shares no files. */
export async function sharePicture({ name }: Group, recap: Recap): Promise<void> {
  const picture = await drawRecap(name, recap);
  if (!picture) {
    toast('The picture could not be drawn', 'Copy the text instead.');
    return;
  }
  const file = new File([picture], `week-${recap.number}.png`, { type: 'image/png' });
  if (!navigator.canShare?.({ files: [file] })) return download(file);
  try {
    await navigator.share({ files: [file], title: plain(headline(recap)) });
  } catch (error) {
    const isDismissed = error instanceof DOMException && error.name === 'AbortError';
    if (!isDismissed) download(file);
  }
}

function download(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has begun to read the file once the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
  toast('Picture saved', `${file.name} is among your downloads.`);
}

import { Button } from '#client/ui/button.tsx';
import { CopyIcon, ShareIcon } from '#client/ui/page-icons.tsx';
import type { Group } from '#shared/api/groups.ts';
import { canShare, copyLink, shareLink } from './pass-on.ts';

/** The gold button that passes on the link of a league: it shares where the browser can, and copies where not. */
export function PassOnButton({ league }: { league: Pick<Group, 'name' | 'joinCode'> }) {
  const isSharing = canShare();
  return (
    <Button variant="primary" size="large" onClick={() => (isSharing ? shareLink(league) : copyLink(league))}>
      {isSharing ? <ShareIcon /> : <CopyIcon />}
      {isSharing ? 'Share Link' : 'Copy Link'}
    </Button>
  );
}

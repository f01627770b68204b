import type { ReactNode } from 'react';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { Name } from '#client/ui/name.tsx';
import { ShareIcon } from '#client/ui/page-icons.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Group } from '#shared/api/groups.ts';

/** A chunk of its own, loaded when the dialog opens: it draws the QR code. */
const InviteSheet = lazyNamed('InviteSheet', () => import('./invite-sheet.tsx'));

type InviteDialogProps = { league: Group; mayEdit: boolean; icon?: ReactNode; words?: string; className?: string };

/** The button that opens the ways to pass on the link of a league. */
export function InviteDialog({
  league,
  mayEdit,
  icon = <ShareIcon />,
  words = 'Invite Friends',
  className,
}: InviteDialogProps) {
  return (
    <Dialog
      trigger={
        <Button className={className}>
          {icon}
          {words}
        </Button>
      }
      title="Invite friends"
      description={<Name>{league.name}</Name>}
    >
      <Boundary
        waiting={<Skeleton className="h-110" />}
        failed={(failure) => <Failed what="The invite link" failure={failure} />}
      >
        <InviteSheet league={league} mayEdit={mayEdit} />
      </Boundary>
    </Dialog>
  );
}

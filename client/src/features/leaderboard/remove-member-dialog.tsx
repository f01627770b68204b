import { Dialog } from '#client/ui/dialog.tsx';
import { Name } from '#client/ui/name.tsx';
import { RemoveMemberIcon } from '#client/ui/page-icons.tsx';
import { ConfirmActions } from '#client/ui/question.tsx';
import { TooltipButton } from '#client/ui/tooltip.tsx';
import { isolate } from '#shared/domain/naming.ts';
import type { Member } from './member.tsx';
import { useRemoveMember } from './mutations.ts';
import type { Chosen } from './use-chosen.ts';

type RemoveMemberDialogProps = {
  leagueId: string;
  chosen: Chosen<Member>;
  /** Returns the element that gets the focus if the row is gone when the dialog has closed. */
  fallbackFocus: () => HTMLElement | null;
  /** Called once the row is removed from the list; it may have had the focus. */
  onGone: () => void;
};

/** Asks for confirmation before a member is removed. Source: `docs/screens.md#leaderboards-and-histories`. */
export function RemoveMemberDialog({ leagueId, chosen, fallbackFocus, onGone }: RemoveMemberDialogProps) {
  const { of: member, isOpen, close } = chosen;
  if (!member) return null;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      fallbackFocus={fallbackFocus}
      title="Remove Member from League?"
      description={
        <>
          This action cannot be undone. <Name>{member.name}</Name> cannot join again, and the member's bets stay in the
          league history.
        </>
      }
    >
      <Confirm key={member.id} leagueId={leagueId} memberId={member.id} onClose={close} onGone={onGone} />
    </Dialog>
  );
}

type ConfirmProps = { leagueId: string; memberId: string; onClose: () => void; onGone: () => void };

/** The buttons for one member. A removal that ends after the dialog was closed closes no dialog of another member. */
function Confirm({ leagueId, memberId, onClose, onGone }: ConfirmProps) {
  const remove = useRemoveMember(leagueId, onGone);
  return (
    <ConfirmActions
      label="Remove Member"
      busyLabel="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(memberId, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

/** The button on another member's row, for those who may remove them. */
export function RemoveMemberButton({ member, onOpen }: { member: Member; onOpen: (member: Member) => void }) {
  return (
    <TooltipButton
      label={`Remove ${isolate(member.name)}`}
      aria-haspopup="dialog"
      className="hover:text-lost"
      onClick={(event) => {
        event.currentTarget.focus(); // for Safari, as in MemberName
        onOpen(member);
      }}
    >
      <RemoveMemberIcon />
    </TooltipButton>
  );
}

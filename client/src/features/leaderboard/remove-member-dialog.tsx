import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { RemoveMemberIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { TooltipButton } from '#client/ui/tooltip.tsx';
import { isolate } from '#shared/domain/naming.ts';
import type { Member } from './member.tsx';
import { useRemoveMember } from './mutations.ts';
import type { Chosen } from './use-chosen.ts';

type RemoveMemberDialogProps = {
  leagueId: string;
  chosen: Chosen<Member>;
  /** Called once the row is removed from the list; it may have had the focus. */
  onGone: () => void;
};

/** Asks for confirmation before a member is removed. Source: `docs/screens.md#leaderboards-and-histories`. */
export function RemoveMemberDialog({ leagueId, chosen, onGone }: RemoveMemberDialogProps) {
  const { of: member, isOpen, close } = chosen;
  const remove = useRemoveMember(leagueId, { onDone: close, onGone });
  if (!member) return null;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      title="Remove Member from League?"
      description={
        <>
          This action cannot be undone. <Name>{member.name}</Name> cannot join again, and the member's bets stay in the
          league history.
        </>
      }
    >
      <FormActions>
        <Button size="large" onClick={close}>
          Cancel
        </Button>
        <Button
          size="large"
          className="border-lost text-lost"
          onClick={() => remove.mutate(member.id)}
          disabled={remove.isPending}
        >
          {remove.isPending ? 'Removing...' : 'Remove Member'}
        </Button>
      </FormActions>
    </Dialog>
  );
}

/** The owner's button on another member's row. */
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

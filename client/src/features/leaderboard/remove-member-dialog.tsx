import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormActions } from '#client/ui/form-actions.tsx';
import { RemoveMemberIcon } from '#client/ui/icons.tsx';
import { TooltipButton } from '#client/ui/tooltip.tsx';
import { useRemoveMember } from './mutations.ts';

type RemoveMemberDialogProps = {
  leagueId: string;
  member: { id: string; name: string };
  /** The row is gone, and the focus with it. */
  onGone: () => void;
};

/** The owner's button on another member's row, and the question before it acts. Source: spec §2. */
export function RemoveMemberDialog({ leagueId, member, onGone }: RemoveMemberDialogProps) {
  const [open, setOpen] = useState(false);
  const remove = useRemoveMember(leagueId, { onDone: () => setOpen(false), onGone });
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <TooltipButton label={`Remove ${member.name}`} className="hover:text-lost">
          <RemoveMemberIcon />
        </TooltipButton>
      }
      title="Remove Member from League?"
      description={`This action cannot be undone. ${member.name} cannot join again, and the member's bets stay in the league history.`}
    >
      <FormActions>
        <Button size="large" onClick={() => setOpen(false)}>
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

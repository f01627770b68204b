import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ConfirmActions } from '#client/ui/question.tsx';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { type Group, listGroups, rescue } from '#shared/api/groups.ts';
import { showChing } from '#shared/domain/money.ts';

/** The offer of the rescue, to a member with almost nothing who has not taken it. Nothing in a league without one. */
export function RescueOffer({ league: { id, fairPlay } }: { league: Group }) {
  const { rescue: amount } = fairPlay;
  if (amount === null) return null;
  const words = showChing(amount);
  return (
    <section aria-labelledby="rescue" className="rounded-2xl border border-edge bg-surface p-4">
      <h2 id="rescue" className="font-bold">
        Almost nothing left?
      </h2>
      <p className="mt-0.5 text-sm text-soft">
        This league has a rescue: {words}, once. Who takes it cannot win the title any more.
      </p>
      <Dialog
        trigger={<Button className="mt-3">Take the rescue</Button>}
        title="Take the rescue?"
        description={`It adds ${words} to your balance, once and for good. You give up the title: your row says Rescued, and you cannot become champion, whatever your balance.`}
      >
        {(close) => <Confirm leagueId={id} words={words} onClose={close} />}
      </Dialog>
    </section>
  );
}

function Confirm({ leagueId, words, onClose }: { leagueId: string; words: string; onClose: () => void }) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: [listGroups.path] });
  const take = useMutation({
    mutationFn: () => call(rescue, { params: { id: leagueId } }),
    onSuccess: () => {
      toast('Rescued', `${words} were added to your balance.`);
      refetch();
    },
    onError: (error) => {
      toastFailed(error, { fallback: 'Failed to take the rescue.', unknown: unknownWords });
      refetch(); // a refusal may say that the offer is outdated
    },
  });
  return (
    <ConfirmActions
      label={`Add ${words}`}
      busyLabel="Adding..."
      isBusy={take.isPending}
      tone="primary"
      onConfirm={() => take.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

const unknownWords = 'We do not know whether you were rescued. Look at your balance.';

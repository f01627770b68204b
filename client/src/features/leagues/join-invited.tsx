import { useLocation } from 'wouter';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import type { User } from '#shared/api/auth.ts';
import { displayName } from '#shared/domain/naming.ts';
import { JoinButton } from './join-button.tsx';
import { useJoinLeague } from './mutations.ts';
import { useAskToJoin, useWithdrawRequest } from './running-mutations.ts';

type JoinInvitedProps = {
  name: string;
  code: string;
  user: User;
  /** Called when the server has refused, or has not answered: the invitation may be out of date. */
  onRefused: () => void;
};

/** Joins the league of an invitation with one tap, and opens it. */
export function JoinInvited({ name, code, user, onRefused }: JoinInvitedProps) {
  const [, navigate] = useLocation();
  const join = useJoinLeague();
  const open = (leagueId: string) => navigate(`/league/${leagueId}`, { replace: true });
  return (
    <>
      <JoinButton
        name={name}
        isBusy={join.isPending}
        onClick={() => join.mutate(code, { onSuccess: ({ id }) => open(id), onError: onRefused })}
      />
      <p className="text-center text-note text-balance text-soft">
        You join as <Name>{displayName(user)}</Name>, with play currency only: nothing to pay or cash in.
      </p>
    </>
  );
}

type AskInvitedProps = { name: string; code: string; waitsIn: string | null };

/** Asks to join a league whose owner and managers let new members in, or says that the answer is awaited. */
export function AskInvited({ name, code, waitsIn }: AskInvitedProps) {
  const ask = useAskToJoin(code);
  const withdraw = useWithdrawRequest();
  if (waitsIn === null) {
    return (
      <div key="ask" ref={leavingFocus} className="grid gap-3">
        <JoinButton asks name={name} isBusy={ask.isPending} onClick={() => ask.mutate(undefined)} />
        <p className="text-center text-note text-balance text-soft">
          The owner or a manager lets new members in. With play currency only: nothing to pay or cash in.
        </p>
      </div>
    );
  }
  return (
    <div
      key="wait"
      ref={leavingFocus}
      className="grid justify-items-center gap-2 rounded-2xl border border-story-edge bg-story p-4 text-center"
    >
      <p role="status" className="font-bold text-balance">
        You have asked to join. Waiting for an answer.
      </p>
      <p className="text-sm text-balance text-soft">
        The league appears among yours once its owner or a manager lets you in.
      </p>
      <Button
        className="aria-disabled:opacity-55"
        aria-disabled={withdraw.isPending}
        onClick={() => withdraw.isPending || withdraw.mutate(waitsIn)}
      >
        {withdraw.isPending ? 'Taking Back...' : 'Take Back'}
      </Button>
    </div>
  );
}

import { useLocation } from 'wouter';
import { Name } from '#client/ui/name.tsx';
import type { User } from '#shared/api/auth.ts';
import { displayName } from '#shared/domain/naming.ts';
import { JoinButton } from './join-button.tsx';
import { useJoinLeague } from './mutations.ts';

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
        disabled={join.isPending}
        onClick={() => join.mutate(code, { onSuccess: ({ id }) => open(id), onError: onRefused })}
      />
      <p className="text-center text-note text-balance text-soft">
        You join as <Name>{displayName(user)}</Name>, with play currency only: nothing to pay or cash in.
      </p>
    </>
  );
}

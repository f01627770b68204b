import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { Question } from '#client/ui/question.tsx';
import type { Group } from '#shared/api/groups.ts';
import { can, roleIn } from '#shared/domain/league-role.ts';
import { useAppoint, useOffer } from './running-mutations.ts';

type MemberRoleProps = { league: Group; viewerId: string; userId: string; name: string };

const roleWords = { owner: 'Owns the league', manager: 'Manager of the league', member: null } as const;

/** The role of a member, and for the owner the ways to change it. Source: docs/decisions/running-a-league.md. */
export function MemberRole({ league, viewerId, userId, name }: MemberRoleProps) {
  const [role, viewerRole] = [roleIn(league, userId), roleIn(league, viewerId)];
  const mayAppoint = userId !== viewerId && can(viewerRole, 'appoint');
  const words = roleWords[role];
  if (!words && !mayAppoint) return null;
  return (
    <div className="mb-4 grid gap-3">
      {words && <p className="text-soft">{words}</p>}
      {mayAppoint && <Appoint league={league} userId={userId} name={name} isManager={role === 'manager'} />}
    </div>
  );
}

type AppointProps = { league: Group; userId: string; name: string; isManager: boolean };

function Appoint({ league, userId, name, isManager }: AppointProps) {
  const [isAsking, setAsking] = useState(false);
  const appoint = useAppoint(league.id, userId);
  const offer = useOffer(league.id, userId);
  const change = isManager ? appoint.unname : appoint.name;
  const isOffered = league.offeredTo?.userId === userId;
  if (isAsking) {
    return (
      <div className="max-w-120">
        <Question
          words={
            <>
              Offer the league to <Name>{name}</Name>? Once they accept, they own it, and you stay as a manager.
            </>
          }
          label="Offer the League"
          busyLabel="Offering..."
          tone="plain"
          isBusy={offer.isPending}
          onConfirm={() => offer.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        className="aria-disabled:opacity-55"
        aria-disabled={change.isPending}
        onClick={() => change.isPending || change.mutate(undefined)}
      >
        {change.isPending ? 'Saving...' : isManager ? 'Remove as Manager' : 'Make a Manager'}
      </Button>
      {isOffered ? (
        <p className="flex min-h-11 items-center text-soft">You offered the league to them.</p>
      ) : (
        <Button ref={returningFocus} onClick={() => setAsking(true)}>
          Offer the League
        </Button>
      )}
    </div>
  );
}

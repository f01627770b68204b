import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { returningFocus } from '#client/ui/leaving-focus.ts';
import { Question } from '#client/ui/question.tsx';
import { isolate } from '#shared/domain/naming.ts';
import { useGrant, useRevoke } from './mutations.ts';
import { adminsQuery } from './queries.ts';

type AdminRightProps = {
  user: { id: string; name: string };
  viewerId: string;
};

/** The button that gives an account the right of an admin, or ends it. It asks first; the last admin has none. */
export function AdminRight({ user: { id, name }, viewerId }: AdminRightProps) {
  const [isAsked, setAsked] = useState(false);
  const admins = useQuery(adminsQuery).data?.admins;
  const isOwn = id === viewerId;
  const grant = useGrant();
  const revoke = useRevoke(isOwn);
  if (!admins) return null;
  const isAdmin = admins.some((admin) => admin.id === id);
  if (isAdmin && admins.length === 1) return <p className="text-note text-soft">The last admin stays one.</p>;
  const close = () => setAsked(false);
  if (!isAsked) {
    return (
      <Button
        ref={returningFocus}
        aria-label={`${isAdmin ? 'End the right of' : 'Make an admin of'} ${isolate(name)}`}
        onClick={() => setAsked(true)}
      >
        {isAdmin ? 'End Right' : 'Make Admin'}
      </Button>
    );
  }
  return isAdmin ? (
    <Question
      words={
        isOwn
          ? 'End your own right? This page closes for you at once.'
          : `End the admin right of ${isolate(name)}? It ends at once.`
      }
      label="End Right"
      busyLabel="Ending..."
      isBusy={revoke.isPending}
      onCancel={close}
      onConfirm={() => revoke.mutate(id, { onSettled: close })}
    />
  ) : (
    <Question
      words={`Make an admin of ${isolate(name)}? Admins settle games, set odds and see accounts.`}
      label="Make Admin"
      busyLabel="Making..."
      tone="plain"
      isBusy={grant.isPending}
      onCancel={close}
      onConfirm={() => grant.mutate(id, { onSettled: close })}
    />
  );
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { parseTopic } from '#shared/api/events.ts';
import { ownRequests } from '#shared/api/join-requests.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { isolate } from '#shared/domain/naming.ts';
import { useWithdrawRequest } from './running-mutations.ts';

/** Refetched on every mount: a league may have been deleted, of which nobody who waits is notified. */
const ownRequestsQuery = queryOptions({
  queryKey: [ownRequests.path],
  queryFn: ({ signal }) => call(ownRequests, { signal }),
  refetchOnMount: 'always',
  meta: changesWith((topic) => parseTopic(topic).userId !== null),
});

/** The leagues that the viewer has asked to join, also those whose link has changed since; nothing without any. */
export function OwnRequests() {
  const id = useId();
  const requests = useQuery(ownRequestsQuery);
  const withdraw = useWithdrawRequest();
  if (!requests.data || requests.data.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5 rounded-2xl border border-story-edge bg-story p-4">
      <h2 id={id} className="font-bold">
        Waiting for an answer
      </h2>
      <ul aria-labelledby={id} className="mt-1 divide-y divide-edge">
        {requests.data.map(({ groupId, name, at }) => (
          <li key={groupId} ref={leavingFocus} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2">
            <span className="min-w-0 flex-[1_1_9rem] wrap-anywhere">
              <span className="block font-semibold">
                <Name>{name}</Name>
              </span>
              <span className="text-note text-soft">Asked {showInstant(new Date(at))}</span>
            </span>
            <Button
              className="aria-disabled:opacity-55"
              aria-disabled={withdraw.isPending}
              aria-label={`Take back the request to ${isolate(name)}`}
              onClick={() => withdraw.isPending || withdraw.mutate(groupId)}
            >
              Take Back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

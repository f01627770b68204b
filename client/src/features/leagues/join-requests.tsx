import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { parseTopic } from '#shared/api/events.ts';
import { listJoinRequests } from '#shared/api/join-requests.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { isolate } from '#shared/domain/naming.ts';
import { useAnswerRequest } from './running-mutations.ts';

/** Those who wait to be let in. Their arrival is the viewer's own topic: no other member hears of it. */
const requestsQuery = (leagueId: string) =>
  queryOptions({
    queryKey: [listJoinRequests.path, leagueId],
    queryFn: ({ signal }) => call(listJoinRequests, { params: { id: leagueId }, signal }),
    meta: changesWith((topic) => parseTopic(topic).sport === null),
    refetchInterval: refreshMs,
  });

/** The people who ask to join, for those who run the league; nothing while nobody does. */
export function JoinRequests({ leagueId }: { leagueId: string }) {
  const id = useId();
  const requests = useQuery(requestsQuery(leagueId));
  const { approve, decline } = useAnswerRequest(leagueId);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!requests.data || requests.data.length === 0) return null;
  const isAnswering = (how: typeof approve, userId: string) => how.isPending && how.variables === userId;
  const isBusy = approve.isPending || decline.isPending;
  // The row with the pressed button goes with the answer, so the heading gets the focus.
  const answer = (how: typeof approve, userId: string) => {
    if (isBusy) return;
    heading.current?.focus();
    how.mutate(userId);
  };
  return (
    <section ref={leavingFocus} aria-labelledby={id} className="rounded-2xl border border-story-edge bg-story p-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="font-bold outline-none">
        {requests.data.length === 1 ? '1 person asks to join' : `${requests.data.length} people ask to join`}
      </h2>
      <ShowMore rows={requests.data} noun="people">
        {(rows, list) => (
          <ol ref={list} aria-labelledby={id} className="mt-1 divide-y divide-edge">
            {rows.map(({ userId, name, at }) => (
              <li key={userId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                <span className="min-w-0 flex-auto wrap-anywhere">
                  <span className="block font-semibold">
                    <Name>{name}</Name>
                  </span>
                  <span className="block text-note text-soft">{showMonthDay(new Date(at))}</span>
                </span>
                <span className="ml-auto flex flex-wrap justify-end gap-x-1 gap-y-2">
                  <Button
                    variant="quiet"
                    className="aria-disabled:opacity-55"
                    aria-disabled={isBusy}
                    aria-label={`Turn down ${isolate(name)}`}
                    onClick={() => answer(decline, userId)}
                  >
                    {isAnswering(decline, userId) ? 'Turning Down...' : 'Turn Down'}
                  </Button>
                  <Button
                    className="aria-disabled:opacity-55"
                    aria-disabled={isBusy}
                    aria-label={`Let in ${isolate(name)}`}
                    onClick={() => answer(approve, userId)}
                  >
                    {isAnswering(approve, userId) ? 'Letting In...' : 'Let In'}
                  </Button>
                </span>
              </li>
            ))}
          </ol>
        )}
      </ShowMore>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { counted } from '#shared/domain/count.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { AccountCard } from './account-card.tsx';
import { useEndOtherSessions, useEndSession } from './mutations.ts';
import { sessionsQuery } from './queries.ts';

/** Where the viewer is signed in, each with a button that ends it there. */
export function Sessions() {
  const found = useQuery(sessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const isEnding = (id: string) => end.isPending && end.variables === id;
  return (
    <AccountCard title="Where You Are Signed In">
      <QueryView query={found} noun="your sessions" skeleton={<Skeleton className="h-26" />} bare>
        {({ sessions, more }) => (
          <>
            <ul>
              {sessions.map(({ id, label, isThis, signedInAt, lastSeenAt }) => (
                <li
                  key={id}
                  ref={leavingFocus}
                  className="flex items-center gap-3 border-t border-edge py-1.5 first:border-t-0"
                >
                  <span className="min-w-0 flex-1 leading-snug wrap-break-word">
                    <span className="block font-semibold">{isThis ? `This browser: ${label}` : label}</span>
                    <span className="block text-note text-soft">
                      {isThis
                        ? `Signed in on ${showMonthDay(new Date(signedInAt))}`
                        : `Last seen on ${showMonthDay(new Date(lastSeenAt))}`}
                    </span>
                  </span>
                  {!isThis && (
                    <Button
                      variant="quiet"
                      className="-mr-4 aria-disabled:opacity-55"
                      aria-label={`Sign out there: ${label}`}
                      onClick={() => isEnding(id) || end.mutate(id)}
                      aria-disabled={isEnding(id)}
                    >
                      {isEnding(id) ? 'Signing Out...' : 'Sign Out There'}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {more > 0 && <p className="mt-2 text-note text-soft">And {counted(more, 'further browser')}.</p>}
            {sessions.length > 1 && (
              <Button
                ref={leavingFocus}
                className="mt-3 whitespace-normal aria-disabled:opacity-55"
                onClick={() => endOthers.isPending || endOthers.mutate()}
                aria-disabled={endOthers.isPending}
              >
                {endOthers.isPending ? 'Signing Out...' : 'Sign Out Everywhere Else'}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </AccountCard>
  );
}

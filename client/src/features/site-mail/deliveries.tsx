import { useQuery } from '@tanstack/react-query';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { showCount } from '#shared/domain/count.ts';
import { chatFailureWords, chatServiceWords, pushFailureWords } from './failure-words.ts';
import { deliveriesQuery } from './queries.ts';

/** Counts of pushes and group chats that fail, by service and reason. They name nobody and no league. */
export function Deliveries() {
  const found = useQuery(deliveriesQuery);
  return (
    <QueryView query={found} noun="pushes and group chats" skeleton={<Skeleton className="mt-3 h-12" />} bare>
      {({ pushes, chats, isWhole }) => (
        <>
          <Counts
            title="Pushes of the last day"
            none="No push failed in the last day."
            rows={pushes.map(({ service, failure, givenUp, waiting }) => ({
              key: `${service} ${failure}`,
              words: `${service}: ${pushFailureWords[failure]}`,
              counts: [
                [givenUp, 'given up'],
                [waiting, 'tried again'],
              ],
            }))}
          />
          <Counts
            title="Group chats"
            none="No group chat fails."
            rows={chats.map(({ service, failure, off, waiting }) => ({
              key: `${service} ${failure}`,
              words: `${chatServiceWords[service]}: ${chatFailureWords[failure]}`,
              counts: [
                [off, 'switched off'],
                [waiting, 'tried again'],
              ],
            }))}
          />
          {!isWhole && (
            <p className="mt-1 text-note text-soft">Chats of leagues that cannot be reached now are not counted.</p>
          )}
        </>
      )}
    </QueryView>
  );
}

type Row = { key: string; words: string; counts: readonly (readonly [count: number, words: string])[] };

function Counts({ title, none, rows }: { title: string; none: string; rows: readonly Row[] }) {
  return (
    <section aria-label={title} className="mt-3 border-t border-edge pt-2.5">
      <h3 className="text-note font-semibold text-soft">{title}</h3>
      {rows.length === 0 && <p>{none}</p>}
      <ul>
        {rows.map(({ key, words, counts }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span className="min-w-0 wrap-anywhere">{words}</span>
            <span className="tabular-nums">
              {counts
                .filter(([count]) => count > 0)
                .map(([count, state]) => `${showCount(count)} ${state}`)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

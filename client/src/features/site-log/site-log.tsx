import { useInfiniteQuery } from '@tanstack/react-query';
import { useNow } from '#client/lib/use-now.ts';
import { Card } from '#client/ui/card.tsx';
import { Name } from '#client/ui/name.tsx';
import { NextPage } from '#client/ui/next-page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { showInstant } from '#shared/domain/eastern.ts';
import { filterWords, LogFilters, type Person } from './log-filters.tsx';
import { auditLogQuery, type LogFilter } from './queries.ts';

type SiteLogProps = {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  people: readonly Person[];
};

const watchNothing = (): Date[] => [];

/** The audit log as sentences, the latest act first, with filters behind a tap. */
export function SiteLog({ filter, onFilter, people }: SiteLogProps) {
  const found = useInfiniteQuery(auditLogQuery(filter));
  const now = useNow(watchNothing);
  const chosen = filterWords(filter, people);
  return (
    <Card title="What was done" id="log">
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold wrap-anywhere text-info">
          Filters{chosen && <bdi dir="auto">: {chosen}</bdi>}
        </summary>
        <LogFilters filter={filter} onFilter={onFilter} people={people} />
      </details>
      <QueryView query={found} noun="what was done" skeleton={<Skeleton className="h-60" />} bare>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines);
          if (lines.length === 0) return <p className="border-t border-edge pt-3 text-soft">Nothing yet.</p>;
          return (
            <ol className="@container">
              {lines.map(({ id, at, actor, words }) => (
                <li
                  key={id}
                  className="border-t border-edge py-2 @md:grid @md:grid-cols-[9.5rem_minmax(0,1fr)] @md:gap-x-3"
                >
                  <time dateTime={at} className="block text-note text-soft first-letter:uppercase">
                    {showInstant(new Date(at), now)}
                  </time>
                  <p className="leading-snug wrap-anywhere">
                    <b className="font-semibold">
                      <Name>{actor}</Name>
                    </b>{' '}
                    <bdi dir="auto">{words}</bdi>
                  </p>
                </li>
              ))}
            </ol>
          );
        }}
      </QueryView>
      <NextPage query={found} noun="acts" />
    </Card>
  );
}

import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { leagueTopic } from '#shared/api/events.ts';
import { type LogEntry, leagueLog } from '#shared/api/league-log.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { logWords } from './log-words.ts';

const logQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [leagueLog.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(leagueLog, { params: { id, ...(pageParam !== null && { before: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? String(entries.at(-1)?.number) : null),
    meta: changesWith((topic) => topic === leagueTopic(id)),
    staleTime: 0,
  });

/** The log of a league, the latest act first, page by page. */
export function LeagueLog({ leagueId }: { leagueId: string }) {
  const query = useInfiniteQuery(logQuery(leagueId));
  const list = useRef<HTMLDivElement>(null);
  return (
    <QueryView query={query} noun="league log" bare skeleton={<Skeleton className="h-60 rounded-xl" />}>
      {({ pages }) => {
        const shown = pages.reduce((sum, { entries }) => sum + entries.length, 0);
        if (shown === 0) return <p className="py-8 text-center text-soft">Nothing was changed so far.</p>;
        return (
          <>
            <div ref={list} className="grid grid-cols-[minmax(0,1fr)]">
              {pages.map(({ entries }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name than its place
                <ol key={at} data-page={at} className="divide-y divide-edge border-edge not-first:border-t">
                  {entries.map((entry) => (
                    <li key={entry.number} className="py-3">
                      <Entry entry={entry} />
                    </li>
                  ))}
                </ol>
              ))}
            </div>
            <LoadMore
              list={list}
              pages={pages.length}
              rowSelector="li"
              shown={shown}
              total={Math.max(pages[0]?.entries[0]?.number ?? 0, shown)}
              noun="entries"
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              isRefreshing={query.isRefetching}
              hasFailed={query.isFetchNextPageError}
              onMore={query.fetchNextPage}
              onPress={() => undefined}
            />
          </>
        );
      }}
    </QueryView>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  return (
    <>
      {logWords(entry).map((words) => (
        <p key={words} dir="auto" className="wrap-anywhere whitespace-pre-line">
          <strong>
            <Name>{entry.by.name}</Name>
          </strong>{' '}
          {words}
        </p>
      ))}
      <p className="mt-0.5 text-note text-soft">
        <time dateTime={entry.at}>{showInstant(new Date(entry.at))}</time>
      </p>
    </>
  );
}

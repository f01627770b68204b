import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { GameView } from '#shared/api/games.ts';
import type { OddsChange } from '#shared/api/odds-history.ts';
import { showMoment } from '#shared/domain/eastern.ts';
import { type PriceMove, priceMoves } from './price-moves.ts';
import { oddsHistoryQuery } from './queries.ts';

/** The changes of a game's odds by admins, the latest first, page by page. */
export function OddsHistory({ game }: { game: GameView }) {
  const query = useInfiniteQuery(oddsHistoryQuery(game));
  const list = useRef<HTMLDivElement>(null);
  return (
    <QueryView query={query} noun="changes" bare skeleton={<Skeleton className="h-40 rounded-xl" />}>
      {({ pages }) => {
        const shown = pages.reduce((sum, { changes }) => sum + changes.length, 0);
        if (shown === 0) return <p className="py-8 text-center text-soft">No odds were set by hand on this game.</p>;
        return (
          <>
            <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {pages.map(({ changes }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name than its place
                <ol key={at} className="grid grid-cols-[minmax(0,1fr)] gap-2">
                  {changes.map((change) => (
                    <li key={change.id} className="rounded-xl border border-edge px-3.5 py-3">
                      <Change game={game} change={change} />
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
              total={Math.max(pages.at(-1)?.total ?? 0, shown)}
              noun="changes"
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

function Change({ game, change }: { game: GameView; change: OddsChange }) {
  const moves = priceMoves(game, change);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <span className="min-w-0 truncate font-semibold">
            <Name>{change.setBy}</Name>
          </span>
          <span className="text-sm font-normal text-soft">
            {change.isCleared ? "went back to the feed's odds" : 'set the odds'}
          </span>
        </h3>
        <time dateTime={change.at} className="text-note text-soft">
          {showMoment(new Date(change.at))}
        </time>
      </div>
      {moves.length === 0 ? (
        <p className="mt-1.5 text-sm text-soft">No line and no price moved.</p>
      ) : (
        <ul className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
          {moves.map((move) => (
            <Move key={move.label} {...move} />
          ))}
        </ul>
      )}
    </>
  );
}

function Move({ label, from, to }: PriceMove) {
  return (
    <li className="flex flex-wrap justify-between gap-x-3">
      <span className="min-w-0 truncate text-soft">
        <Name>{label}</Name>
      </span>
      <span className="ml-auto text-right tabular-nums">
        <span className="text-soft">{from ?? 'closed'}</span>
        <span aria-hidden="true" className="px-1.5 text-faint">
          →
        </span>
        <span className="sr-only"> to </span>
        <b className="font-semibold">{to ?? 'closed'}</b>
      </span>
    </li>
  );
}

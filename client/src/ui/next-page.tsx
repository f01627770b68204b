import { Button } from './button.tsx';

type NextPageProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** The name of the rows: 'notices'. */
  noun: string;
};

/** The button at the end of a list that comes by pages, for lists whose length nobody counts. */
export function NextPage({ query, noun }: NextPageProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="grid justify-items-center gap-2 border-t border-edge p-3 text-sm text-soft">
      {query.isFetchNextPageError && <p role="alert">Failed to load more {noun}</p>}
      <Button aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Loading...' : query.isFetchNextPageError ? 'Try Again' : 'Show more'}
      </Button>
    </div>
  );
}

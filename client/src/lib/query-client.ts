import {
  type DataTag,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isOtherAccount, isUnauthorized } from './call.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** The path that the page opens after this mutation has failed without a session. Default: the login path. */
    mutationMeta: { leaveTo?: string };
  }
}

/** The interval of the queries that refresh by themselves. Source: docs/screens.md#calls-and-refreshing. */
export const refreshMs = 30_000;

// By default the library reports changes in a timer. Until it runs, a button does not know that its call is under way,
// and the second tap of a quick pair makes the call again. Microtasks run before any other tap.
notifyManager.setScheduler(queueMicrotask);

type Handlers = {
  /** Called when a query or mutation failed because nobody is signed in. `leaveTo` is that of the mutation's meta. */
  onUnauthorized: (leaveTo?: string) => void;
  /** Called when a query or mutation failed because another account is signed in than the page's. */
  onOtherAccount: () => void;
};

/**
 * Creates the cache of server data. Data never becomes stale, and there is no refetch on focus, no polling and no retry
 * unless a query asks for it.
 *
 * Calls are also made while offline: they fail with a message instead of waiting. Source:
 * docs/screens.md#calls-and-refreshing.
 */
export function createQueryClient({ onUnauthorized, onOtherAccount }: Handlers): QueryClient {
  const notify = (error: Error, leaveTo?: string) => {
    if (isUnauthorized(error)) onUnauthorized(leaveTo);
    if (isOtherAccount(error)) onOtherAccount();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => notify(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => notify(error, mutation.meta?.leaveTo),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Sets the data of a query to what a mutation was answered with. Cancels a fetch that is under way: its reply may be from
 * before the mutation, and would replace the newer data.
 */
export async function setAnswered<Data>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  data: Data,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<unknown>(queryKey, data);
}

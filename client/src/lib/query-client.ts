import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOtherAccount, isUnauthorized } from './call.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** Where a visitor whose session is gone is led after this change, instead of the login entry. */
    mutationMeta: { leaveTo?: string };
  }
}

type Handlers = {
  /**
   * Called when a load or change failed because nobody is signed in; `leaveTo` is where the change leads then, if it says
   * so.
   */
  onUnauthorized: (leaveTo?: string) => void;
  /** Called when a load or change failed because another account is signed in than the page's. */
  onOtherAccount: () => void;
};

/**
 * The cache of server data: never stale, no refetch on focus, no polling and no retries unless a query says so.
 *
 * Calls are made offline too: they fail with words instead of waiting in silence. Source: spec §6 and §9.
 */
export function createQueryClient({ onUnauthorized, onOtherAccount }: Handlers): QueryClient {
  const tell = (error: Error, leaveTo?: string) => {
    if (isUnauthorized(error)) onUnauthorized(leaveTo);
    if (isOtherAccount(error)) onOtherAccount();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => tell(error) }),
    mutationCache: new MutationCache({
      onError: (error, _sent, _kept, mutation) => tell(error, mutation.meta?.leaveTo),
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

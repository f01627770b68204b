import { queryOptions, useQuery } from '@tanstack/react-query';
import { site } from '#shared/api/site.ts';
import { call } from './call.ts';
import { readStored, store } from './storage.ts';

const storageKey = 'ching.site';

type Site = { simulated: boolean; demo: boolean };

/** The settings of this installation; fetched once per page. */
const siteQuery = queryOptions({
  queryKey: [site.path],
  queryFn: async ({ signal }) => {
    const answer = await call(site, { signal });
    store(storageKey, JSON.stringify(answer));
    return answer;
  },
});

/**
 * The settings of this installation. `expected` is true while the request runs. The values are then those of the last
 * reply in this browser, or all true without one: components reserve their space, and the page does not shift. All are
 * false after a failed request.
 */
export function useSite(): Site & { expected: boolean } {
  const { data, isPending } = useQuery(siteQuery);
  if (data) return { ...data, expected: false };
  return isPending ? { ...lastReply(), expected: true } : { simulated: false, demo: false, expected: false };
}

function lastReply(): Site {
  try {
    return site.reply.parse(JSON.parse(readStored(storageKey) ?? ''));
  } catch {
    return { simulated: true, demo: true };
  }
}

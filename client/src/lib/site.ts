import { queryOptions, useQuery } from '@tanstack/react-query';
import { site } from '#shared/api/site.ts';
import { call } from './call.ts';
import { readStored, store } from './storage.ts';

const storageKey = 'ching.site';

/** What to know of every limit in hours and days where the games are simulated: they are divided by the season's speed. */
export const simulatedLimits =
  'Simulated games are played at a speed of their own, and every time limit passes at that speed.';

type Site = { simulated: boolean; demo: boolean };

/** What this place is: asked once. */
const siteQuery = queryOptions({
  queryKey: [site.path],
  queryFn: async ({ signal }) => {
    const answer = await call(site, { signal });
    store(storageKey, JSON.stringify(answer));
    return answer;
  },
});

/**
 * What this place is, and whether that is still `expected`: the last answer in this browser, so that what depends on it
 * can keep its room until the answer comes.
 */
export function useSite(): Site & { expected: boolean } {
  const { data, isPending } = useQuery(siteQuery);
  if (data) return { ...data, expected: false };
  return isPending ? { ...lastAnswer(), expected: true } : { simulated: false, demo: false, expected: false };
}

function lastAnswer(): Site {
  try {
    return site.reply.parse(JSON.parse(readStored(storageKey) ?? ''));
  } catch {
    return { simulated: true, demo: true };
  }
}

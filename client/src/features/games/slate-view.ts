import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { withParams } from '#client/lib/search-params.ts';
import { type SlateFilter, slateFilters } from '#shared/domain/slate.ts';
import { type Sport, sports } from '#shared/domain/sport.ts';

const firstSport = 'NFL';
const firstFilter = 'All';

/**
 * The sport and the filter of the slate. They stand in the address (`?sport=MLB&filter=Live`), so that Back and a
 * reload lead to them; the first ones and unknown ones do not. A change replaces the history entry, so that Back leaves
 * the slate. Another sport starts without a filter. Source: `docs/screens.md#slate`.
 */
export function useSlateView() {
  const [search, setSearch] = useSearchParams();
  const setSport = useCallback(
    (sport: Sport) =>
      setSearch((before) => withParams(before, { sport: sport === firstSport ? null : sport, filter: null }), {
        replace: true,
      }),
    [setSearch],
  );
  const setFilter = useCallback(
    (filter: SlateFilter) =>
      setSearch((before) => withParams(before, { filter: filter === firstFilter ? null : filter }), { replace: true }),
    [setSearch],
  );
  return {
    sport: sports.find((sport) => sport === search.get('sport')) ?? firstSport,
    filter: slateFilters.find((filter) => filter === search.get('filter')) ?? firstFilter,
    setSport,
    setFilter,
  };
}

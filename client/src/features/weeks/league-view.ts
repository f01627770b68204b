import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { withParams } from '#client/lib/search-params.ts';

const views = ['table', 'weeks', 'race'] as const;
export type LeagueView = (typeof views)[number];

/**
 * The tab of the league's page, and the week whose recap is open; null for the newest. Both stand in the address
 * (`?view=weeks&week=6`), which a message to friends carries. Another tab replaces the history entry, as on the slate.
 */
export function useLeagueView() {
  const [search, setSearch] = useSearchParams();
  const setView = useCallback(
    (view: LeagueView) =>
      setSearch((before) => withParams(before, { view: view === 'table' ? null : view, week: null }), {
        replace: true,
      }),
    [setSearch],
  );
  const week = search.get('week') ?? '';
  return {
    view: views.find((view) => view === search.get('view')) ?? 'table',
    week: /^[1-9]\d{0,4}$/.test(week) ? Number(week) : null,
    setView,
  };
}

/** The address of a week's recap. */
export function recapPath(leagueId: string, number: number): string {
  return `/league/${leagueId}?view=weeks&week=${number}`;
}

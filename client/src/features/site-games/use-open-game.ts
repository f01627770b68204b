import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { withParams } from '#client/lib/search-params.ts';
import { restoreFocus } from '#client/ui/restore-focus.ts';
import type { AdminGame } from '#shared/api/admin-games.ts';
import { foundQuery, waitingQuery } from './queries.ts';

/**
 * The open game. Its id stands in the address (`?game=espn:401`), so that a reload and a link lead to it. Opening the
 * first game adds a history entry, which Back leaves; another game replaces it. Closing goes back over it.
 */
export function useOpenGame() {
  const [search, setSearch] = useSearchParams();
  const openId = search.get('game');
  const [last, setLast] = useState<AdminGame | null>(null);
  const isOpen = (each: AdminGame) => each.game.id === openId;
  const listed = useQuery(waitingQuery).data?.find(isOpen);
  const isFound = openId !== null && !listed;
  const found = useQuery({ ...foundQuery(openId ?? ''), enabled: isFound, placeholderData: undefined });
  // A game that is settled leaves the list; what was read last stays until it is found.
  const known = listed ?? found.data?.find(isOpen) ?? (last && isOpen(last) ? last : null);
  if (known && known !== last) setLast(known);
  useFocusAfter(openId);

  const show = (game: string | null, options: { replace: boolean; state: unknown }) =>
    setSearch((before) => withParams(before, { game }), options);
  return {
    openId,
    /** The open game; null without one, or while it is not found. */
    game: known,
    isMissing: isFound && !known && !found.isFetching,
    open: (each: AdminGame) => {
      setLast(each);
      const isFirst = openId === null;
      show(each.game.id, { replace: !isFirst, state: isFirst ? { game: 'opened' } : history.state });
    },
    close: () => (wasOpenedHere(history.state) ? history.back() : show(null, { replace: true, state: null })),
  };
}

/** Whether the entry before has the page without a game. */
function wasOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'game' in state;
}

/** Returns the focus to the button of the game that was closed, unless something else has taken it. */
function useFocusAfter(openId: string | null): void {
  const before = useRef(openId);
  useLayoutEffect(() => {
    const closed = before.current;
    before.current = openId;
    if (closed === null || openId !== null || document.activeElement !== document.body) return;
    restoreFocus(document.querySelector(`[data-game="${CSS.escape(closed)}"]`));
  }, [openId]);
}

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { slateQuery } from './queries.ts';
import type { SlateGame } from './slate-game.ts';

/**
 * The latest state of a game of a slate, also while another filter hides its card. If the slate no longer lists the
 * game, it is the last state that was listed. Makes no requests: the slate that is on screen refreshes the games.
 */
export function useLatestGame(game: SlateGame): SlateGame {
  const { data } = useQuery({ ...slateQuery(game.sport), enabled: false });
  const last = useRef(game);
  last.current = data?.games.find(({ id }) => id === game.id) ?? last.current;
  return last.current;
}

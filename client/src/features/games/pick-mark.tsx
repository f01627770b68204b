import { useQuery } from '@tanstack/react-query';
import { SideMark } from '#client/tickets/side-mark.tsx';
import type { Pick } from '#shared/domain/slip.ts';
import { slateQuery } from './queries.ts';

/** The mark of the picked side, as on the card of its game. Loads nothing: the page loads the slates. */
export function PickMark({ pick: { gameId, sport, side } }: { pick: Pick }) {
  const { data = null } = useQuery({
    ...slateQuery(sport),
    enabled: false,
    select: ({ games }) => games.find(({ id }) => id === gameId),
  });
  return <SideMark side={side} game={data} />;
}

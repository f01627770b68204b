import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { Name } from '#client/ui/name.tsx';
import { ticketTopic } from '#shared/api/events.ts';
import { ticketRemarks } from '#shared/api/remark-calls.ts';
import { reactionWords } from '#shared/domain/remarks.ts';
import type { TicketKey } from './remarks-mutations.ts';

/** The remarks on a ticket with the names of those who have reacted; refetched when they change. */
const reactorsQuery = (params: TicketKey) => ({
  queryKey: [ticketRemarks.path, params.id, params.ticketId],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(ticketRemarks, { params, signal }),
  meta: { concerns: (topic: string) => topic === ticketTopic(params.id, params.ticketId) },
  staleTime: 0,
});

/** The members who have reacted to a ticket, each with the word of the reaction. */
export function Reactors({ id, of }: { id?: string; of: TicketKey }) {
  const remarks = useQuery(reactorsQuery(of));
  if (remarks.isPending) return <p className="py-1.5 text-note text-faint">Loading names...</p>;
  if (!remarks.data) return <p className="py-1.5 text-note text-soft">The names could not be loaded.</p>;
  const { reactors, reactions } = remarks.data;
  const more = reactions.reduce((sum, { count }) => sum + count, 0) - reactors.length;
  return (
    <ul
      id={id}
      aria-label="Who has reacted"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-5 py-1.5 text-note text-soft"
    >
      {reactors.map(({ userId, name, reaction }) => (
        <li key={userId} className="flex min-w-0 justify-between gap-x-2">
          <span className="min-w-0 truncate font-semibold text-ink">
            <Name>{name}</Name>
          </span>
          <span className="shrink-0">{reactionWords[reaction]}</span>
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

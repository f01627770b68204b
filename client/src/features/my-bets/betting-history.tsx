import { useState } from 'react';
import { type BetTab, betTabs, isIn, type Ticket, ticketOrder, ticketsOf } from '#client/lib/ticket.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { TicketIcon } from '#client/ui/icons.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TicketCard } from '#client/ui/ticket-card.tsx';
import type { Bet } from '#shared/api/bets.ts';

const allLeagues = 'all';

type League = { id: string; name: string };

/** The viewer's tickets by league and by state, each tab with its count. `leagues` are those the viewer is in now. */
export function BettingHistory({ bets, leagues }: { bets: readonly Bet[]; leagues: readonly League[] }) {
  const [leagueId, setLeagueId] = useState(allLeagues);
  const [tab, setTab] = useState<BetTab>('All');
  const tickets = ticketsOf(bets);
  if (tickets.length === 0) {
    return (
      <EmptyState
        icon={<TicketIcon size={32} />}
        title="No bets placed yet"
        text="Place your first bet to start tracking your performance!"
      />
    );
  }
  const chosen = tickets.filter((ticket) => leagueId === allLeagues || ticket.legs[0].groupId === leagueId);
  const shown = ticketOrder(chosen.filter((ticket) => isIn(ticket, tab)));
  const count = (id: string) => tickets.filter((ticket) => ticket.legs[0].groupId === id).length;
  return (
    <Tabs
      label="Leagues"
      look="pill"
      value={leagueId}
      onValueChange={setLeagueId}
      options={[
        { value: allLeagues, label: `All Leagues (${tickets.length})` },
        ...leaguesIn(tickets, leagues).map(({ id, name }) => ({ value: id, label: `${name} (${count(id)})` })),
      ]}
    >
      <Tabs
        label="Bets"
        look="outline"
        value={tab}
        onValueChange={setTab}
        options={betTabs.map((value) => ({
          value,
          label: value,
          count: chosen.filter((ticket) => isIn(ticket, value)).length,
        }))}
        className="mt-2"
      >
        {shown.length === 0 ? (
          <p className="py-10 text-center text-soft">
            {tab === 'All' ? 'No bets in this league yet' : `No ${tab.toLowerCase()} bets`}
          </p>
        ) : (
          <ul className="mt-3 grid items-start gap-3 lg:grid-cols-2">
            {shown.map((ticket) => (
              <li key={ticket.id}>
                <TicketCard ticket={ticket} />
              </li>
            ))}
          </ul>
        )}
      </Tabs>
    </Tabs>
  );
}

/** The leagues of today, then those that only old bets know. */
function leaguesIn(tickets: readonly Ticket[], leagues: readonly League[]): League[] {
  const all = new Map(leagues.map(({ id, name }) => [id, { id, name }]));
  for (const { legs } of tickets) if (!all.has(legs[0].groupId)) all.set(legs[0].groupId, legs[0].group);
  return [...all.values()];
}

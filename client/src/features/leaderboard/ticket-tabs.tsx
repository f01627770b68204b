import { useState } from 'react';
import { type Ticket, ticketOrder } from '#client/tickets/ticket.ts';
import { ScrollRegion } from '#client/ui/scroll-region.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import type { BetStatus } from '#shared/api/bets.ts';
import { TicketRow } from './ticket-row.tsx';

/** The tabs by status; Live contains all open bets. Source: `docs/screens.md#leaderboards-and-histories`. */
const statusOf = { Live: 'pending', Won: 'won', Lost: 'lost', Push: 'push' } as const satisfies Record<
  string,
  BetStatus
>;
export type HistoryTab = keyof typeof statusOf;

type TicketTabsProps = {
  tickets: readonly Ticket[];
  tabs: readonly HistoryTab[];
  /** The text of a tab without tickets. */
  emptyWords: (tab: HistoryTab) => string;
  /** Whether each row shows its member's name. */
  named: boolean;
  /** Whether the list scrolls by itself above a height of 24rem. In a dialog, the dialog scrolls. */
  scrolls: boolean;
};

export function TicketTabs({ tickets, tabs, emptyWords, named, scrolls }: TicketTabsProps) {
  const inTab = (tab: HistoryTab) => tickets.filter(({ status }) => status === statusOf[tab]);
  const [chosen, setChosen] = useState(() => tabs.find((tab) => inTab(tab).length > 0) ?? 'Live');
  const tab = tabs.includes(chosen) ? chosen : 'Live';
  const shown = ticketOrder(inTab(tab));
  return (
    <Tabs
      label="Bets"
      variant="segment"
      value={tab}
      onValueChange={setChosen}
      options={tabs.map((value) => ({ value, label: value, count: inTab(value).length }))}
    >
      {shown.length === 0 ? (
        <p className="py-10 text-center text-soft">{emptyWords(tab)}</p>
      ) : (
        <ShowMore key={tab} rows={shown} noun="bets">
          {(part, list) => {
            const rows = (
              <ul ref={list} aria-label={`${tab} bets`} className="divide-y divide-edge">
                {part.map((ticket) => (
                  <li key={ticket.id} className="[contain-intrinsic-size:auto_8.125rem] [content-visibility:auto]">
                    <TicketRow ticket={ticket} named={named} />
                  </li>
                ))}
              </ul>
            );
            return scrolls ? (
              <ScrollRegion label={`${tab} bets`} className="mt-1 -mr-2 max-h-96 pr-2">
                {rows}
              </ScrollRegion>
            ) : (
              <div className="mt-1">{rows}</div>
            );
          }}
        </ShowMore>
      )}
    </Tabs>
  );
}

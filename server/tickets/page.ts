import {
  cursorOf,
  type PageAsked,
  type PageCounts,
  type PageStatus,
  type Place,
  sections,
} from '#shared/api/bet-pages.ts';
import type { Grade } from '#shared/domain/grade.ts';
import type { OpenCount } from './open-keys-store.ts';
import type { TicketList } from './page-keys-store.ts';
import type { Bounds, Key } from './pages-store.ts';
import type { SettledCount } from './settled-keys-store.ts';

/** A ticket of a page, and its place in the list. */
type PlacedKey = Key & { place: Place };

/** The keys of a page's tickets. */
export type KeyPage = {
  keys: PlacedKey[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
  /** The number of tickets in the whole list, in the leagues of the page. */
  counts: PageCounts;
  /** Whether the call named the end of the page. */
  isReadAgain: boolean;
  /** The number of tickets of each league with tickets, also of leagues that the page leaves out. */
  ticketsOf: ReadonlyMap<string, number>;
};

/**
 * Reads a page of a list: open tickets first, then settled ones.
 *
 * The open tickets are read before the settled ones, so that a ticket that is settled in between is on the page twice
 * and not missing; its second place is left out.
 *
 * leagueIds  the leagues of the page and its counts; null for all of the list.
 */
export async function readPage(
  list: TicketList,
  leagueIds: readonly string[] | null,
  { status = 'all', before = start, until, limit }: PageAsked,
): Promise<KeyPage> {
  const end = until ?? last;
  const most = limit + 1;
  const parts = partsOf(status).flatMap(({ section, ...part }) => {
    const bounds = boundsIn(section, before, end);
    return bounds ? [{ ...part, ...bounds }] : [];
  });
  const allOpen = await list.open({ parts, leagueIds, most });
  const allSettled = await list.counts();
  const isAsked = ({ leagueId }: { leagueId: string }) => leagueIds === null || leagueIds.includes(leagueId);
  const settled = allSettled.filter(isAsked);
  const counts = countsOf(allOpen.counts.filter(isAsked), settled);

  const keys = allOpen.keys
    .map(({ leagueId, id, at, isLive }) => ({ leagueId, id, place: { section: isLive ? 0 : 1, at, id } }))
    .sort(byPlace)
    .slice(0, most);
  const openIds = new Set(keys.map(({ id }) => id));
  const askedIds = settled.map(({ leagueId }) => leagueId);
  for (const [section, name] of sections.entries()) {
    if (name === 'live' || name === 'pending' || (status !== 'all' && status !== name)) continue;
    const room = most - keys.length;
    const bounds = boundsIn(section, before, end);
    if (room === 0 || counts[name] === 0 || !bounds) continue;
    const read = (more: number) => list.settled(askedIds, gradesOf[name], { ...bounds, most: room + more });
    const found = (await withoutOpen(openIds, read)).map(({ leagueId, id, at }) => ({
      leagueId,
      id,
      place: { section, at, id },
    }));
    keys.push(...found.sort(byPlace).slice(0, room));
  }

  const shown = keys.slice(0, limit);
  const [final] = shown.slice(-1);
  const next = final && keys.length > limit ? final.place : until;
  return {
    keys: shown,
    next: next ? cursorOf(next) : null,
    counts,
    isReadAgain: until !== undefined,
    ticketsOf: ticketsByLeague(allOpen.counts, allSettled),
  };
}

/** The part of a section that is after one place, up to another; null if there is none. */
function boundsIn(section: number, before: Place, end: Place): Bounds | null {
  if (section < before.section || section > end.section) return null;
  const after = section === before.section ? before : start;
  const until = section === end.section ? end : last;
  return { afterAt: after.at, afterId: after.id, untilAt: until.at, untilId: until.id };
}

/**
 * The settled tickets that were not among the open ones. Those that were take no places: with fewer tickets than asked
 * for, the page would seem to be the last of its section, and those after it would be passed over.
 *
 * read  reads so many tickets more than there is room for.
 */
async function withoutOpen<Settled extends Key>(
  openIds: ReadonlySet<string>,
  read: (more: number) => Promise<Settled[]>,
): Promise<Settled[]> {
  for (let more = 0; ; ) {
    const settled = await read(more);
    const left = settled.filter(({ id }) => !openIds.has(id));
    const dropped = settled.length - left.length;
    if (dropped <= more) return left;
    more = dropped;
  }
}

/**
 * Ends a page before the first ticket that has no room in so many bytes of JSON; the first ticket it has always.
 *
 * ticketIds  of each bet, its ticket. Bets of one ticket follow each other, in the order of the page.
 */
export function cutToSize<Bet>(
  { keys, next, counts }: KeyPage,
  ticketIds: readonly string[],
  bets: readonly Bet[],
  bytes: number,
): { bets: Bet[]; next: string | null } {
  let room = bytes - Buffer.byteLength(JSON.stringify({ bets: [], next: endless, counts }));
  for (const [at, bet] of bets.entries()) {
    room -= Buffer.byteLength(JSON.stringify(bet)) + 1;
    if (room >= 0) continue;
    const cut = Math.max(ticketIds.indexOf(ticketIds[at] as string), ticketIds.lastIndexOf(ticketIds[0] as string) + 1);
    if (cut >= bets.length) break;
    const end = keys.find(({ id }) => id === ticketIds[cut - 1]);
    if (!end) throw new Error('a bet of no ticket of the page');
    return { bets: bets.slice(0, cut), next: cursorOf(end.place) };
  }
  return { bets: [...bets], next };
}

/** The first items, as many as have room in so many bytes of JSON. */
export function firstThatFit<Item>(items: readonly Item[], bytes: number): Item[] {
  let room = bytes - 2;
  const full = items.findIndex((item) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return room < 0;
  });
  return items.slice(0, full < 0 ? items.length : full);
}

/** Whether the first place is after the second one. Within a section the latest comes first, then the lower id. */
function isAfter(one: Place, other: Place): boolean {
  if (one.section !== other.section) return one.section > other.section;
  return one.at === other.at ? one.id > other.id : one.at < other.at;
}

function byPlace(one: PlacedKey, other: PlacedKey): number {
  return isAfter(one.place, other.place) ? 1 : -1;
}

/** Places before and after all others: the year 2255, and 1970. */
const start: Place = { section: 0, at: Number.MAX_SAFE_INTEGER, id: '00000000-0000-0000-0000-000000000000' };
const last: Place = { section: sections.length, at: 0, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The longest cursor. */
const endless = cursorOf(start);

/** A void is sent as push. Source: docs/decisions/tickets-and-legs.md. */
const gradesOf = { won: ['won'], lost: ['lost'], push: ['push', 'void'] } satisfies Record<string, Grade[]>;

/** The open tickets of a status. A live ticket is pending too if a leg has not begun. Source: docs/screens.md#my-bets. */
function partsOf(status: PageStatus) {
  const live = { section: 0, isLive: true, onlyUnstarted: status === 'pending' };
  const others = { section: 1, isLive: false, onlyUnstarted: false };
  if (status === 'live') return [live];
  return status === 'all' || status === 'open' || status === 'pending' ? [live, others] : [];
}

function countsOf(open: readonly OpenCount[], settled: readonly SettledCount[]): PageCounts {
  const counts: PageCounts = { all: 0, open: 0, live: 0, pending: 0, won: 0, lost: 0, push: 0 };
  for (const league of open) for (const name of ['open', 'live', 'pending'] as const) counts[name] += league[name];
  for (const league of settled) for (const name of ['won', 'lost', 'push'] as const) counts[name] += league[name];
  return { ...counts, all: counts.open + counts.won + counts.lost + counts.push };
}

function ticketsByLeague(open: readonly OpenCount[], settled: readonly SettledCount[]): Map<string, number> {
  const counted = new Map<string, number>();
  const add = (leagueId: string, tickets: number) => counted.set(leagueId, (counted.get(leagueId) ?? 0) + tickets);
  for (const { leagueId, open: tickets } of open) add(leagueId, tickets);
  for (const { leagueId, won, lost, push } of settled) add(leagueId, won + lost + push);
  return counted;
}

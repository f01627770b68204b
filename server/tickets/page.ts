import { cursorOf, type PageAsked, type PageCounts, type Place, sections } from '#shared/api/bet-pages.ts';
import type { Grade } from '#shared/domain/grade.ts';
import type { OpenKey, SettledCount, TicketList } from './page-keys-store.ts';
import type { Key } from './pages-store.ts';

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
 * Reads a page of a list: open tickets first, of which a player has few, then settled ones from the index.
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
  const allOpen = await list.open();
  const allSettled = await list.counts();
  const isAsked = ({ leagueId }: { leagueId: string }) => leagueIds === null || leagueIds.includes(leagueId);
  const [open, settled] = [allOpen.filter(isAsked), allSettled.filter(isAsked)];
  const counts = countsOf(open, settled);
  const end = until ?? last;

  const keys: PlacedKey[] = open
    .filter(opensIn[status] ?? (() => false))
    .map(({ leagueId, id, at, isLive }) => ({ leagueId, id, place: { section: isLive ? 0 : 1, at, id } }))
    .filter(({ place }) => isAfter(place, before) && !isAfter(place, end))
    .sort((one, other) => (isAfter(one.place, other.place) ? 1 : -1))
    .slice(0, limit + 1);

  const openIds = new Set(open.map(({ id }) => id));
  const askedIds = [...new Set(settled.map(({ leagueId }) => leagueId))];
  for (const [section, name] of sections.entries()) {
    if (name === 'live' || name === 'pending' || (status !== 'all' && status !== name)) continue;
    const most = limit + 1 - keys.length;
    if (most === 0 || counts[name] === 0 || section < before.section || section > end.section) continue;
    const after = section === before.section ? before : start;
    const upTo = section === end.section ? end : last;
    const bounds = { afterAt: after.at, afterId: after.id, untilAt: upTo.at, untilId: upTo.id, most };
    const read = (more: number) => list.settled(askedIds, gradesOf[name], { ...bounds, most: most + more });
    for (const { leagueId, id, at } of await withoutOpen(openIds, read)) {
      keys.push({ leagueId, id, place: { section, at, id } });
    }
    keys.sort((one, other) => (isAfter(one.place, other.place) ? 1 : -1)).splice(limit + 1);
  }

  const shown = keys.slice(0, limit);
  const [final] = shown.slice(-1);
  const next = final && keys.length > limit ? final.place : until;
  return {
    keys: shown,
    next: next ? cursorOf(next) : null,
    counts,
    isReadAgain: until !== undefined,
    ticketsOf: ticketsByLeague(allOpen, allSettled),
  };
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

/** Whether the first place is after the second one. Within a section the latest comes first, then the lower id. */
function isAfter(one: Place, other: Place): boolean {
  if (one.section !== other.section) return one.section > other.section;
  return one.at === other.at ? one.id > other.id : one.at < other.at;
}

/** Places before and after all others: the year 2255, and 1970. */
const start: Place = { section: 0, at: Number.MAX_SAFE_INTEGER, id: '00000000-0000-0000-0000-000000000000' };
const last: Place = { section: sections.length, at: 0, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The longest cursor. */
const endless = cursorOf(start);

/** A void is sent as push. Source: docs/decisions/tickets-and-legs.md. */
const gradesOf = { won: ['won'], lost: ['lost'], push: ['push', 'void'] } satisfies Record<string, Grade[]>;

const isPending = ({ isLive, hasUnstarted }: OpenKey) => !isLive || hasUnstarted;

/** The open tickets of a status; none without an entry. Source: docs/screens.md#my-bets. */
const opensIn: Partial<Record<NonNullable<PageAsked['status']>, (ticket: OpenKey) => boolean>> = {
  all: () => true,
  open: () => true,
  live: ({ isLive }) => isLive,
  pending: isPending,
};

function countsOf(open: readonly OpenKey[], settled: readonly SettledCount[]): PageCounts {
  const graded = (grades: readonly Grade[]) =>
    settled.reduce((sum, { grade, tickets }) => sum + (grades.includes(grade) ? tickets : 0), 0);
  return {
    all: settled.reduce((sum, { tickets }) => sum + tickets, open.length),
    open: open.length,
    live: open.filter(({ isLive }) => isLive).length,
    pending: open.filter(isPending).length,
    won: graded(gradesOf.won),
    lost: graded(gradesOf.lost),
    push: graded(gradesOf.push),
  };
}

function ticketsByLeague(open: readonly OpenKey[], settled: readonly SettledCount[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { leagueId, tickets } of [...open.map((key) => ({ ...key, tickets: 1 })), ...settled]) {
    counted.set(leagueId, (counted.get(leagueId) ?? 0) + tickets);
  }
  return counted;
}

import { profitOf } from '#shared/domain/balance.ts';
import { csvHeading, csvText } from '#shared/domain/csv.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { Db } from '../db/connection.ts';
import type { Entitled } from '../leagues/access.ts';
import { readStandings } from '../leagues/standings.ts';
import { listSettledTickets, type SettledTicket } from './league-files-store.ts';
import { legsByTicket, wordsOf } from './legs.ts';
import type { NamedLeg } from './store.ts';

/** Chosen: about 100 kB of a file are made at once. */
const ticketsOfPart = 500;

const ticketColumns = ['placed', 'settled', 'member', 'bet', 'stake', 'result', 'back', 'net'];
const standingColumns = ['rank', 'member', 'won', 'lost', 'bets', 'balance', 'profit'];

/** The settled tickets of a league as a file of CSV, in parts: those that every member sees. */
export async function* ticketsFile(db: Db, { leagueId }: Entitled<'export'>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeading(ticketColumns));
  for (let after: string | null = null; ; ) {
    const tickets = await listSettledTickets(db, leagueId, { after, limit: ticketsOfPart });
    const last = tickets.at(-1);
    if (!last) return;
    const legs = await legsByTicket(
      db,
      leagueId,
      tickets.map(({ id }) => id),
    );
    yield Buffer.from(tickets.map((ticket) => ticketRecord(ticket, legs.get(ticket.id) ?? [])).join(''));
    after = last.id;
  }
}

function ticketRecord(ticket: SettledTicket, legs: readonly NamedLeg[]): string {
  const { placedAt, settledAt, grade, stake, back } = ticket;
  const net = cents((back ?? 0) - stake);
  return `${[
    placedAt.toISOString(),
    settledAt?.toISOString() ?? '',
    csvText(rowName(ticket)),
    csvText(wordsOf(legs)),
    toWire(cents(stake)),
    grade ?? '',
    toWire(cents(back ?? 0)),
    toWire(net),
  ].join(',')}\r\n`;
}

/** The standings of a league as a file of CSV: the frozen ones of a final league, else those by its settled tickets. */
export async function standingsFile(db: Db, { leagueId }: Entitled<'export'>): Promise<Buffer[]> {
  const { rows } = await readStandings(db, leagueId);
  const records = rows.map((row) =>
    [
      row.rank,
      csvText(rowName(row)),
      row.wins,
      row.losses,
      row.bets,
      toWire(row.total),
      toWire(profitOf(row.total, row.given)),
    ].join(','),
  );
  return [Buffer.from(csvHeading(standingColumns) + records.map((record) => `${record}\r\n`).join(''))];
}

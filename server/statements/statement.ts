import { createHash } from 'node:crypto';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import type { leagueStatement } from '#shared/api/statement.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import {
  chainedDigest,
  entryText,
  headText,
  type StatementEntry,
  statementHeading,
  statementRecord,
} from '#shared/domain/statement.ts';
import { entryWords } from '#shared/words/statement-words.ts';
import type { Database, Db } from '../db/connection.ts';
import { leagueNotFound } from '../leagues/access.ts';
import { findBareLeague, findNamedMember, lockLeague } from '../leagues/store.ts';
import { legsByTicket, wordsOf } from './legs.ts';
import {
  countEntries,
  type Entry,
  findLastPlace,
  type Holder,
  insertPlaces,
  listNumbered,
  listUnnumbered,
  lockStatement,
  type NamedLeg,
  type Place,
} from './store.ts';

/** Chosen: the entries that one transaction numbers. More would have to fit into its memory and its time limit. */
const entriesAtOnce = 1_000;
/** Chosen: the entries of a sheet: some three printed pages. The same entries are on it for ever. */
const entriesOfSheet = 100;
/** Chosen: about 100 kB of a file are made at once. */
const entriesOfPart = 500;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A member's statement as it is now: whose it is, and how many entries it has. */
type Opened = Holder & { league: string; member: string; entries: number };

/**
 * The sheet of a statement with this number; the last one for null, and for a number beyond it. Refuses who never was a
 * member.
 */
export async function readSheet(
  database: Database,
  holder: Holder,
  wanted: number | null,
): Promise<ReplyInput<typeof leagueStatement>> {
  const statement = await open(database, holder);
  const sheets = Math.max(1, Math.ceil(statement.entries / entriesOfSheet));
  const sheet = Math.min(wanted ?? sheets, sheets);
  const from = (sheet - 1) * entriesOfSheet + 1;
  const rows = await readRows(database.db, statement, from, Math.min(from + entriesOfSheet - 1, statement.entries));
  // Not the last number there is: a bet may have got one since this statement was opened.
  const [last] = await listNumbered(database.db, holder, { from: statement.entries, to: statement.entries });
  return {
    league: { id: holder.leagueId, name: statement.league },
    member: statement.member,
    sheet,
    sheets,
    entries: statement.entries,
    balance: toWire(last?.balance ?? cents(0)),
    digest: last?.digest ?? headDigest(holder),
    rows: rows.map(({ number, at, kind, ticketId, round, amount, balance, digest, words }) => ({
      number,
      at: at.toISOString(),
      kind,
      ticketId,
      round,
      amount: toWire(amount),
      balance: toWire(balance),
      digest,
      words,
    })),
  };
}

/** A statement as a file of CSV, in parts. Refuses who never was a member, before the first part. */
export async function readFile(database: Database, holder: Holder): Promise<AsyncIterable<Buffer>> {
  const statement = await open(database, holder);
  return partsOf(database.db, statement);
}

async function* partsOf(db: Db, statement: Opened): AsyncGenerator<Buffer> {
  const words = `Statement of ${statement.member} in ${statement.league}`;
  yield Buffer.from(statementHeading + statementRecord(headText(statement), headDigest(statement), words));
  for (let from = 1; from <= statement.entries; from += entriesOfPart) {
    const rows = await readRows(db, statement, from, Math.min(from + entriesOfPart - 1, statement.entries));
    yield Buffer.from(rows.map((row) => statementRecord(entryText(row), row.digest, row.words)).join(''));
  }
}

/** Numbers the entries that are new, and finds whose statement it is. */
async function open(database: Database, holder: Holder): Promise<Opened> {
  const [league, named] = [
    await findBareLeague(database.db, holder.leagueId),
    await findNamedMember(database.db, holder.leagueId, holder.userId),
  ];
  if (!league || !named) throw leagueNotFound();
  const member = rowName({ ...named.user, displayName: named.memberName });
  return { ...holder, league: league.name, member, entries: await numberEntries(database, holder) };
}

/**
 * Numbers the member's entries that have no number, after those that have one, and returns how many have one now. The
 * commits are durable, and with them those of the settlements before: what a statement has shown no crash takes back.
 *
 * The order of times would not do: a transaction that began earlier may commit later, and its entry would then come
 * between two that an earlier statement has shown. Why: docs/decisions/statements.md.
 */
async function numberEntries(database: Database, holder: Holder): Promise<number> {
  for (;;) {
    const { all, numbered } = await countEntries(database.db, holder);
    if (numbered >= all) return numbered;
    await database.withTx((tx) => numberSome(tx, holder));
  }
}

async function numberSome(tx: Db, holder: Holder): Promise<void> {
  if (!(await lockLeague(tx, holder.leagueId))) throw leagueNotFound(); // else a deletion could come in between
  await lockStatement(tx, holder);
  let before: Place = (await findLastPlace(tx, holder)) ?? { number: 0, balance: cents(0), digest: headDigest(holder) };
  const entries = await listUnnumbered(tx, holder, entriesAtOnce);
  const legs = await legsOf(tx, holder.leagueId, entries);
  const places = entries.map((entry) => {
    const [number, balance] = [before.number + 1, cents(before.balance + entry.amount)];
    const text = entryText(statementEntry({ ...entry, number, balance }, legs));
    before = { number, balance, digest: chainedDigest(before.digest, text, sha256) };
    return { ...before, entryId: entry.id };
  });
  if (places.length > 0) await insertPlaces(tx, holder, places);
}

function headDigest(holder: Holder): string {
  return chainedDigest(null, headText(holder), sha256);
}

async function readRows(db: Db, holder: Holder, from: number, to: number) {
  const entries = await listNumbered(db, holder, { from, to });
  const legs = await legsOf(db, holder.leagueId, entries);
  return entries.map((entry) => {
    const own = entry.ticketId === null ? [] : (legs.get(entry.ticketId) ?? []);
    const words = entryWords(entry.kind, entry.round, wordsOf(own));
    return { ...statementEntry(entry, legs), digest: entry.digest, words };
  });
}

function legsOf(db: Db, leagueId: string, entries: readonly Entry[]): Promise<Map<string, NamedLeg[]>> {
  return legsByTicket(
    db,
    leagueId,
    entries.flatMap(({ ticketId }) => ticketId ?? []),
  );
}

/** The bet stands beside the stake alone; its payouts and corrections name the ticket. */
function statementEntry(
  { number, at, kind, ticketId, round, amount, balance }: Entry & Pick<Place, 'number' | 'balance'>,
  legs: ReadonlyMap<string, NamedLeg[]>,
): StatementEntry {
  const own = kind === 'stake' && ticketId !== null ? (legs.get(ticketId) ?? []) : [];
  return { number, at, kind, ticketId, round, amount, balance, legs: own };
}

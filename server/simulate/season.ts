import { addressOf, type BodyInput, type Endpoint, type ParamsInput, type ReplyInput } from '#shared/api/endpoint.ts';
import type { AllowedSports } from '#shared/domain/sport.ts';
import type { Chance } from '../oracle/schedule.ts';
import { createVisitor } from '../testing/visitor.ts';
import type { Books, Shown } from './books.ts';
import type { SimulatedClock } from './clock.ts';
import type { Cuts } from './cuts.ts';
import type { Deliveries } from './deliveries.ts';
import type { SeasonFeed } from './feed.ts';
import type { Entry } from './journal.ts';
import type { Pages } from './pages.ts';
import type { Site } from './site.ts';
import type { Trace } from './trace.ts';

export type Person = {
  /** Null until the sign-up was answered. */
  id: string | null;
  email: string;
  password: string;
  cookies: Map<string, string>;
  leagues: Set<League>;
  /** Further addresses whose letters they read: those that they had, or asked for. */
  addresses: Set<string>;
  /** The tokens of links in letters that they have opened. */
  opened: Set<string>;
  /** The path of their calendar; null if they have none, or know of none. */
  calendar: string | null;
  /** The paths that have ended. */
  endedCalendars: string[];
  /** The tickets of others that they have reacted to, or may have, as an answer was lost. */
  reactedTo: Set<string>;
  /** Null while nobody knows, as an answer was lost. */
  isAdmin: boolean | null;
  isSignedIn: boolean;
};

/** A league as its members know it. */
export type League = {
  id: string;
  code: string;
  owner: Person;
  members: Set<Person>;
  endsAt: number;
  approves: boolean;
  allowedSports: AllowedSports;
};

export type Answer<E extends Endpoint> = {
  status: number;
  /** Null unless the call succeeded. */
  reply: ReplyInput<E> | null;
  code: string | null;
  text: string;
  entries: Entry[];
  /** Whether a connection to the database was cut meanwhile. */
  wasCut: boolean;
};

type Sent<E extends Endpoint> = {
  params?: ParamsInput<E>;
  body?: BodyInput<E>;
  headers?: Record<string, string>;
  /** Bets of others that the answer may show, besides those that are revealed. */
  mayShow?: Shown;
};

/** A law of the product that a step has broken. */
export class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw';
}

export type Counts = {
  requests: number;
  refused: number;
  cuts: number;
  jobs: number;
  tickets: number;
  /** Changes of e-mail addresses, and those that were undone. */
  addresses: number;
};

export type Season = {
  chance: Chance;
  clock: SimulatedClock;
  books: Books;
  feed: SeasonFeed;
  site: Site;
  deliveries: Deliveries;
  pages: Pages;
  trace: Trace;
  people: Person[];
  leagues: League[];
  counts: Counts;
  /** Sends a request and checks all laws after its answer. */
  ask<E extends Endpoint>(person: Person, endpoint: E, sent?: Sent<E>): Promise<Answer<E>>;
  /** Does something else that may change the database, and checks all laws. */
  step<T>(name: string, work: () => Promise<T>): Promise<{ result: T; entries: Entry[]; wasCut: boolean }>;
};

type Parts = Omit<Season, 'people' | 'leagues' | 'counts' | 'ask' | 'step'> & {
  cuts: Cuts;
  readJournal: () => Promise<Entry[]>;
  /** The probability that a connection is cut in a step. */
  cutting: number;
};

/** Chosen: the whole books are read so often; after each step those that it touched are checked. */
const stepsBetweenChecks = 500;
/** Chosen: those of a request that only reads, of one that writes, and of a job with some work. */
const mostMessages = [4, 14, 60];
/** The tables whose rows are money. */
const moneyTables = new Set(['ledger', 'tickets', 'legs', 'settlements', 'leg_grades', 'final_standings']);

export function openSeason({ cuts, readJournal, cutting, ...parts }: Parts): Season {
  const { chance, clock, books, site, deliveries, pages, trace } = parts;
  const counts: Counts = { requests: 0, refused: 0, cuts: 0, jobs: 0, tickets: 0, addresses: 0 };
  let steps = 0;

  const step: Season['step'] = async (name, work) => {
    steps += 1;
    trace.add(`${clock.now().toISOString()} ${name}`);
    if (chance.is(cutting)) {
      cuts.arm({ message: chance.between(1, chance.pick(mostMessages)), when: chance.pick(['before', 'after']) });
    }
    const result = await work();
    await site.idle();
    const wasCut = await cuts.disarm();
    if (wasCut) counts.cuts += 1;
    const entries = await readJournal();
    pages.take(entries);
    const broken = [...books.take(entries), ...deliveries.take(trace, wasCut)];
    if (steps % stepsBetweenChecks === 0) broken.push(...(await books.checkAll()));
    // Sorted: a deleted league's rows go in the order in which they happen to be stored.
    for (const line of ledgerLines(entries).toSorted()) trace.add(line);
    if (broken.length > 0) throw new BrokenLaw([`step ${steps}, ${name}:`, ...broken].join('\n  '));
    return { result, entries, wasCut };
  };

  return {
    ...parts,
    people: [],
    leagues: [],
    counts,
    step,
    ask: async <E extends Endpoint>(person: Person, endpoint: E, sentWith: Sent<E> = {}) => {
      const { params, body, headers = {}, mayShow } = sentWith;
      const path = addressOf(endpoint, params);
      const sent = deliveries.withoutPorts(JSON.stringify({ ...headers, ...(body as object | undefined) }));
      const words = `${person.email} ${endpoint.method} ${path} ${sent}`;
      const { result, entries, wasCut } = await step(words, async () => {
        const response = await createVisitor(site.origin, person.cookies).raw(endpoint.method, path, { body, headers });
        return { status: response.status, text: await response.text() };
      });
      const { status, text } = result;
      counts.requests += 1;
      const isDone = status === endpoint.status || (endpoint.mayFind && status === 200);
      if (!isDone) counts.refused += 1;
      trace.add(`  ${status}${wasCut ? ' after a cut' : ''} ${deliveries.withoutPorts(text)}`);
      const money = moneyIn(entries);
      const broken = books.secretsIn(text, person.id, clock.ms(), mayShow);
      if (status >= 500 && !wasCut) broken.push(`${status} without a fault: ${text}`);
      if (status < 500 && !isDone && money.length > 0)
        broken.push(`refused with ${status}, and wrote ${asText(money)}`);
      if (endpoint.method === 'GET' && money.length > 0) broken.push(`a GET wrote ${asText(money)}`);
      if (broken.length > 0) throw new BrokenLaw([`step ${steps}, ${words}:`, ...broken].join('\n  '));
      const json: unknown = /^[{[n]/.test(text) ? JSON.parse(text) : text;
      return {
        status,
        reply: isDone ? (json as ReplyInput<E>) : null,
        code: isDone ? null : (json as { code: string }).code,
        text,
        entries,
        wasCut,
      };
    },
  };
}

function ledgerLines(entries: readonly Entry[]): string[] {
  return entries.filter(({ table }) => table === 'ledger').map(({ act, row }) => `  ${act} ${JSON.stringify(row)}`);
}

/** Those of the rows that are money. */
export function moneyIn(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ table }) => moneyTables.has(table));
}

export function asText(entries: readonly Entry[]): string {
  return entries.map(({ table, act, row }) => `${act} ${table} ${JSON.stringify(row)}`).join('; ');
}

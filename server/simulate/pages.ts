import { get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentUser } from '#shared/api/auth.ts';
import {
  departureTopic,
  events,
  leagueTopic,
  noticesTopic,
  parseTopic,
  sportTopic,
  type Topic,
  userTopic,
} from '#shared/api/events.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { createVisitor } from '../testing/visitor.ts';
import type { Entry } from './journal.ts';
import type { Person } from './season.ts';
import type { Site } from './site.ts';

/** An open page: it hears what has changed by an event stream. */
type Page = {
  /** Null for a visitor without an account. */
  person: Person | null;
  /** The person's when the page was opened. */
  userId: string | null;
  cookies: Map<string, string>;
  response: IncomingMessage;
  /** The topics that it has received since the last check. */
  received: Topic[];
  /** The topics of changes for it that it has not received since. */
  awaited: Set<Topic>;
};

/** A line for each page that has received topics, and the broken laws. */
type Heard = { lines: string[]; broken: string[] };

export type Pages = {
  /** Opens a page, unless the site refuses its stream. Returns the status of the answer. */
  open(person: Person | null): Promise<number | undefined>;
  /** Takes in what a step has written. */
  take(entries: readonly Entry[]): void;
  /** Lets the site send what has changed, until each page has read it. */
  poll(): Promise<void>;
  /**
   * Checks what the pages have received since the last check: every change of games, bets, settlements, members and
   * standings that concerns them, every new notice, and nothing that its person may not hear of. Other changes, such as
   * names and remarks, may be missing: the journal has none of them.
   *
   * wasCut  whether the site lost its connection in the last poll: then it sends the rest later
   * bettor  the person whose bet is all that has happened since the last check; null if anything else may have
   */
  check(wasCut: boolean, bettor: Person | null): Promise<Heard>;
  closeAll(): Promise<void>;
  /** The number of topics that pages have received so far. */
  topics: number;
};

export function createPages(site: Site): Pages {
  let pages: Page[] = [];
  const membersOf = new Map<string, Set<string>>();

  const mayReceive = ({ userId }: Page, topic: Topic): boolean => {
    const { sport, ticket, userId: ofUser, leagueId } = parseTopic(topic);
    if (sport !== null) return true;
    if (userId === null) return false;
    if (ofUser !== null) return ofUser === userId;
    return membersOf.get(leagueId ?? ticket?.leagueId ?? '')?.has(userId) ?? false;
  };

  /** Takes in a row, and returns the topics of which pages must hear now. */
  const takeRow = ({ table, act, row }: Entry): Topic[] => {
    const [leagueId, userId] = [String(row.league_id), String(row.user_id)];
    if (table === 'leagues') return act === 'INSERT' ? [] : takeLeague(String(row.id), act === 'DELETE');
    if (act === 'DELETE') return [];
    if (table === 'games') return [sportTopic(row.sport as Sport)];
    if (table === 'notifications') return [noticesTopic(userId)];
    if (table === 'members') return takeMember(leagueId, userId, row.removed_at === null);
    const isBet = (table === 'ledger' && row.kind === 'stake') || (table === 'tickets' && act === 'INSERT');
    if (isBet) return [userTopic(userId)];
    const isSettled = table === 'settlements' || table === 'final_standings';
    // A grant comes with the row of its member.
    return isSettled || (table === 'ledger' && row.kind !== 'grant') ? [leagueTopic(leagueId)] : [];
  };

  function takeLeague(id: string, isDeleted: boolean): Topic[] {
    if (!isDeleted) return [leagueTopic(id)];
    const left = [...(membersOf.get(id) ?? [])];
    membersOf.delete(id);
    return left.map((member) => departureTopic(member, 'deleted', id));
  }

  /** No topic if they stay in the league. The founder of a league receives their own topic instead of the league's. */
  function takeMember(leagueId: string, userId: string, isPresent: boolean): Topic[] {
    const members = membersOf.get(leagueId) ?? new Set();
    membersOf.set(leagueId, members);
    if (members.has(userId) === isPresent) return [];
    if (!isPresent) {
      members.delete(userId);
      return [leagueTopic(leagueId), departureTopic(userId, 'removed', leagueId)];
    }
    members.add(userId);
    return [members.size === 1 ? userTopic(userId) : leagueTopic(leagueId)];
  }

  const opened: Pages = {
    topics: 0,
    open: async (person) => {
      const cookies = new Map(person?.cookies);
      const response = await streamTo(site.origin, cookies);
      if (response.statusCode === events.status) {
        const page: Page = {
          person,
          userId: person?.id ?? null,
          cookies,
          response,
          received: [],
          awaited: new Set(),
        };
        receive(page, () => {
          opened.topics += 1;
        });
        pages.push(page);
      } else response.destroy();
      return response.statusCode;
    },
    take: (entries) => {
      for (const topic of entries.flatMap(takeRow)) {
        for (const page of pages) if (mayReceive(page, topic)) page.awaited.add(topic);
      }
    },
    poll: async () => {
      await site.pollStreams();
      for (const { response } of pages) await readAll(site, response);
    },
    check: async (wasCut, bettor) => {
      const stay = pages.filter(({ response }) => !isOver(response));
      const heard: Heard = { lines: [], broken: [] };
      for (const page of pages) {
        const name = page.person?.email ?? 'a visitor';
        const received = page.received.splice(0);
        if (received.length > 0) heard.lines.push(`  ${name} hears of ${received.join(' ')}`);
        const broken = await wronglyReceived(page, received, bettor);
        if (stay.includes(page)) broken.push(...(wasCut ? [] : await missing(page)));
        // The site ends every stream if it does not know what has changed, and else those of sessions that have ended.
        else if (stay.length > 0 && (await isSignedIn(page))) broken.push('hears nothing any more');
        heard.broken.push(...broken.map((words) => `${name} ${words}`));
      }
      pages = stay;
      return heard;
    },
    closeAll: async () => {
      for (const { response } of pages) response.destroy();
      pages = [];
      while (site.hasStreams()) await nextTurn();
    },
  };
  return opened;

  async function wronglyReceived(page: Page, received: readonly Topic[], bettor: Person | null): Promise<string[]> {
    const broken: string[] = [];
    const ofOthers = received.filter((topic) => !mayReceive(page, topic));
    if (ofOthers.length > 0) broken.push(`hears of ${ofOthers.join(' ')}`);
    const own = received.filter(isPrivate);
    if (own.length === 0) return broken;
    if (bettor !== null && page.person !== bettor) broken.push(`hears of ${own.join(' ')} when ${bettor.email} bets`);
    if (!(await isSignedIn(page))) broken.push(`hears of ${own.join(' ')}, and is not signed in`);
    return broken;
  }

  async function missing(page: Page): Promise<string[]> {
    // Only members receive the topics of a league, and some have left since.
    const awaited = [...page.awaited].filter((topic) => mayReceive(page, topic));
    const hasLeft = awaited.some(isPrivate) && !(await isSignedIn(page));
    const due = hasLeft ? awaited.filter((topic) => !isPrivate(topic)) : awaited;
    return due.length > 0 ? [`does not hear of ${due.join(' ')}`] : [];
  }

  /** True for a visitor, whose page needs no session. To ask counts as a use of the session. */
  async function isSignedIn({ userId, cookies }: Page): Promise<boolean> {
    if (userId === null) return true;
    const visitor = createVisitor(site.origin, new Map(cookies));
    const response = await visitor.raw(currentUser.method, currentUser.path);
    const text = await response.text();
    await site.idle();
    if (response.status === currentUser.status) return true;
    if (response.status === 401) return false;
    throw new Error(`${currentUser.path} answers ${response.status} ${text}`);
  }
}

function streamTo(origin: string, cookies: ReadonlyMap<string, string>): Promise<IncomingMessage> {
  const headers = cookies.size > 0 ? { cookie: [...cookies.values()].join('; ') } : {};
  return new Promise((resolve, reject) => {
    const request = get(`${origin}${events.path}`, { agent: false, headers }, (response) => {
      response.on('error', () => undefined); // the site ends the connections of a process that it restarts
      resolve(response);
    });
    request.on('error', reject);
  });
}

/** Collects the topics that come to a page, and calls `onTopic` with each. */
function receive({ response, received, awaited }: Page, onTopic: () => void): void {
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const topic = line.slice('data: '.length) as Topic;
      received.push(topic);
      awaited.delete(topic);
      onTopic();
    }
  });
}

/** Resolves when a page has read what the site has written to it. */
async function readAll(site: Site, response: IncomingMessage): Promise<void> {
  const { socket } = response;
  while (!isOver(response) && site.writtenTo(socket.localPort) !== socket.bytesRead) await nextTurn();
  await nextTurn(); // for what was read last
}

/** Whether only some users may hear of a topic. */
function isPrivate(topic: Topic): boolean {
  return parseTopic(topic).sport === null;
}

function isOver({ complete, destroyed }: IncomingMessage): boolean {
  return complete || destroyed;
}

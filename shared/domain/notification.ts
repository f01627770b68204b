import { counted } from './count.ts';
import {
  type EasternDay,
  easternDay,
  instantOfDay,
  showInstant,
  showMonthDay,
  showWeekday,
  showWeekdayTime,
} from './eastern.ts';
import type { Grade } from './grade.ts';
import { type Cents, cents, showGain, showWhole } from './money.ts';
import { formerMember, isolate } from './naming.ts';
import { ordinal } from './sports/period-names.ts';

export const noticeKinds = [
  'settled',
  'corrected',
  'recap',
  'eligibility',
  'closes',
  'final',
  'joined',
  'asked',
  'announcement',
  'season',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The state of a ticket after a correction: its grade, or open again. */
export type CorrectedTo = Grade | 'open';

/**
 * The facts of a notice, by its kind: ids and numbers, never a name. Names are looked up when the notice is read, by the
 * rights of that moment. Amounts are Cents of the reader's own, or of what every member of the league sees.
 */
type NoticeFacts = {
  /** The tickets of a league that were first settled on a betting day. The ranks are null for a member who has none. */
  settled: {
    day: EasternDay;
    won: number;
    lost: number;
    returned: number;
    net: number;
    rank: number | null;
    rankBefore: number | null;
  };
  /** Tickets that one run of settling changed again. `to` is null if they became different things. */
  corrected: { games: string[]; tickets: number; to: CorrectedTo | null; net: number };
  /** A frozen week. `winners` has at most three of the `sharing`; 0 if the house won. `place` is the own one by net. */
  recap: { week: number; winners: string[]; sharing: number; net: number; place: number | null };
  /** The stakes that the running week still asks of the reader. `spare`: weeks that may be missed; null without an end. */
  eligibility: { week: number; missing: number; endsAt: string; spare: number | null };
  /** The end of the league when the notice was written. The words say the present one. */
  closes: { endsAt: string };
  /** `champions` has at most three of the `sharing`; `balance` is theirs. `rank` is the reader's. */
  final: { rank: number | null; champions: string[]; sharing: number; balance: number | null };
  joined: { userId: string };
  /** Somebody who asks to be let in. */
  asked: { userId: string };
  /** Words of somebody who runs the league. A league has one notice of them, whose version counts them. */
  announcement: Record<never, never>;
  /** The next season of a final league, and who started it. */
  season: { nextId: string; startedBy: string };
};

/** A notice of one kind with its facts, and the league that it is about. */
export type Notice = {
  [Kind in NoticeKind]: { kind: Kind; leagueId: string; facts: NoticeFacts[Kind] };
}[NoticeKind];

/** The names that a notice needs, as its reader may see them now. */
export type NoticeNames = {
  league: string;
  /** The present members of the league; 0 where the words do not say it. */
  members: number;
  /** The league's end date of now; null if it has none. */
  endDate: Date | null;
  /** The names in the league, by user id, also of members who were removed. Nobody else is named. */
  people: ReadonlyMap<string, string>;
  /** The names of those who wait for an answer of the reader, by user id; none for a reader who answers nobody. */
  waiting: ReadonlyMap<string, string>;
  /** 'LAR @ SF', by the id of the game. */
  games: ReadonlyMap<string, string>;
  /** The league's announcement; null if it was taken back. */
  announcement: string | null;
  /** The next seasons that the reader was not removed from, by id. Nobody joins a closed one any more. */
  seasons: ReadonlyMap<string, { name: string; isMember: boolean; isClosed: boolean }>;
};

/**
 * The words of a notice.
 *
 * title  what happened, without the net.
 * net    by how much it moved the reader's balance; null if the title says no amount.
 * line   where it happened, and what it changed.
 * path   the place that it speaks of.
 */
export type NoticeWords = { title: string; net: Cents | null; line: string; path: string };

/** The title with its net, as one text: 'Sunday: 3 bets settled, +111'. */
export function fullTitle({ title, net }: Pick<NoticeWords, 'title' | 'net'>): string {
  return net === null ? title : `${title}, ${showGain(net)}`;
}

/** Chosen: a champion, and two who share; more are a number. */
export const mostNamed = 3;

/**
 * The words of a notice for this reader at `now`, in the inbox, on a device and in a mail alike. Names are isolated, so
 * that none changes the direction of the words around it.
 */
export function noticeWords(notice: Notice, readerId: string, names: NoticeNames, now: Date): NoticeWords {
  const league = isolate(names.league);
  const home = `/league/${notice.leagueId}`;
  switch (notice.kind) {
    case 'settled': {
      const { day, won, lost, returned, net, rank, rankBefore } = notice.facts;
      const parts = [
        won > 0 && `${won} won`,
        lost > 0 && `${lost} lost`,
        returned > 0 && `${returned} returned`,
        rank !== null && rankWords(rank, rankBefore),
      ];
      return {
        title: `${showWeekday(instantOfDay(day, '12:00'))}: ${counted(won + lost + returned, 'bet')} settled`,
        net: cents(net),
        line: lineOf(league, ...parts),
        path: `${home}/member/${readerId}`,
      };
    }
    case 'corrected': {
      const { games, tickets, to, net } = notice.facts;
      const [first, second] = games;
      const game = first === undefined || second !== undefined ? null : names.games.get(first);
      return {
        title: game ? `Correction: ${game}` : `Correction of ${counted(Math.max(games.length, 1), 'game')}`,
        net: cents(net),
        line: lineOf(league, correctionWords(tickets, to)),
        path: `${home}/member/${readerId}`,
      };
    }
    case 'recap': {
      const { week, winners, sharing, net, place } = notice.facts;
      const all = namesOf(winners, sharing, names);
      const title =
        sharing === 0 ? `The house wins week ${week}` : `${all} ${sharing === 1 ? 'wins' : 'share'} week ${week}`;
      const own =
        place === null ? 'no bets of yours' : `you were ${ordinal(place)} of the week with ${showGain(cents(net))}`;
      return { title, net: null, line: lineOf(league, own), path: `${home}?view=weeks&week=${week}` };
    }
    case 'eligibility': {
      const { week, missing, endsAt, spare } = notice.facts;
      const rest =
        spare === null ? '' : `; you could miss ${spare > 0 ? `${counted(spare, 'week')} more` : 'no week any more'}`;
      return {
        title: `Bet ${showWhole(cents(missing))} more by ${showWeekdayTime(new Date(endsAt))}`,
        net: null,
        line: lineOf(league, `to count week ${week}${rest}`),
        path: home,
      };
    }
    case 'closes': {
      const endsAt = names.endDate;
      if (endsAt === null) {
        const was = `It was ${showInstant(new Date(notice.facts.endsAt))}`;
        return { title: `${league} has no end date any more`, net: null, line: was, path: home };
      }
      const closes = endsAt <= now ? 'closed to bets' : `closes to bets ${dayWord(endsAt, now)}`;
      const last = `Last bets until ${showInstant(endsAt)}`;
      return { title: `${league} ${closes}`, net: null, line: last, path: home };
    }
    case 'final': {
      const { rank, champions, sharing, balance } = notice.facts;
      const own = rank === null ? '' : `: you ended ${ordinal(rank)}`;
      return {
        title: `${league} is final${own}`,
        net: null,
        line: championWords(namesOf(champions, sharing, names), sharing, balance),
        path: home,
      };
    }
    case 'joined': {
      const who = names.people.get(notice.facts.userId) ?? 'Somebody';
      const title = `${isolate(who)} joined ${league}`;
      return { title, net: null, line: `${counted(names.members, 'member')} now`, path: home };
    }
    case 'asked': {
      const who = names.waiting.get(notice.facts.userId);
      return who === undefined
        ? { title: `Somebody asked to join ${league}`, net: null, line: 'It waits for no answer of yours', path: home }
        : { title: `${isolate(who)} asks to join ${league}`, net: null, line: 'Waits for your answer', path: home };
    }
    case 'announcement':
      return {
        title: `Announcement in ${league}`,
        net: null,
        line: names.announcement === null ? 'It was taken back' : isolate(oneLine(names.announcement)),
        path: home,
      };
    case 'season': {
      const { nextId, startedBy } = notice.facts;
      const next = names.seasons.get(nextId);
      const who = isolate(names.people.get(startedBy) ?? 'A former member');
      return {
        title: `${who} invites you to the next season of ${league}`,
        net: null,
        line: next ? lineOf(isolate(next.name), seasonState(next)) : 'It cannot be joined now',
        path: next?.isMember ? `/league/${nextId}` : home,
      };
    }
  }
}

function seasonState({ isMember, isClosed }: { isMember: boolean; isClosed: boolean }): string | false {
  if (isMember) return 'you are in';
  return isClosed && 'it cannot be joined any more';
}

/** A text of several lines as one: the line of a notice has no others. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function lineOf(...parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(' · ');
}

function rankWords(rank: number, before: number | null): string {
  if (before === null || before === rank) return `${ordinal(rank)} in the league`;
  return `${ordinal(rank)}, ${before > rank ? `up ${before - rank}` : `down ${rank - before}`}`;
}

function correctionWords(tickets: number, to: CorrectedTo | null): string {
  const bets = tickets === 1 ? 'your bet' : `${tickets} of your bets`;
  if (to === null) return `${bets} changed`;
  const words = { won: 'won', lost: 'lost', push: 'returned', void: 'returned', open: 'open again' }[to];
  return `${bets} ${tickets === 1 ? 'is' : 'are'} now ${words}`;
}

/** 'Ann', 'Ann and Bob', 'Ann, Bob and 3 others'. */
function namesOf(ids: readonly string[], sharing: number, { people }: NoticeNames): string {
  const named = ids.slice(0, sharing > mostNamed ? mostNamed - 1 : mostNamed);
  const parts = named.map((id) => isolate(people.get(id) ?? formerMember));
  if (sharing > named.length) parts.push(counted(sharing - named.length, 'other'));
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

function championWords(names: string, sharing: number, balance: number | null): string {
  if (sharing === 0) return 'Nobody won the title';
  const amount = balance === null ? '' : ` with ${showWhole(cents(balance))}`;
  return sharing === 1 ? `${names} is champion${amount}` : `${names} share the title${amount}`;
}

/** 'today', 'tomorrow' or 'on Nov 29'. */
function dayWord(at: Date, now: Date): string {
  const [day, today] = [easternDay(at), easternDay(now)];
  if (day === today) return 'today';
  const isTomorrow = Date.parse(day) - Date.parse(today) === 86_400_000;
  return isTomorrow ? 'tomorrow' : `on ${showMonthDay(at)}`;
}

import { confirmEmailPath, confirmMailPath, undoEmailPath, unsubscribePath } from '#shared/api/mail.ts';
import { counted } from '#shared/domain/count.ts';
import { cents, showWhole } from '#shared/domain/money.ts';
import { formerMember, isolate, rowName } from '#shared/domain/naming.ts';
import { isMailed, type MailKind } from '#shared/domain/notice-settings.ts';
import type { Notice, NoticeWords } from '#shared/domain/notification.ts';
import { ordinal } from '#shared/domain/sports/period-names.ts';
import { emailChangeText, emailUndoText } from '../account/email-letters.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import type { TextOf } from '../mail/send.ts';
import { type DueLetter, LetterHasToWait, type Written } from '../mail/store.ts';
import { presentNotices } from '../notifications/present.ts';
import { listNamesIn, listReadable } from '../notifications/readable-store.ts';
import { listFinalRows } from '../notifications/sources-store.ts';
import { confirmationText, readMailAddress } from '../preferences/mail-address.ts';
import { findSettings } from '../preferences/store.ts';
import { findUser } from '../users/store.ts';
import { findWeekEnd, listNoticesOf } from './store.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** Chosen: the leagues of a digest and the rows of final standings that a mail shows; the site has the rest. */
const most = { leagues: 20, rows: 10 };
/** Chosen: what programs show of a subject, and more than any line of words without names. */
const longest = { subject: 120, line: 300 };

type Writing = {
  database: Database;
  /** The public URL of the app. */
  site: string;
  /** Makes the links that end mail, and those about addresses. */
  linkKey: Buffer;
};

/** A letter of the outbox whose words are written when it is sent. */
type Unwritten = DueLetter & { userId: string; kind: NonNullable<DueLetter['kind']> };

/** Returns a function that writes the words of every letter: those with a kind here, the others by `textOfOthers`. */
export function writtenLetters(writing: Writing, textOfOthers: TextOf): TextOf {
  return (letter) => {
    const { userId, kind } = letter;
    return userId === null || kind === null ? textOfOthers(letter) : writeLetter(writing, { ...letter, userId, kind });
  };
}

/**
 * The words of a letter at its sending, by the names and rights of that moment. Null, which drops it, for a kind that
 * was switched off, an address that is not confirmed, and notices of leagues that the user has left.
 */
async function writeLetter(writing: Writing, letter: Unwritten): Promise<Written | null> {
  const { database, site } = writing;
  const { userId, kind, recipient, subject } = letter;
  if (kind === 'confirmation') {
    const link = (token: string) => `${site}${confirmMailPath}?token=${token}`;
    const body = await confirmationText(database, writing.linkKey, letter, link);
    return body === null ? null : { subject, body, unsubscribe: null };
  }
  if (kind === 'email-change' || kind === 'email-undo') {
    const [textOf, path] =
      kind === 'email-change'
        ? ([emailChangeText, confirmEmailPath] as const)
        : ([emailUndoText, undoEmailPath] as const);
    const link = (token: string) => `${site}${path}?token=${token}`;
    const body = await textOf(database.db, { key: writing.linkKey, letter, link });
    return body === null ? null : { subject, body, unsubscribe: null };
  }
  const user = await findUser(database.db, userId);
  const settings = await findSettings(database.db, userId);
  const address = await readMailAddress(database.db, userId);
  if (user?.email !== recipient || !address?.isConfirmed || !isMailed(kind, settings?.mail ?? {})) return null;
  const notices = await listNoticesOf(database.db, userId, letter.noticeIds);
  const about = await presented(database, userId, notices);
  if (about.length === 0) return null;
  const written = kind === 'recap' ? await digestOf(writing, userId, about) : await finalOf(writing, userId, about);
  const unsubscribe = site + unsubscribePath(unsubscribeToken(writing.linkKey, kind, userId));
  return {
    subject: oneLine(written.subject, longest.subject),
    body: [...written.parts, footer(kind, site, unsubscribe)].join('\n\n'),
    unsubscribe,
  };
}

type Presented = { notice: Notice; words: NoticeWords; league: string };

/** The notices that the user may read now. Throws LetterHasToWait while the machine of one is lost. */
async function presented(database: Database, userId: string, notices: readonly Notice[]): Promise<Presented[]> {
  const leagueIds = [...new Set(notices.map(({ leagueId }) => leagueId))];
  if (database.machines.reachable(leagueIds).length < leagueIds.length) throw new LetterHasToWait();
  const leagues = new Map((await listReadable(database, leagueIds, userId)).map((league) => [league.id, league]));
  const readable = { userId, leagues, leftOut: 0 };
  const found = await presentNotices(database, readable, notices, await databaseNow(database.db));
  return found
    .map(({ notice, words }) => ({ notice, words, league: leagues.get(notice.leagueId)?.name ?? '' }))
    .sort((one, other) => byName(one.league, other.league) || recapWeek(one) - recapWeek(other));
}

const byName = (one: string, other: string) => Number(one > other) - Number(one < other);
/** The week of a recap. */
const recapWeek = ({ notice }: Presented) => (notice.kind === 'recap' ? notice.facts.week : 0);

/** The recaps of a user's leagues as one letter. */
async function digestOf({ database: { db }, site }: Writing, userId: string, about: readonly Presented[]) {
  const parts: string[] = [];
  for (const { notice, words } of about.slice(0, most.leagues)) {
    const end = notice.kind === 'recap' ? await findWeekEnd(db, notice.leagueId, notice.facts.week, userId) : null;
    const own = end && end.rank !== null ? [ownRank(end.rank, end.rankBefore, end.balance)] : [];
    parts.push(
      [...[words.title, words.line, ...own].map((line) => oneLine(line, longest.line)), site + words.path].join('\n'),
    );
  }
  const more = about.length - parts.length;
  if (more > 0) parts.push(`And ${counted(more, 'recap')} more:\n${site}/leaderboard`);
  return { subject: digestSubject(about), parts };
}

/** A recap that came late makes a digest of two weeks of one league. */
function digestSubject(about: readonly Presented[]): string {
  const leagues = new Set(about.map(({ notice }) => notice.leagueId)).size;
  const [first] = about;
  if (!first || leagues > 1) return `Your week in ${counted(leagues, 'league')}`;
  const league = isolate(first.league);
  return about.length > 1 ? `Your weeks in ${league}` : `${first.words.title} in ${league}`;
}

/** 'You ended the week 3rd, up 2, with 1,240 Ching.' A later correction changes no frozen week. */
function ownRank(rank: number, before: number | null, balance: number): string {
  const move =
    before === null || before === rank ? '' : `, ${before > rank ? `up ${before - rank}` : `down ${rank - before}`}`;
  return `You ended the week ${ordinal(rank)}${move}${move && ','} with ${showWhole(cents(balance))} Ching.`;
}

/** The end of a league with its final standings. */
async function finalOf({ database, site }: Writing, userId: string, [about]: readonly Presented[]) {
  if (!about) throw new Error('a letter about no league');
  const { notice, words } = about;
  const standings = await listFinalRows(database.db, notice.leagueId);
  const shown = standings.filter((row, at) => at < most.rows || row.userId === userId);
  const named = await listNamesIn(
    database,
    [notice.leagueId],
    shown.map((row) => row.userId),
  );
  const names = new Map(named.map((one) => [one.userId, rowName(one)]));
  const lines = shown.map((row) => {
    const notes = [row.userId === userId && 'you', !row.isEligible && 'not eligible'].filter(Boolean).join(', ');
    const name = isolate(names.get(row.userId) ?? formerMember);
    return oneLine(`${row.rank} ${name} ${showWhole(cents(row.balance))}${notes && ` (${notes})`}`, longest.line);
  });
  const more = standings.length - shown.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  const head = [words.title, words.line].map((line) => oneLine(line, longest.line)).join('\n');
  return { subject: words.title, parts: [head, [...lines, ...rest].join('\n'), site + words.path] };
}

function footer(kind: MailKind, site: string, unsubscribe: string): string {
  const [why, what] =
    kind === 'recap'
      ? ['You get this once a week, because you switched it on.', 'the weekly digest']
      : ['You get this when a league of yours is final, because you switched it on.', 'this mail'];
  return [why, `Stop ${what}: ${unsubscribe}`, `All your settings: ${site}/profile/notifications`].join('\n');
}

/** A text with names that people typed, as one line of at most so many characters. */
function oneLine(text: string, longestLine: number): string {
  const characters = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')];
  return characters.length > longestLine ? `${characters.slice(0, longestLine - 1).join('')}…` : characters.join('');
}

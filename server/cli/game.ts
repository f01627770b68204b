import { createInterface } from 'node:readline/promises';
import { counted } from '#shared/domain/count.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { type Cents, sumCents, toWire } from '#shared/domain/money.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { readEnv } from '../env.ts';
import { fullName } from '../games/present.ts';
import type { GameRow } from '../games/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import type { MemberMove } from '../settlement/member-moves.ts';
import type { LeagueMove, Moves, TicketMove } from '../settlement/moves.ts';
import {
  type Disputed,
  listDisputedGames,
  listOverdueGames,
  type Overdue,
  overdueHours,
} from '../settlement/overdue.ts';
import type { ResultRow } from '../settlement/results-store.ts';
import { type ByHand, previewResult, setResult } from '../settlement/set-result.ts';
import { readWords } from './game-words.ts';
import { withDatabase } from './with-database.ts';

/** Sets a game's result or voids it by hand, or lists games that wait for a result. Works while the app runs. */
async function main(words: string[]): Promise<void> {
  const asked = readWords(words);
  const env = readEnv();
  await withDatabase(env, async (database) => {
    if (asked.verb === 'overdue') say(await waitingReport(database));
    else await set(database, asked.wanted, asked.isAgreed);
  });
}

/**
 * Previews a result, asks for confirmation unless `isAgreed`, and writes it. Prints what was written if that differs
 * from the preview.
 */
async function set(database: Database, wanted: ByHand, isAgreed: boolean): Promise<void> {
  const shown = await previewResult(database, wanted);
  say(report(shown));
  if (!shown.isNew && shown.leagues.length === 0) {
    say('\nThis is its result already: there is nothing to write.');
    return;
  }
  if (!isAgreed && !(await agrees())) throw new StartupError('Nothing is written.');
  const written = await setResult(database, wanted, shown.before?.rev ?? 0);
  say(`\nWritten as result ${written.result.rev}, and settled.`);
  if (movesReport(written) !== movesReport(shown)) {
    say(`Bets, or the worker, came in between. What was moved here is:\n\n${movesReport(written)}`);
  }
}

async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartupError('Nothing is written. Add --yes to write it.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('\nWrite this? [y/N] ')).trim());
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false; // Ctrl-C, Ctrl-D
    throw error;
  } finally {
    terminal.close();
  }
}

function report(moves: Moves): string {
  const { game, before, result } = moves;
  const source = before && (before.source === 'admin' ? `by hand: ${plain(before.reason ?? '')}` : 'by the feed');
  return [
    title(game),
    `now:   ${before ? `${outcome(before, game)}, ${source} (result ${before.rev}, ${showInstant(before.at)})` : 'no result'}`,
    `then:  ${outcome(result, game)} (result ${result.rev}: ${plain(result.reason ?? '')})`,
    '',
    movesReport(moves),
  ].join('\n');
}

function movesReport({ leagues, pastTime, isWhole }: Moves): string {
  const tickets = leagues.flatMap((league) => league.tickets);
  const changed = leagues.filter((league) => league.tickets.length > 0);
  const unchanged =
    pastTime > 0
      ? [`${counted(pastTime, 'leg')} ${pastTime === 1 ? 'stays' : 'stay'} void: the game was not played in time.`]
      : [];
  const total = `In all: ${counted(tickets.length, 'ticket')} in ${counted(changed.length, 'league')}, ${amountOf(tickets)} Ching.`;
  const later = isWhole ? [] : ['A machine is lost: the worker settles its leagues once it is back.'];
  return [...leagues.map(leagueReport), ...unchanged, total, ...later].join('\n');
}

function leagueReport({ name, finalizedAt, legs, tickets, members }: LeagueMove): string {
  if (finalizedAt) return `${plain(name)}: final since ${showInstant(finalizedAt)}, untouched\n`;
  return [
    `${plain(name)}: ${counted(tickets.length, 'ticket')} ${tickets.length === 1 ? 'changes' : 'change'}, ${counted(legs, 'leg')} graded, ${amountOf(tickets)} Ching`,
    ...tickets.map(ticketLine),
    ...members.filter(hasMoved).map(memberLine),
    '',
  ].join('\n');
}

function ticketLine({ id, userName, stake, before, after, entries }: TicketMove): string {
  const booked = entries.map(({ kind, amount }) => `${kind} ${signed(amount)}`).join(', ') || 'nothing back';
  return `  ticket ${id} of ${plain(userName)}, stake ${toWire(stake)}: ${before ?? 'open'} -> ${after ?? 'open'}, ${booked}`;
}

function hasMoved({ available, total, rank }: MemberMove): boolean {
  return [available, total, rank].some((value) => value && value.before !== value.after);
}

function memberLine({ userName, available, total, rank }: MemberMove): string {
  const money = (change: { before: Cents; after: Cents }) => `${toWire(change.before)} -> ${toWire(change.after)}`;
  const place = !rank
    ? 'removed'
    : rank.before === rank.after
      ? `rank ${rank.after}`
      : `rank ${rank.before} -> ${rank.after}`;
  return `  ${plain(userName)}: available ${money(available)}, balance ${money(total)}, ${place}`;
}

async function waitingReport(database: Database): Promise<string> {
  const { db } = database;
  const overdue = await listOverdueGames(database, await databaseNow(db));
  const none = `No game with open legs started more than ${overdueHours} hours ago.`;
  const disputed = (await listDisputedGames(db)).map(disputedReport);
  return [overdue.length > 0 ? overdueReport(overdue) : none, ...disputed].join('\n\n');
}

function disputedReport({ game, result, correction, why }: Disputed): string {
  return [
    title(game),
    `  its result: ${outcome(result, game)}`,
    `  the feed says since ${showInstant(correction.since)}: ${outcome(correction, game)}`,
    `  waits for ${why}`,
    `  lapses after ${showInstant(correction.until)}; what you set before, this or the old result, stands`,
  ].join('\n');
}

function overdueReport(overdue: readonly Overdue[]): string {
  return overdue
    .map(({ game, openLegs, leagues, originalStart, why, voidBy }) =>
      [
        title(game),
        `  ${counted(openLegs, 'open leg')} in ${counted(leagues, 'league')}, the first placed for ${showInstant(originalStart)}`,
        `  waits: ${why}`,
        `  void if not final by ${showInstant(voidBy)}`,
      ].join('\n'),
    )
    .join('\n\n');
}

function title(game: GameRow): string {
  const away = fullName(game.awayCity, game.awayName);
  const home = fullName(game.homeCity, game.homeName);
  return `${game.id}, ${game.sport}: ${away} @ ${home}, ${showInstant(game.startsAt)}`;
}

/** "Buffalo Bills 24, Kansas City Chiefs 20": the home team first, as in the command's arguments. */
function outcome(said: Pick<ResultRow, 'isVoid' | 'home' | 'away' | 'halfInnings'>, game: GameRow): string {
  const { isVoid, home, away, halfInnings } = said;
  if (isVoid) return 'void';
  const score = `${fullName(game.homeCity, game.homeName)} ${home}, ${fullName(game.awayCity, game.awayName)} ${away}`;
  const { countsOvertime, finalNeeds } = sportRules[game.sport];
  if (!countsOvertime) return `${score} after 90 minutes`;
  if (finalNeeds === 'half-innings')
    return `${score} ${halfInnings === null ? 'in full' : `after ${halfInnings} half-innings`}`;
  return score;
}

function amountOf(tickets: readonly TicketMove[]): string {
  return signed(sumCents(tickets.flatMap(({ entries }) => entries.map(({ amount }) => amount))));
}

function signed(amount: Cents): string {
  return amount > 0 ? `+${toWire(amount)}` : toWire(amount);
}

/** Text that people typed, in one line and without control characters, which a terminal would obey. */
function plain(text: string): string {
  return text.replace(/\p{C}+/gu, ' ').trim();
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) =>
  exitWith(error instanceof Refusal ? new StartupError(error.message, { cause: error }) : error),
);

import { easternDay } from '#shared/domain/eastern.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import { limitsOf } from '#shared/domain/limits.ts';
import { sportRules } from '#shared/domain/sport.ts';
import type { FeedGame } from './feed-answer.ts';
import { isSameMatch, type TeamIds } from './same-match.ts';
import type { GameRow } from './store.ts';

/**
 * How many polls in a row must bring the same settleable result to make it final. Source: docs/house-rules.md#results.
 */
export const confirmingPolls = 2;
const hourMs = 3_600_000;
const halfDayMs = 12 * hourMs;
const dayMs = 24 * hourMs;

type Proposal = Pick<GameRow, 'proposedHomeTeamId' | 'proposedAwayTeamId' | 'proposedStart' | 'proposedPolls'>;

const noProposal: Proposal = {
  proposedHomeTeamId: null,
  proposedAwayTeamId: null,
  proposedStart: null,
  proposedPolls: 0,
};

/**
 * The row of a game after one poll; null when the row does not change.
 *
 * A live, suspended or final game does not become scheduled again. A final game without a result becomes live again
 * only after two polls in a row, because feeds go back by mistake. The first poll that has it as canceled makes it
 * canceled, since a cancellation needs a second poll anyway. Equal results are counted, so one poll alone never settles
 * a bet (docs/decisions/two-equal-polls.md). A game that has begun, or should have, takes no more bets, whatever start
 * the feed gives it later (docs/decisions/lock-at-the-start.md); its start stays when it is resumed on another day.
 *
 * A doubtful poll (see `doubtAbout`) stores only its proposal. Once the game has a result, home and away of a poll that
 * swaps them are swapped back, so that the game, its result and its corrections name the same home team.
 *
 * at   when the poll began.
 * now  when the row is written: a slow answer must not open a game whose start passed after the poll began.
 */
export function nextState(
  stored: GameRow | null,
  seen: FeedGame,
  at: Date,
  { now = at }: { now?: Date } = {},
): GameRow | null {
  if (!stored) return accepted(null, seen, at, now);
  const next = withScheduleChange(stored, nextOfStored(stored, seen, at, now));
  return isSame(stored, next) ? null : { ...next, changedAt: at };
}

/** Counts the change if the calendars of bettors show the game differently than before. */
function withScheduleChange(stored: GameRow, next: GameRow): GameRow {
  const isOff = ({ status }: GameRow) => (status === 'postponed' || status === 'canceled' ? status : null);
  const isChanged =
    stored.startsAt.getTime() !== next.startsAt.getTime() ||
    stored.startKnown !== next.startKnown ||
    stored.homeTeamId !== next.homeTeamId ||
    stored.awayTeamId !== next.awayTeamId ||
    isOff(stored) !== isOff(next);
  return { ...next, scheduleChanges: stored.scheduleChanges + Number(isChanged) };
}

/** The row after an answer that contradicts itself about the game; null when the row does not change. */
export function contradicted(stored: GameRow, at: Date): GameRow | null {
  const next = { ...withCountReset(stored), proposedPolls: 0 };
  return isSame(stored, next) ? null : { ...next, changedAt: at };
}

/**
 * Why a poll is not accepted, for reports. `proposal` is what the row stores of the poll, so that a second equal poll
 * can confirm it; null stores nothing.
 */
export type Doubt = { reason: string; proposal: Proposal | null };

/**
 * The doubt about a poll of a stored game that one poll alone cannot settle; null when the poll is accepted.
 *
 * Other teams before a result, and a start that moves earlier by more than an hour or into the past, are proposed:
 * betting is closed until a second poll in a row repeats the facts, or one withdraws them. A start outside of the
 * stored season is never accepted. Another sport, and other teams after a result, leave the game unchanged.
 * Source: docs/house-rules.md#another-match, docs/house-rules.md#start-times.
 */
export function doubtAbout(stored: GameRow, seen: FeedGame, now: Date): Doubt | null {
  if (seen.sport !== stored.sport) return { reason: `its id belongs to a game of ${stored.sport}`, proposal: null };
  const teams = teamsOf(seen);
  const names = `${seen.away.abbreviation} @ ${seen.home.abbreviation}`;
  const isOther = !isSameMatch(stored, teams);
  if (isOther && stored.resultRev > 0) {
    return { reason: `another match (${names}) by the id of one that has a result`, proposal: null };
  }
  if (!isOther && !isOddStart(stored, seen, now)) return null;
  const polls = isProposed(stored, seen) ? stored.proposedPolls + 1 : 1;
  const isPossible = seen.season === stored.season && isInSeason(seen);
  if (isPossible && polls >= confirmingPolls) return null;
  const { homeTeamId: proposedHomeTeamId, awayTeamId: proposedAwayTeamId } = teams;
  const proposal = { proposedHomeTeamId, proposedAwayTeamId, proposedStart: seen.startsAt };
  const start = seen.startsAt.toISOString();
  if (!isPossible) {
    return { reason: `a start outside of its season: ${start}`, proposal: { ...proposal, proposedPolls: 0 } };
  }
  const odd = isOther ? `another match (${names})` : `an earlier start (${start})`;
  const reason = `${odd}: taken once a second poll says so, and no bets until then`;
  return { reason, proposal: { ...proposal, proposedPolls: polls } };
}

function teamsOf(seen: FeedGame): TeamIds {
  return { homeTeamId: seen.home.id, awayTeamId: seen.away.id };
}

function isProposed(stored: GameRow, seen: FeedGame): boolean {
  const { proposedHomeTeamId, proposedAwayTeamId, proposedStart } = stored;
  if (proposedHomeTeamId === null || proposedAwayTeamId === null || proposedStart === null) return false;
  const proposed = { homeTeamId: proposedHomeTeamId, awayTeamId: proposedAwayTeamId };
  return isSameMatch(proposed, teamsOf(seen)) && proposedStart.getTime() === seen.startsAt.getTime();
}

/** Whether the start moves earlier by more than an hour (of the game's own, maybe faster, time) or into the past. */
function isOddStart(stored: GameRow, seen: FeedGame, now: Date): boolean {
  if (isStartFixed(stored, seen)) return false;
  const earlierMs = stored.startsAt.getTime() - seen.startsAt.getTime();
  return earlierMs > limitsOf(stored.id).scaled(hourMs) || (earlierMs > 0 && seen.startsAt <= now);
}

/** Whether the start is in the season or a day around it. If only the year is known: in it, the one before or after. */
function isInSeason({ startsAt, season, seasonSpan }: FeedGame): boolean {
  const from = seasonSpan?.from.getTime() ?? Date.UTC(season - 1, 0);
  const to = seasonSpan?.to.getTime() ?? Date.UTC(season + 2, 0);
  return startsAt.getTime() >= from - dayMs && startsAt.getTime() <= to + dayMs;
}

function nextOfStored(stored: GameRow, seen: FeedGame, at: Date, now: Date): GameRow {
  const doubt = doubtAbout(stored, seen, now);
  if (doubt?.proposal) return { ...withCountReset(stored), ...doubt.proposal };
  if (doubt) return stored;
  if (!isSameMatch(stored, teamsOf(seen))) return accepted(null, seen, at, now);
  const isSwapped = stored.resultRev > 0 && seen.home.id !== stored.homeTeamId;
  const poll = isSwapped ? withSidesSwapped(seen) : seen;
  if (!goesBack(stored, poll)) return accepted(stored, poll, at, now);
  // The first poll that resumes a final game makes its score unsettleable; `goesBack` then accepts the second.
  const resumed = isResumed(stored, poll) && { settleable: false, statusWord: poll.statusWord };
  return { ...withCountReset(stored), ...noProposal, ...resumed };
}

/** Resets the count of equal polls unless the result is confirmed: the polls that confirm it must follow each other. */
function withCountReset(stored: GameRow): GameRow {
  const counts = stored.status === 'final' || stored.status === 'canceled';
  return counts && stored.equalPolls < confirmingPolls ? { ...stored, equalPolls: 0 } : stored;
}

/** The same poll with home and away exchanged. */
function withSidesSwapped(seen: FeedGame): FeedGame {
  const { home, away, homeScore, awayScore, countedHome, countedAway } = seen;
  return {
    ...seen,
    home: away,
    away: home,
    homeScore: awayScore,
    awayScore: homeScore,
    countedHome: countedAway,
    countedAway: countedHome,
  };
}

/** The row with the facts of the poll taken over; `stored` is null for a new game, and for another match. */
function accepted(stored: GameRow | null, seen: FeedGame, at: Date, now: Date): GameRow {
  const redated = stored ? redatedPolls(stored, seen, now) : 0;
  return {
    ...rowOf(seen),
    ...(stored && isStartFixed(stored, seen) && { startsAt: stored.startsAt, startKnown: true }),
    bettingLocked: stored !== null && redated < confirmingPolls && (stored.bettingLocked || hasStarted(stored, now)),
    startedAt: stored?.startedAt ?? (hasBegun(seen) ? at : null),
    equalPolls: redated % confirmingPolls || equalPolls(stored, seen),
    ...noProposal,
    polledAt: stored?.polledAt ?? null,
    resultRev: stored?.resultRev ?? 0,
    settledRev: stored?.settledRev ?? 0,
    changedAt: at,
    scheduleChanges: 0, // nextState counts them
  };
}

function hasBegun({ status, awaitsFirstPlay }: FeedGame): boolean {
  return (status === 'live' && !awaitsFirstPlay) || status === 'final' || status === 'suspended';
}

/** Whether a game takes no bets any more: it has begun, or should have. A game that was delayed before is live. */
function hasStarted(stored: GameRow, now: Date): boolean {
  return stored.startedAt !== null || stored.status === 'live' || (stored.startKnown && stored.startsAt <= now);
}

/**
 * Whether the stored start stays. A postponed game has its start until it is scheduled again; a later start never
 * replaces that of a game that has begun, such as a suspended one with the day on which it goes on.
 */
function isStartFixed(stored: GameRow, seen: FeedGame): boolean {
  if (!stored.startKnown) return false;
  const isUnderWay = stored.startedAt !== null || seen.status === 'suspended';
  return seen.status === 'postponed' || (isUnderWay && seen.startsAt > stored.startsAt);
}

/**
 * How many polls in a row moved a postponed soccer game that has not begun to the same start on a later Eastern day. 0
 * for every other game, and for a game with a result (such as canceled). Two such polls open the game for bets again. A
 * poll with the day alone counts as the first of them, however many there are: the time follows.
 * Source: docs/decisions/lock-at-the-start.md.
 */
function redatedPolls(stored: GameRow, seen: FeedGame, now: Date): number {
  const isOffered = sportRules[seen.sport].reopensWhenMoved && seen.status === 'scheduled' && seen.startsAt > now;
  if (!isOffered || stored.startedAt !== null || stored.resultRev > 0) return 0;
  if (stored.status === 'postponed') return isLaterDay(seen.startsAt, stored.startsAt, speedOf(stored.id)) ? 1 : 0;
  if (stored.status !== 'scheduled' || !stored.bettingLocked || stored.equalPolls === 0) return 0;
  const isConfirmed = stored.startKnown && seen.startKnown && stored.startsAt.getTime() === seen.startsAt.getTime();
  return isConfirmed ? confirmingPolls : 1;
}

/** On a compressed calendar, which has no midnights, half a day of the game's own time counts as a later day. */
function isLaterDay(start: Date, before: Date, speed: number): boolean {
  if (speed === 1) return easternDay(start) > easternDay(before);
  return start.getTime() - before.getTime() > halfDayMs / speed;
}

/** Whether the poll says that a final game without a confirmed result is under way. */
function isResumed(stored: GameRow, seen: FeedGame): boolean {
  return isUnconfirmedFinal(stored) && (seen.status === 'live' || seen.status === 'suspended');
}

function isUnconfirmedFinal({ status, resultRev, equalPolls }: GameRow): boolean {
  return status === 'final' && resultRev === 0 && equalPolls < confirmingPolls;
}

function goesBack(stored: GameRow, seen: FeedGame): boolean {
  if (stored.status === 'final') {
    if (isUnconfirmedFinal(stored) && seen.status === 'canceled') return false;
    return seen.status !== 'final' && !(isResumed(stored, seen) && !stored.settleable);
  }
  return (stored.status === 'live' || stored.status === 'suspended') && seen.status === 'scheduled';
}

/** How many polls in a row, this one included, brought the same settleable result or a cancellation. */
function equalPolls(stored: GameRow | null, seen: FeedGame): number {
  if (seen.status === 'canceled') {
    return stored?.status === 'canceled' ? Math.min(stored.equalPolls + 1, confirmingPolls) : 1;
  }
  if (!seen.settleable || seen.countedHome === null || seen.countedAway === null) return 0;
  const isEqual =
    stored?.settleable &&
    stored.countedHome === seen.countedHome &&
    stored.countedAway === seen.countedAway &&
    stored.halfInnings === seen.halfInnings &&
    stored.homeTeamId === seen.home.id;
  return isEqual ? Math.min(stored.equalPolls + 1, confirmingPolls) : 1;
}

function isSame(stored: GameRow, next: GameRow): boolean {
  return (Object.keys(next) as (keyof GameRow)[]).every((key) => {
    if (key === 'changedAt') return true;
    const [a, b] = [stored[key], next[key]];
    return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
  });
}

function rowOf(seen: FeedGame) {
  const { home, away, quote: _quote, seasonSpan: _span, awaitsFirstPlay: _awaits, ...own } = seen;
  return {
    ...own,
    homeTeamId: home.id,
    homeAbbr: home.abbreviation,
    homeCity: home.city,
    homeName: home.name,
    homeColor: home.color,
    homeAlternateColor: home.alternateColor,
    homeRank: home.rank,
    awayTeamId: away.id,
    awayAbbr: away.abbreviation,
    awayCity: away.city,
    awayName: away.name,
    awayColor: away.color,
    awayAlternateColor: away.alternateColor,
    awayRank: away.rank,
  };
}

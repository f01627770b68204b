import { easternDay, showInstant, showMoment } from '#shared/domain/eastern.ts';
import { speedOf } from '#shared/domain/game-speed.ts';
import { cents, showChing } from '#shared/domain/money.ts';
import { isolate } from '#shared/domain/naming.ts';
import { type Price, showPrice } from '#shared/domain/price.ts';
import { sportRules } from '#shared/domain/sport.ts';
import { type GameTeams, gameWords } from '#shared/words/game-title.ts';
import { legWords } from '#shared/words/leg-words.ts';
import type { CalendarLeague, CalendarLeg } from './store.ts';

/** An event of a calendar, before it is written in the format of calendars. */
export type CalendarEvent = {
  /** The same for the same leg or date, for ever. */
  uid: string;
  /** Grows with each change of the time, the teams or the outcome. */
  sequence: number;
  start: Date;
  /** Null for a moment. For a whole day, which has an Eastern day at 00:00 UTC as its start, null too. */
  end: Date | null;
  isWholeDay: boolean;
  /** Whether it takes place as far as anybody knows. */
  status: 'confirmed' | 'tentative' | 'cancelled';
  title: string;
  lines: readonly string[];
  /** The page of the site that shows more. */
  url: string;
};

/** The event of a leg: its game, in the state that the leg and the game have now. `site` is the public URL. */
export function legEvent({ leg, rounds, ticket, legCount, league, game }: CalendarLeg, site: string): CalendarEvent {
  const names = teamsAt(game);
  // The feed may swap home and away after the bet; the leg's side is that of the teams at placing.
  const isSwapped = leg.homeTeamId === game.awayTeamId;
  const side = legWords({
    betType: leg.market,
    betSide: leg.side,
    line: leg.line,
    game: isSwapped ? withSidesSwapped(names) : names,
  });
  const state = leg.grade === null ? scheduleWords[game.status] : gradeWords[leg.grade];
  const { startsAt, startKnown } = game;
  const usualMs = (sportRules[game.sport].usualMinutes * 60_000) / speedOf(game.id);
  const when = startKnown
    ? { start: startsAt, end: new Date(startsAt.getTime() + usualMs), isWholeDay: false }
    : { start: new Date(`${easternDay(startsAt)}T00:00:00Z`), end: null, isWholeDay: true };
  return {
    uid: `${leg.id}@ching`,
    sequence: game.scheduleChanges + rounds + ticket.round,
    ...when,
    status: leg.grade === 'void' ? 'cancelled' : leg.grade === null && state ? 'tentative' : 'confirmed',
    title: `${state ? `${state}: ` : ''}${gameWords(names)}: ${side}`,
    lines: [
      isolate(league.name),
      `${side} at ${showPrice(leg.price as Price)}${legCount > 1 ? `, leg ${leg.number} of ${legCount}` : ''}`,
      ticketWords(ticket),
      ...(startKnown ? [showMoment(startsAt)] : ['The time is not known yet']),
    ],
    url: `${site}/my-bets`,
  };
}

/** The words before the title for a leg that has been graded. */
const gradeWords = { won: 'Won', lost: 'Lost', push: 'Push', void: 'Void' } as const;

/** The same for a leg that is open. */
const scheduleWords = {
  scheduled: null,
  live: null,
  final: null,
  postponed: 'Postponed',
  canceled: 'Canceled',
  suspended: null,
} as const;

function ticketWords({ grade, back, stake, payout }: CalendarLeg['ticket']): string {
  const [staked, returned] = [showChing(cents(stake)), showChing(cents(back ?? 0))];
  switch (grade) {
    case null:
      return `${staked} to return ${showChing(cents(payout))}`;
    case 'won':
      return `The bet won: ${staked} came back as ${returned}`;
    case 'lost':
      return `The bet lost ${staked}`;
    default:
      return `${returned} came back`;
  }
}

function teamsAt({ sport, homeName, homeCity, awayName, awayCity }: CalendarLeg['game']): GameTeams {
  return { sport, homeTeamName: homeName, homeTeamCity: homeCity, awayTeamName: awayName, awayTeamCity: awayCity };
}

function withSidesSwapped({ sport, homeTeamName, homeTeamCity, awayTeamName, awayTeamCity }: GameTeams): GameTeams {
  return {
    sport,
    homeTeamName: awayTeamName,
    homeTeamCity: awayTeamCity,
    awayTeamName: homeTeamName,
    awayTeamCity: homeTeamCity,
  };
}

/** The events of a league's dates that are not before `since`. */
export function leagueEvents(league: CalendarLeague, since: Date, site: string): CalendarEvent[] {
  const { id, joinDeadline, endDate, dateChanges } = league;
  const name = isolate(league.name);
  const event = (kind: string, at: Date | null, title: string): CalendarEvent[] =>
    at === null || at < since
      ? []
      : [
          {
            uid: `${id}-${kind}@ching`,
            sequence: dateChanges,
            start: at,
            end: null,
            isWholeDay: false,
            status: 'confirmed',
            title,
            lines: [showInstant(at)],
            url: `${site}/league/${id}`,
          },
        ];
  return [...event('join', joinDeadline, `${name}: joining ends`), ...event('end', endDate, `${name} ends`)];
}

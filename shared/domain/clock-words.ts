import type { Sport } from './sport.ts';

/**
 * The time of a game on the wire. `period` is the name of the period ('3rd', 'OT', '2nd half'). `clock` is the feed's
 * clock ('8:42', "67'"), or its words for a pause ('Halftime', 'Mid 8th') and for the end ('Final/OT').
 */
type GameTime = { period: string | null; clock: string | null };

/**
 * The words of a sport for the time of a game. `live` is one phrase for the state of play: '3rd 8:42', 'Halftime'.
 * `final` says how a game ended that was not of the usual length: 'OT', 'F/10'. Both are empty when there is nothing to
 * say. `isPlayed` says of a live game whether the part that bets count is over, by its clock.
 */
type ClockWords = { live(time: GameTime): string; final(time: GameTime): string; isPlayed(time: GameTime): boolean };

/** Sports with a clock: football, basketball, hockey. */
const timedClock: ClockWords = {
  live({ period, clock }) {
    if (clock === null || isOver({ clock })) return period ?? '';
    // College football plays overtime without a clock, which then stays at zero.
    if (period?.endsWith('OT') && /^0[:.]0+$/.test(clock)) return period;
    if (/^\d/.test(clock)) return [period, clock].filter(Boolean).join(' ');
    return /^(so\b|shoot-?out)/i.test(clock) ? 'Shootout' : pauseWords(clock, period);
  },
  final({ period, clock }) {
    const [, beyond] = /^Final\/(\w+)$/.exec(clock ?? '') ?? [];
    return beyond ?? (period?.endsWith('OT') ? period : '');
  },
  isPlayed: isOver,
};

/** Baseball: the feed's words name the half-inning, so the inning alone is shown only when the words do not name it. */
const inningClock: ClockWords = {
  live({ period, clock }) {
    return clock === null || isOver({ clock }) || /^\d/.test(clock) ? (period ?? '') : pauseWords(clock, period);
  },
  final({ period, clock }) {
    const [, played = period] = /^Final(?:\/(\d+))?$/.exec(clock ?? '') ?? ['', null];
    const innings = Number.parseInt(played ?? '', 10);
    return innings > 0 && innings !== 9 ? `F/${innings}` : '';
  },
  isPlayed: isOver,
};

/** Soccer's pauses after the 90 minutes that bets count. */
const after90: Record<string, string> = {
  FT: 'Full time',
  ET: 'Extra time',
  'ET-HT': 'Extra time, half-time',
  AET: 'End of extra time',
  Pens: 'Penalties',
  SO: 'Penalties',
  Shootout: 'Penalties',
};
const soccerPauses: Record<string, string> = { HT: 'Half-time', Halftime: 'Half-time', ...after90 };

/** Soccer: a minute tells its half. In extra time the phrase says so, because bets count 90 minutes. */
const minuteClock: ClockWords = {
  live({ period, clock }) {
    if (clock === null) return period ?? '';
    if (/^\d/.test(clock)) return period?.startsWith('Extra') ? `${period} ${clock}` : clock;
    return soccerPauses[clock] ?? pauseWords(clock, period);
  },
  final({ period, clock }) {
    if (clock === 'FT-Pens' || period === 'Penalties') return 'Pens';
    return clock === 'AET' || period?.startsWith('Extra') ? 'AET' : '';
  },
  isPlayed({ period, clock }) {
    const isBeyond = period === 'Penalties' || (period?.startsWith('Extra') ?? false);
    return isBeyond || (clock !== null && Object.hasOwn(after90, clock));
  },
};

/** The words of each sport. They are no part of its rules, which pages without a game load too. */
export const clockWords: Record<Sport, ClockWords> = {
  NFL: timedClock,
  CFB: timedClock,
  NBA: timedClock,
  Hockey: timedClock,
  MLB: inningClock,
  Soccer: minuteClock,
};

/** The clock of a game that the feed has already called over, while its status is not final yet. */
function isOver({ clock }: Pick<GameTime, 'clock'>): boolean {
  return clock?.startsWith('Final') ?? false;
}

/**
 * The feed's words for a pause. A delay without a period gets the period. A suspension leaves the period alone: the
 * game's status already says that it is suspended.
 */
function pauseWords(words: string, period: string | null): string {
  const [, rest] = /^Suspended\W*(.*)$/i.exec(words) ?? [];
  if (rest !== undefined) return rest || (period ?? '');
  const isDelay = /delay/i.test(words);
  const namesPeriod = period !== null && words.toLowerCase().includes(period.toLowerCase());
  return isDelay && period !== null && !namesPeriod ? `${words}, ${period}` : words;
}

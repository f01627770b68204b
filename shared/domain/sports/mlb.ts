import { addDays, instantOfDay } from '../eastern.ts';
import { ordinal } from './period-names.ts';
import { allMarkets, type SportRules, within48Hours } from './sport-rules.ts';

/** The limit of a simulated game that has not started: from 19:00 to 06:00, because its day has no morning. */
const usualHours = 11;

export const calledEarlyWords =
  'Called early, the moneyline stands after 5 innings (4.5 if the home side leads); ' +
  'spread and total need 9 (8.5), unless already decided whatever happened next.';

export const mlb = {
  name: 'MLB',
  path: '/mlb',
  loadAfterMs: 2_000,
  adminTab: 3,
  manualOddsBy: 'games',
  slate: 'day',
  slateTitle: null,
  noGames: 'No MLB games available for today',
  markets: allMarkets,
  drawOffered: false,
  endsLevel: false,
  defaultTotal: 7.5,
  scoreUnit: 'run',
  hasRanks: false,
  knownBy: 'team',
  listsHomeFirst: false,
  regulationPeriods: 9,
  usualMinutes: 165,
  periodName: ordinal,
  finalNeeds: 'half-innings',
  countsOvertime: true,
  reopensWhenMoved: false,
  finalBy: (originalDay, hasStarted) =>
    hasStarted ? within48Hours : { hours: usualHours, at: instantOfDay(addDays(originalDay, 1), '06:00') },
  limitsStart: false,
  rulebook: {
    counts: 'Extra innings are included.',
    unplayed: 'Void if not started by 06:00 ET of the next day; suspended and finished within 48 hours, it stands.',
    details: calledEarlyWords,
  },
} satisfies SportRules;

import { footballFinalBy, footballLimitWords } from './football-limit.ts';
import { namesWithOvertime } from './period-names.ts';
import { allMarkets, type SportRules, tieWords } from './sport-rules.ts';

export const nfl = {
  name: 'NFL',
  path: '',
  loadAfterMs: 0,
  adminTab: 1,
  manualOddsBy: 'week',
  slate: 'week',
  slateTitle: null,
  noGames: 'No games available for this week',
  markets: allMarkets,
  drawOffered: false,
  endsLevel: true,
  defaultTotal: 44.5,
  scoreUnit: 'point',
  hasRanks: false,
  knownBy: 'team',
  listsHomeFirst: false,
  regulationPeriods: 4,
  usualMinutes: 195,
  periodName: namesWithOvertime(4),
  finalNeeds: 'all-periods',
  countsOvertime: true,
  reopensWhenMoved: false,
  finalBy: footballFinalBy,
  limitsStart: false,
  rulebook: { counts: 'Overtime is included.', unplayed: footballLimitWords, details: tieWords },
} satisfies SportRules;

import { namesWithOvertime } from './period-names.ts';
import { allMarkets, type SportRules, void48HoursWords, within48Hours } from './sport-rules.ts';

export const nba = {
  name: 'NBA',
  path: '/nba',
  loadAfterMs: 3_000,
  adminTab: 4,
  manualOddsBy: 'games',
  slate: 'day',
  slateTitle: null,
  noGames: 'No NBA games available for today',
  markets: allMarkets,
  drawOffered: false,
  endsLevel: false,
  defaultTotal: 228.5,
  scoreUnit: 'point',
  hasRanks: false,
  knownBy: 'team',
  listsHomeFirst: false,
  regulationPeriods: 4,
  usualMinutes: 150,
  periodName: namesWithOvertime(4),
  finalNeeds: 'all-periods',
  countsOvertime: true,
  reopensWhenMoved: false,
  finalBy: () => within48Hours,
  rulebook: { counts: 'Overtime is included.', unplayed: void48HoursWords, details: null },
} satisfies SportRules;

import { footballFinalBy, footballLimitWords } from './football-limit.ts';
import { namesWithOvertime } from './period-names.ts';
import { allMarkets, type SportRules } from './sport-rules.ts';

export const cfb = {
  name: 'CFB',
  path: '/cfb',
  loadAfterMs: 5_000,
  adminTab: 2,
  manualOddsBy: 'games',
  slate: 'week',
  slateTitle: null,
  noGames: 'No CFB games available for this week',
  markets: allMarkets,
  drawOffered: false,
  endsLevel: false,
  defaultTotal: 44.5,
  scoreUnit: 'point',
  hasRanks: true,
  knownBy: 'school',
  listsHomeFirst: false,
  regulationPeriods: 4,
  usualMinutes: 210,
  periodName: namesWithOvertime(4),
  finalNeeds: 'all-periods',
  countsOvertime: true,
  reopensWhenMoved: false,
  finalBy: footballFinalBy,
  limitsStart: false,
  rulebook: {
    counts: 'Overtime is included.',
    unplayed: footballLimitWords,
    details: 'There are no bets while the kick-off time is to be announced.',
  },
} satisfies SportRules;

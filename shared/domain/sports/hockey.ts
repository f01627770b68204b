import { namesWithOvertime } from './period-names.ts';
import { allMarkets, type SportRules, void48HoursWords, within48Hours } from './sport-rules.ts';

export const hockey = {
  name: 'NHL',
  path: '/nhl',
  loadAfterMs: 6_000,
  adminTab: 6,
  manualOddsBy: 'games',
  slate: 'day',
  slateTitle: null,
  noGames: 'No NHL games available for today',
  markets: allMarkets,
  drawOffered: false,
  endsLevel: false,
  defaultTotal: 6.5,
  scoreUnit: 'goal',
  hasRanks: false,
  knownBy: 'team',
  listsHomeFirst: false,
  regulationPeriods: 3,
  usualMinutes: 150,
  periodName: namesWithOvertime(3),
  finalNeeds: 'all-periods',
  countsOvertime: true,
  reopensWhenMoved: false,
  finalBy: () => within48Hours,
  limitsStart: false,
  rulebook: {
    counts: 'Overtime and shoot-out are included; the shoot-out winner gets exactly one goal.',
    unplayed: void48HoursWords,
    details: 'The shoot-out tally is never added.',
  },
} satisfies SportRules;

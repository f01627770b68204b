import { ordinal } from './period-names.ts';
import { type SportRules, within48Hours } from './sport-rules.ts';

export const threeWayWords = 'Level after 90 minutes, Draw wins and both teams lose.';

export const soccer = {
  name: 'Soccer',
  path: '/soccer',
  loadAfterMs: 4_000,
  adminTab: 5,
  manualOddsBy: 'games',
  slate: 'next-7-days',
  slateTitle: 'Next 7 Days Premier League & Champions League',
  noGames: 'No Soccer games available for the next 7 days',
  markets: ['moneyline'],
  drawOffered: true,
  endsLevel: true,
  defaultTotal: null,
  scoreUnit: 'goal',
  hasRanks: false,
  knownBy: 'team',
  listsHomeFirst: true,
  regulationPeriods: 2,
  usualMinutes: 120,
  periodName: (period) => (period <= 2 ? `${ordinal(period)} half` : period <= 4 ? 'Extra time' : 'Penalties'),
  finalNeeds: 'any-period',
  countsOvertime: false,
  reopensWhenMoved: true,
  finalBy: () => within48Hours,
  limitsStart: true,
  rulebook: {
    counts: '90 minutes plus stoppage only; extra time and penalties never count.',
    unplayed: 'Void if abandoned, or moved by more than 48 hours.',
    details: threeWayWords,
  },
} satisfies SportRules;

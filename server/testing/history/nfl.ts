import { emptyQuote } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { type PastGame, twoWayGrades } from './past-game.ts';
import { numberOf, readRows } from './tables.ts';

/**
 * Nine seasons of nflverse. `spread_line` is the points that the home team gives. Source: docs/feeds.md#past-seasons.
 */
export function readNfl(): PastGame[] {
  return readRows('nfl-nflverse-games-2014-2022').map((row): PastGame => {
    const line = row.number('spread_line');
    const score = { home: numberOf(row.text('home_score')), away: numberOf(row.text('away_score')) };
    return {
      id: row.text('game_id'),
      sport: 'NFL',
      competition: null,
      home: row.text('home_team'),
      away: row.text('away_team'),
      quote: withOdds(emptyQuote, {
        spreadHome: line === null ? null : 0 - line,
        spreadAway: line,
        spreadHomeOdds: row.number('home_spread_odds'),
        spreadAwayOdds: row.number('away_spread_odds'),
        moneylineHome: row.number('home_moneyline'),
        moneylineAway: row.number('away_moneyline'),
        totalPoints: row.number('total_line'),
        overOdds: row.number('over_odds'),
        underOdds: row.number('under_odds'),
      }),
      score,
      finalScore: score,
      halfInnings: null,
      gradeOf: twoWayGrades({
        homeBy: numberOf(row.text('result')),
        homeGives: line,
        total: numberOf(row.text('total')),
        totalLine: row.number('total_line'),
      }),
    };
  });
}

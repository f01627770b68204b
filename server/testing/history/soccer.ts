import { emptyQuote } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { soccerQuote } from '../games.ts';
import { type PastGame, threeWayGrades } from './past-game.ts';
import { numberIn, numberOf, readRows } from './tables.ts';

const winners = { H: 'home', D: 'draw', A: 'away' } as const;

/** Three seasons of the Premier League, with Bet365's closing prices. */
export function readPremierLeague(): PastGame[] {
  return ['2021-22', '2022-23', '2025-26-partial'].flatMap((season) =>
    readRows(`epl-footballdata-E0-${season}`).map((row): PastGame => {
      const score = { home: numberOf(row.text('FTHG')), away: numberOf(row.text('FTAG')) };
      const winner = row.text('FTR');
      if (winner !== 'H' && winner !== 'D' && winner !== 'A') throw new Error(`no such winner: ${winner}`);
      return {
        id: `epl-${season}-${row.text('HomeTeam')}-${row.text('AwayTeam')}`,
        sport: 'Soccer',
        competition: 'Premier League',
        home: row.text('HomeTeam'),
        away: row.text('AwayTeam'),
        quote: withOdds(emptyQuote, {
          moneylineHome: american(row.text('B365CH')),
          moneylineDraw: american(row.text('B365CD')),
          moneylineAway: american(row.text('B365CA')),
        }),
        score,
        finalScore: score,
        halfInnings: null,
        gradeOf: threeWayGrades(winners[winner]),
      };
    }),
  );
}

/** Three seasons of the Champions League. The table has no prices, so every game gets the same invented ones. */
export function readChampionsLeague(): PastGame[] {
  return readRows('ucl-results-90min-aet-pens-2021-22to2023-24').map((row, at): PastGame => {
    const score = { home: numberOf(row.text('home90')), away: numberOf(row.text('away90')) };
    const [home, away] = afterNinety(row.text('source_text'));
    return {
      id: `ucl-${at + 1}`,
      sport: 'Soccer',
      competition: 'Champions League',
      home: row.text('home'),
      away: row.text('away'),
      quote: soccerQuote,
      score,
      finalScore: {
        home: numberIn(row.text('homeAET')) ?? score.home,
        away: numberIn(row.text('awayAET')) ?? score.away,
      },
      halfInnings: null,
      gradeOf: threeWayGrades(home > away ? 'home' : home < away ? 'away' : 'draw'),
    };
  });
}

/** American odds from decimal odds, rounded half up. Source: docs/feeds.md#past-seasons. */
function american(decimal: string): number {
  const [whole = '', part = ''] = decimal.split('.');
  const profit = BigInt(whole + part.padEnd(3, '0')) - 1_000n; // thousandths of the stake
  return profit >= 1_000n ? Number((profit + 5n) / 10n) : -Number((200_000n + profit) / (2n * profit));
}

/**
 * Goals after 90 minutes. After extra time they are the first numbers in brackets: '4-2 pen. 1-0 a.e.t. (1-0, 1-0)'.
 */
function afterNinety(text: string): [number, number] {
  const [, home, away] = (/a\.e\.t\. \((\d+)-(\d+)/.exec(text) ?? /^(\d+)-(\d+)/.exec(text)) || [];
  return [numberOf(home), numberOf(away)];
}

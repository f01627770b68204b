import { emptyQuote } from '#shared/domain/market.ts';
import { defaultPrice } from '#shared/domain/price.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { type PastGame, twoWayGrades } from './past-game.ts';
import { numberIn, numberOf, type Row, readRows } from './tables.ts';

/**
 * A season of CFBD without uncompleted games. Each game has the lines of the first sportsbook with both a spread and a
 * total, else of the first one. Spreads and totals have no prices there and get the default one.
 * Source: docs/screens.md#words-and-numbers.
 */
export function readCfb(): PastGame[] {
  const lines = new Map<string, Row>();
  for (const row of readRows('cfb-cfbd-lines-2024-part1')) {
    const first = lines.get(row.text('Id'));
    if (!first || (!hasBoth(first) && hasBoth(row))) lines.set(row.text('Id'), row);
  }
  return readRows('cfb-cfbd-games-2024-part1').flatMap((row): PastGame[] => {
    const line = lines.get(row.text('Id'));
    if (!line || row.text('Completed') !== 'true') return [];
    const spread = line.number('Spread');
    const total = line.number('OverUnder');
    const score = { home: numberOf(row.text('Home Points')), away: numberOf(row.text('Away Points')) };
    const [homeScore, awayScore] = [numberOf(line.text('HomeScore')), numberOf(line.text('AwayScore'))];
    return [
      {
        id: `cfb-${row.text('Id')}`,
        sport: 'CFB',
        competition: null,
        home: row.text('Home Team'),
        away: row.text('Away Team'),
        quote: withOdds(emptyQuote, {
          spreadHome: spread,
          spreadAway: spread === null ? null : 0 - spread,
          spreadHomeOdds: defaultPrice,
          spreadAwayOdds: defaultPrice,
          moneylineHome: line.number('HomeMoneyline'),
          moneylineAway: line.number('AwayMoneyline'),
          totalPoints: total,
          overOdds: defaultPrice,
          underOdds: defaultPrice,
        }),
        score,
        finalScore: score,
        halfInnings: null,
        gradeOf: twoWayGrades({
          homeBy: homeScore - awayScore,
          homeGives: givenByHome(line),
          total: homeScore + awayScore,
          totalLine: total,
        }),
      },
    ];
  });
}

function hasBoth(line: Row): boolean {
  return line.number('Spread') !== null && line.number('OverUnder') !== null;
}

/** The points that the home team gives, from a text that names the favourite: 'Ball State -6.5'. Null if unreadable. */
function givenByHome(line: Row): number | null {
  const [, favourite, points] = /^(.*) -([\d.]+)$/.exec(line.text('FormattedSpread')) ?? [];
  const gives = numberIn(points);
  if (gives === null) return null;
  return favourite === line.text('HomeTeam') ? gives : 0 - gives;
}

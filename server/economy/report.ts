import { type FairPlay, presets } from '#shared/domain/fair-play.ts';
import { showWhole } from '#shared/domain/money.ts';
import {
  brokeMembers,
  eighthMember,
  joiningWeeks,
  lateJoiner,
  leaderTitles,
  others,
  playSeasons,
  shapeOf,
  wholeSeasons,
} from './questions.ts';
import { weeksOfSeason } from './season.ts';

const { classic, fairPlay } = presets;

/** The rules that are compared: Classic, each option alone, and all of them together. */
const rules: Record<string, FairPlay> = {
  Classic: classic,
  '75 % of weeks active': { ...classic, activeWeeksPct: fairPlay.activeWeeksPct },
  'at most 25 % in play': { ...classic, maxInPlayPct: fairPlay.maxInPlayPct },
  'at most 10 % in play': { ...classic, maxInPlayPct: 10 },
  'median for late joiners': { ...classic, lateStart: 'median' },
  'late joiners are guests': { ...classic, lateStart: 'guest' },
  'rescue of 250': { ...classic, rescue: fairPlay.rescue },
  'at most 6 legs': { ...classic, maxLegs: fairPlay.maxLegs },
  'Fair play': fairPlay,
};

function under(names: readonly string[], rows: (options: FairPlay, name: string) => string[][]): string[][] {
  return names.flatMap((name) => {
    const options = rules[name];
    if (!options) throw new Error(`no such rules: ${name}`);
    return rows(options, name);
  });
}

/** The page with the answers of `count` seasons for each row. */
export function economyReport(seed: number, count: number): string {
  const play = playSeasons(seed, count);
  const asUsual = new Map(Object.entries(rules).map(([name, options]) => [name, wholeSeasons(play, options)]));
  const seasonsOf = (name: string) => asUsual.get(name) ?? [];

  const eighth = under(
    ['Classic', '75 % of weeks active', 'at most 25 % in play', 'at most 6 legs', 'Fair play'],
    (options, name) =>
      eighthMember(play, options).map((row) => [
        name,
        row.style,
        row.meanRank.toFixed(1),
        pct(row.topHalf),
        pct(row.title),
      ]),
  );
  const leader = under(['Classic', 'at most 25 % in play', 'at most 10 % in play', 'Fair play'], (options, name) => {
    const { playsOn, sitsStill, isChased } = leaderTitles(play, options, seasonsOf(name));
    return [[name, pct(playsOn), pct(sitsStill), pct(isChased)]];
  });
  const shapes = under(
    Object.keys(rules).filter((name) => !/late joiners/.test(name)),
    (_, name) => {
      const { lastWins, weekWinners, lastWonAWeek, noChampion } = shapeOf(seasonsOf(name));
      return [[name, pct(lastWins), weekWinners.toFixed(1), pct(lastWonAWeek), pct(noChampion)]];
    },
  );
  const broke = under(['Classic', 'rescue of 250', 'at most 25 % in play', 'Fair play'], (_, name) => {
    const { aSeason, winAWeek, endAbove } = brokeMembers(seasonsOf(name));
    return [[name, aSeason.toFixed(2), pct(winAWeek), pct(endAbove)]];
  });
  const late = under(['Classic', 'median for late joiners', 'late joiners are guests', 'Fair play'], (options, name) =>
    lateJoiner(play, options).map((row) => [
      name,
      String(row.week),
      row.meanRank.toFixed(1),
      pct(row.topHalf),
      pct(row.title),
    ]),
  );
  return `${[
    preface(seed, count),
    options,
    '## A member who does not bet',
    'The eighth member beside the seven others. An equal share of the title is 12.5 %.',
    table(['rules', 'the eighth member', 'mean rank', 'top half', 'champion'], eighth),
    '## The leader after week 12',
    'How often the leader is champion: betting on as before; betting no more; betting no more while in the last week ' +
      'each of the others stakes all that the league allows on the shortest parlay that passes the leader.',
    table(['rules', 'plays on', 'sits still', 'sits still and is chased'], leader),
    '## The last, and the winners of weeks',
    table(
      [
        'rules',
        'last after week 8 is champion',
        'members who win a week',
        'the last at the end has won a week',
        'no champion',
      ],
      shapes,
    ),
    '## A member with less than 50 Ching',
    'Counted are members who fall below 50 before the last week. Members who bet shares of their balance seldom do.',
    table(['rules', 'a season', 'win a later week', 'end with more than 250'], broke),
    '## A member who joins late',
    `The eighth member joins in week ${joiningWeeks.join(', ')} and bets five singles of 5 % a week from then on.`,
    table(['rules', 'joins in week', 'mean rank', 'top half', 'champion'], late),
    answers,
  ].join('\n\n')}\n`;
}

function preface(seed: number, count: number): string {
  return `# What each rule of fair play does

Written by \`npm run economy\`: ${count} simulated seasons a row, seed ${seed}, so that a run repeats this page.
The rules are those of \`shared/domain/fair-play.ts\`; payouts, ranks and weeks are those of the leagues. Leagues play
Classic.

A season has ${weeksOfSeason} weeks and eight members. Each leg costs -110 and wins with probability one half. All bets
of a week are open together and independent of each other; stakes are shares of the balance at the start of the week. A
member bets in the same way in all weeks. The seven others place, in a week:

${others.map(({ name }) => `- ${name}`).join('\n')}

Where no other eighth member is named, there is a second one with five singles of 5 %. Co-champions share a title.
Season number n has the same luck under all rules.
The standard error of a share is at most ${pct(Math.sqrt(0.25 / count))}.`;
}

const options = `## The options

${table(
  ['option', 'Classic', 'Fair play', 'means'],
  [
    ['active weeks', 'none', `${fairPlay.activeWeeksPct} %`, 'the title needs that share of the weeks active'],
    [
      'most in play',
      '100 %',
      `${fairPlay.maxInPlayPct} %`,
      'open stakes are at most that share of the balance; 10 Ching always',
    ],
    [
      'late start',
      'full',
      'median',
      'what a member gets who joins later: 1,000, the median of the others, or as a guest 1,000 without a title',
    ],
    ['rescue', 'none', showWhole(fairPlay.rescue), 'added once to a balance below 50; gives up the title'],
    ['most legs', String(classic.maxLegs), String(fairPlay.maxLegs), 'legs of a parlay'],
  ],
)}

A week is active if at least a tenth of the balance at its start is staked in it, between 1 and 100 Ching, without
tickets shorter than -300 and without sides that another ticket of the member opposes.`;

const answers = `## What follows

- Under Classic the member who never bets ends higher and wins more often than an equal share. An earlier model with
  other styles of play, in 20,000 seasons, had the same: mean rank 2.6, top half in 95 %, champion in 16 %. The
  cap makes it less than an equal share, and only the share of active weeks takes the title away; ranks stay.
- Betting seldom and small remains the best way to play without luck: one single of 11 % a week is active, and wins more
  titles than any other of the four under Fair play.
- A leader still does better by sitting still, also under Fair play. After twelve weeks the title may be played for
  already. The earlier model had 58 % playing on and 77 % sitting still.
- The cap makes the last evening less of a lottery. In the earlier model a leader who sat still and was chased won 5 %,
  with at most 25 % in play 26 % and with 10 % 43 %. Here the cap counts all season; 25 % helps about as
  much, and 10 % adds little to it.
- Nothing brings the last after week 8 back into the race, as in the earlier model (1.1 %). Weeks do reach nearly
  everybody: 5.7 of 8 members won one there, and 58 % of those who ended last.
- The rescue lets members win weeks again. It moves no title, and members who bet shares of their balance seldom
  need it.
- With 1,000 Ching a late joiner is better off the later the start. The median takes that away.
- Six legs instead of twelve are no protection against luck: a parlay of six legs wins 64 times as often, and takes more
  titles. The limit bounds single payouts, not chances.

The model has no skill, no shared games and nobody who changes style, so its figures compare rules and predict no
league.`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function pct(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

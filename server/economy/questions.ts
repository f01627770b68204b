import { championsOf, type FairPlay } from '#shared/domain/fair-play.ts';
import { cents } from '#shared/domain/money.ts';
import { mean, share } from './averages.ts';
import { backOf, type Finish, type Plan, type Player, playSeason, type Style, type WantedBet } from './season.ts';

const single = (pct: number): WantedBet => ({ legs: 1, pct });
const singles = (count: number, pct: number) => Array.from({ length: count }, () => single(pct));
const parlay = (legs: number, pct: number): WantedBet => ({ legs, pct });

const steady: Style = { name: 'five singles of 5 %', bets: singles(5, 5) };

/** Chosen: seven members who bet differently, each in the same way every week. */
export const others: readonly Style[] = [
  { name: 'two singles of 5 %', bets: singles(2, 5) },
  steady,
  { name: 'ten singles of 5 %', bets: singles(10, 5) },
  { name: 'two singles of 20 %', bets: singles(2, 20) },
  { name: 'one single of 30 %', bets: singles(1, 30) },
  { name: 'two parlays of 3 legs for 5 %', bets: [parlay(3, 5), parlay(3, 5)] },
  { name: 'three singles and a parlay of 4 legs for 5 %', bets: [...singles(3, 5), parlay(4, 5)] },
];

/** Chosen: what the eighth member may be like. All other questions have the third of them as the eighth. */
const eighths: readonly Style[] = [
  { name: 'never bets', bets: [] },
  { name: 'one single of 11 %', bets: [single(11)] },
  steady,
  { name: 'one parlay of 12 legs for 5 %', bets: [parlay(12, 5)] },
];

/** Eight members who all bet. */
const everybody = [...others, steady];

/** Plays seasons under one plan. Season number n has the same luck under every plan. */
export type PlaySeasons = (plan: Plan) => Finish[][];

export function playSeasons(seed: number, count: number): PlaySeasons {
  return (plan) => Array.from({ length: count }, (_, at) => playSeason(plan, `${seed} ${at}`));
}

/** A member's part of the title: 1, a part of it among co-champions, or 0. */
function titleOf(season: readonly Finish[], index: number): number {
  const champions = championsOf(season);
  return champions.some(({ player }) => player.index === index) ? 1 / champions.length : 0;
}

function finishOf(season: readonly Finish[], index: number): Finish {
  const found = season.find(({ player }) => player.index === index);
  if (!found) throw new Error(`no member ${index}`);
  return found;
}

/** How the member at an index ends. `topHalf` and `title` are shares of the seasons, from 0 to 1. */
export type Outcome = { meanRank: number; topHalf: number; title: number };

function outcomeOf(seasons: readonly Finish[][], index: number): Outcome {
  const ranks = seasons.map((season) => finishOf(season, index).rank);
  return {
    meanRank: mean(ranks),
    topHalf: share(ranks.map((rank) => rank <= everybody.length / 2)),
    title: mean(seasons.map((season) => titleOf(season, index))),
  };
}

/** The eighth member, in each style, beside the seven others. */
export function eighthMember(play: PlaySeasons, options: FairPlay): (Outcome & { style: string })[] {
  return eighths.map((style) => ({
    style: style.name,
    ...outcomeOf(play({ options, styles: [...others, style] }), others.length),
  }));
}

const lastWeek = 17;
const leaderAfter = 12;
const lastAfter = 8;

/** The member with the most after a week; the first of several. */
function leaderOf(players: readonly Player[], week: number): Player | undefined {
  return [...players].sort((a, b) => (b.totals[week - 1] ?? 0) - (a.totals[week - 1] ?? 0))[0];
}

/** The member with the least after a week; the first of several. */
function lastOf(players: readonly Player[], week: number): Player | undefined {
  return [...players].sort((a, b) => (a.totals[week - 1] ?? 0) - (b.totals[week - 1] ?? 0))[0];
}

/** How often the leader after week 12 is champion, by what leader and others do from then on. */
export type LeaderTitles = { playsOn: number; sitsStill: number; isChased: number };

/** `asUsual`: the seasons of `wholeSeasons` under these options. */
export function leaderTitles(play: PlaySeasons, options: FairPlay, asUsual: readonly Finish[][]): LeaderTitles {
  const titles = (seasons: readonly Finish[][]) =>
    mean(
      seasons.map((season) => {
        const leader = leaderOf(inOrder(season), leaderAfter);
        return leader ? titleOf(season, leader.index) : 0;
      }),
    );
  const ifAfter = (bets: (player: Player, leader: Player, week: number) => readonly WantedBet[] | null) => {
    const instead: Plan['instead'] = (player, week, players) => {
      const leader = week > leaderAfter ? leaderOf(players, leaderAfter) : undefined;
      return leader ? bets(player, leader, week) : null;
    };
    return titles(play({ options, styles: everybody, instead }));
  };
  return {
    playsOn: titles(asUsual),
    sitsStill: ifAfter((player, leader) => (player === leader ? [] : null)),
    isChased: ifAfter((player, leader, week) => {
      if (player === leader) return [];
      return week === lastWeek ? [chase(player, leader, options)] : null;
    }),
  };
}

/** The players in the order of their indexes, so that ties are broken in the same way during and after a season. */
function inOrder(season: readonly Finish[]): Player[] {
  return season.map(({ player }) => player).sort((a, b) => a.index - b.index);
}

/** All that the league allows, on the shortest parlay that passes the leader; on the longest if none does. */
function chase(player: Player, leader: Player, { maxInPlayPct, maxLegs }: FairPlay): WantedBet {
  const stake = cents(Math.floor((player.total * maxInPlayPct) / 10_000) * 100);
  const lengths = Array.from({ length: maxLegs }, (_, at) => at + 1);
  const passing = lengths.find((legs) => player.total - stake + backOf(stake, legs, true) > leader.total);
  return parlay(passing ?? maxLegs, maxInPlayPct);
}

/** The seasons of eight members who all bet. */
export function wholeSeasons(play: PlaySeasons, options: FairPlay): Finish[][] {
  return play({ options, styles: everybody });
}

/**
 * What seasons of eight members are like, as shares from 0 to 1 and a mean number of members.
 *
 * lastWins       how often the last after week 8 is champion.
 * weekWinners    the mean number of members who win at least a week.
 * lastWonAWeek   how often the last at the end has won a week.
 * noChampion     how often nobody is eligible.
 */
export type Shape = { lastWins: number; weekWinners: number; lastWonAWeek: number; noChampion: number };

export function shapeOf(seasons: readonly Finish[][]): Shape {
  return {
    lastWins: mean(
      seasons.map((season) => {
        const last = lastOf(inOrder(season), lastAfter);
        return last ? titleOf(season, last.index) : 0;
      }),
    ),
    weekWinners: mean(seasons.map((season) => season.filter(({ player }) => player.weeksWon.length > 0).length)),
    lastWonAWeek: share(seasons.map((season) => (season.at(-1)?.player.weeksWon.length ?? 0) > 0)),
    noChampion: share(seasons.map((season) => championsOf(season).length === 0)),
  };
}

/** Chosen: with less a member is broke, the limit below which there is a rescue. */
const broke = 5_000;

/**
 * What becomes of members who are broke after a week before the last.
 *
 * aSeason   how many there are in a season.
 * winAWeek  how many of them win a later week.
 * endAbove  how many of them end with more than 250 Ching.
 */
export type BrokeMembers = { aSeason: number; winAWeek: number; endAbove: number };

export function brokeMembers(seasons: readonly Finish[][]): BrokeMembers {
  const found = seasons.flatMap((season) =>
    season.flatMap(({ player }) => {
      const week = 1 + player.totals.findIndex((total) => total !== null && total < broke);
      return week > 0 && week < lastWeek ? [{ player, week }] : [];
    }),
  );
  return {
    aSeason: found.length / seasons.length,
    winAWeek: share(found.map(({ player, week }) => player.weeksWon.some((number) => number > week))),
    endAbove: share(found.map(({ player }) => player.total > 25_000)),
  };
}

/** Chosen: the weeks in which the eighth member joins. */
export const joiningWeeks = [3, 9, 14] as const;

/** The eighth member, who bets five singles of 5 % a week from the week of joining on. */
export function lateJoiner(play: PlaySeasons, options: FairPlay): (Outcome & { week: number })[] {
  return joiningWeeks.map((week) => ({
    week,
    ...outcomeOf(play({ options, styles: everybody, joinsInWeek: week }), others.length),
  }));
}

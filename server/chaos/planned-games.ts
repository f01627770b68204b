import type { Replay } from '../replay/replay.ts';
import type { Ending } from '../testing/reference-model.ts';

type Score = { home: number; away: number };

/** The course that a game will take. */
export type PlannedGame = {
  /** Its id in the feed, and in the product (`espn:<feedId>`). */
  feedId: string;
  id: string;
  startsAt: number;
  /** The time at which the feed reports its end. */
  endsAt: number;
  first: Ending;
  /** The score after a correction; null without one. */
  corrected: Score | null;
};

/**
 * Sports whose slate has more than one day. Before the first start of a round it shows all games of the round, also if
 * midnight is among their starts.
 */
export const plannedSports = ['NFL', 'CFB', 'Soccer'] as const;
type PlannedSport = (typeof plannedSports)[number];

const scores: Record<PlannedSport, [number, number]> = { NFL: [0, 45], CFB: [0, 60], Soccer: [0, 4] };
const correctedAfterMs = 3_000;
const oddsMoveMs = 6_000; // before the start: some bets use the new price, others are refused because the price moved

/** `count` games of the replay, sports alternating, with starts spread evenly between two instants. */
export function planGames(
  replay: Replay,
  random: () => number,
  { count, firstAt, lastAt }: { count: number; firstAt: number; lastAt: number },
): PlannedGame[] {
  const bySport = plannedSports.map((sport) => replay.games().filter((game) => game.sport === sport));
  return Array.from({ length: count }, (_, number) => {
    const sport = plannedSports[number % plannedSports.length] ?? 'NFL';
    const game = bySport[number % plannedSports.length]?.[Math.floor(number / plannedSports.length)];
    if (!game) throw new Error(`the replay has too few games of ${sport}`);
    const startsAt = Math.round(firstAt + ((lastAt - firstAt) * number) / Math.max(1, count - 1));
    const isOff = number % 6 === 4;
    const first = isOff ? 'off' : aScore(sport, random);
    return {
      feedId: game.id,
      id: `espn:${game.id}`,
      startsAt,
      endsAt: startsAt + 1_000 + Math.round(random() * 2_000),
      first,
      corrected: number % 3 === 0 && first !== 'off' ? aCorrection(first, sport, random) : null,
    };
  });
}

/** A corrected score that lowers not both teams' points: such a correction would wait for an admin. */
function aCorrection(first: Score, sport: PlannedSport, random: () => number): Score {
  const { home, away } = aScore(sport, random);
  return home < first.home && away < first.away ? { home: first.home + 1, away } : { home, away };
}

/** Only soccer may end in a draw: the reference model has no overtime. */
function aScore(sport: PlannedSport, random: () => number): Score {
  const [least, most] = scores[sport];
  const points = () => least + Math.floor(random() * (most - least + 1));
  const [home, away] = [points(), points()];
  return home === away && sport !== 'Soccer' ? { home: home + 1, away } : { home, away };
}

/** The final ending of each game, corrections included. */
export function endingsOf(games: readonly PlannedGame[]): Map<string, Ending> {
  return new Map(games.map(({ id, first, corrected }) => [id, corrected ?? first]));
}

/** Sets the starts in the feed; call it before the product first polls. */
export function announce(replay: Replay, games: readonly PlannedGame[]): void {
  for (const { feedId, startsAt } of games) {
    replay.changeGame(feedId, { startsInSeconds: (startsAt - Date.now()) / 1_000 });
  }
}

/**
 * Begins a game without bets that does not end. While a game is under way the workers poll every second, else every
 * tenth: then a feed that works again would be asked too late to measure how long a recovery takes.
 */
export function beginEndlessGame(replay: Replay): void {
  const game = replay.games().findLast(({ sport }) => sport === 'NFL'); // the planned games are the first ones
  if (!game) throw new Error('the replay has no game of the NFL');
  replay.changeGame(game.id, { startsInSeconds: -60, stage: 'live' });
}

/** Changes the games in the feed as planned; `over` resolves after the last change. */
export function play(replay: Replay, games: readonly PlannedGame[]): { over: Promise<unknown>; stop(): void } {
  const timers: NodeJS.Timeout[] = [];
  const at = (time: number, act: () => void) =>
    new Promise<void>((done) => {
      const todo = () => {
        act();
        done();
      };
      timers.push(setTimeout(todo, time - Date.now()));
    });
  const acts = games.flatMap(({ feedId, startsAt, endsAt, first, corrected }, number) => [
    ...(number % 4 === 1
      ? [
          at(startsAt - oddsMoveMs, () =>
            replay.changeGame(feedId, { odds: { moneylineHome: -170, moneylineAway: 145 } }),
          ),
        ]
      : []),
    at(startsAt, () => replay.changeGame(feedId, first === 'off' ? { stage: 'canceled' } : { stage: 'live' })),
    at(endsAt, () => first !== 'off' && replay.changeGame(feedId, { stage: 'final', ...first })),
    ...(corrected ? [at(endsAt + correctedAfterMs, () => replay.changeGame(feedId, corrected))] : []),
  ]);
  return {
    over: Promise.all(acts),
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

import { expect } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame, aLeg, aParlay, final, plainQuote } from './games.ts';
import { expectLedgerBalances, fundsOf } from './ledger-asserts.ts';
import type { Player, World } from './world.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const scores = { won: [24, 20], push: [23, 20], lost: [20, 20] } as const;
export type Outcome = keyof typeof scores;

/** The game of `aListedGame`, final with the score that gives a bet on its home team this grade. */
export const ended = (game: FeedGame, outcome: Outcome) => final(game, scores[outcome][0], scores[outcome][1]);

/** A player's funds, in hundredths, without open bets. */
export const settled = (available: number) => ({ available, pending: 0 });

/** A player's funds after a bet of 100 of 1,000 Ching with each grade, in hundredths. */
export const after: Record<Outcome, number> = { won: 109_091, push: 100_000, lost: 90_000 };

/** Acts and reads of tests about corrections. `current` returns the test's world, its player and their league. */
export function correctionActs(current: () => { world: World; player: Player; league: Group }) {
  /** A game whose home team gives three points: 24-20 wins on it, 23-20 pushes, 20-20 loses. */
  async function aListedGame(): Promise<FeedGame> {
    const game = aGame({ quote: withOdds(plainQuote, { spreadHome: -3, spreadAway: 3 }) });
    await current().world.poll(game);
    return game;
  }

  const finish = (game: FeedGame, outcome: Outcome) => current().world.finish(ended(game, outcome));

  /** Polls in order, each so many minutes from now, and settles after each. The world's clock goes with the polls. */
  async function pollAt(polls: [minute: number, game: FeedGame][]): Promise<void> {
    const { world } = current();
    const from = world.clock.now.getTime();
    for (const [at, game] of polls) {
      world.clock.now = new Date(from + at * minuteMs);
      await world.poll(game);
      await settleGames(world.database, new Date(Date.now() + dayMs), 0);
    }
  }

  async function place(
    game: FeedGame,
    amount = '100',
    who = current().player,
    where = current().league,
  ): Promise<number> {
    return (await who.call(placeBet, { body: aBet(where, game, amount) })).status;
  }

  async function placeLegs(amount: string, ...games: FeedGame[]): Promise<void> {
    const { player, league } = current();
    const legs = games.map((game) => aLeg(game));
    const { status } = await player.call(placeParlay, { body: aParlay(league, amount, legs) });
    expect(status).toBe(201);
  }

  /** The rows of a query about the league, whose id is `$1`. */
  async function rows<R>(text: string): Promise<R[]> {
    const { world, league } = current();
    return (await world.database.pool.query({ text, values: [league.id] })).rows;
  }

  /** The grades of the league's tickets in the order of placing; null if open. */
  async function ticketGrades(): Promise<(string | null)[]> {
    const found = await rows<{ grade: string | null }>(
      'select grade from tickets where league_id = $1 order by placed_at',
    );
    return found.map(({ grade }) => grade);
  }

  /** The entries of the league's tickets after their stakes, in order. */
  const entries = () =>
    rows<{ kind: string; round: number; amount: number }>(`
    select kind, round, amount_cents::float8 as amount from ledger
    where league_id = $1 and ticket_id is not null and kind <> 'stake' order by ticket_id, round, kind desc`);

  async function funds(who = current().player): Promise<{ available: number; pending: number }> {
    const { world, league } = current();
    await expectLedgerBalances(world.database.db);
    return fundsOf(world.database.db, league.id, who.user.id);
  }

  return { aListedGame, finish, pollAt, place, placeLegs, rows, ticketGrades, entries, funds };
}

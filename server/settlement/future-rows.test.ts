import { afterEach, describe, expect, test } from 'vitest';
import { listBets, placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { ingest } from '../feed/ingest.ts';
import { recordAbsences } from '../games/absences.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { endCorrections } from '../settlement/confirm.ts';
import { listResults } from '../settlement/results-store.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, aGame, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import type { Player, World } from '../testing/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: World;
let player: Player;
let league: Group;
let game: FeedGame;

leagueBeforeEach(async (made) => {
  ({ world, player, league } = made);
  game = await world.addGame({ sport: 'NBA' });
  await player.call(placeBet, { body: aBet(league, game, '100', 'moneyline') });
});
afterEach(() => expectLedgerBalances(world.database.db));

const fromNow = (ms: number) => new Date(Date.now() + ms);
/** Ingests one poll that is dated `ms` from now. */
const poll = (polled: FeedGame, ms: number) => {
  return ingest(world.database, polled.sport, answerOf([polled]), fromNow(ms));
};
/** Settles as if it were `ms` from now. */
const settle = (ms = day) => settleGames(world.database, fromNow(ms), 0);
const status = async () => (await player.call(listBets)).reply[0]?.status;
const revisions = async () => (await listResults(world.database.db, [game.id])).length;

describe('after a clock that was four days ahead is right again', () => {
  test('a result of those days is corrected by the next three polls', async () => {
    for (const ms of [0, minute]) await poll(final(game, 100, 90), 4 * day + ms);
    await settle();
    for (const minutes of [0, 6, 12]) await poll(final(game, 90, 100), minutes * minute);
    await settle();
    expect([await revisions(), await status()]).toEqual([2, 'lost']);
  });

  test('a correction that was counted in those days is counted anew', async () => {
    for (const ms of [0, 1]) await poll(final(game, 100, 90), ms);
    await settle();
    await poll(final(game, 90, 100), 2 * day);
    for (const minutes of [1, 7]) await poll(final(game, 90, 100), minutes * minute);
    expect(await revisions()).toBe(1);
    await poll(final(game, 90, 100), 13 * minute);
    await settle();
    expect([await revisions(), await status()]).toEqual([2, 'lost']);
  });

  test('a correction that lapsed in them is weighed again, and the league waits for it', async () => {
    for (const ms of [0, 1]) await poll(final(game, 100, 90), ms);
    await settle();
    await poll(final(game, 90, 100), minute);
    await endLeague(world.database.db, league);
    await endCorrections(world.database.db, fromNow(4 * day));
    expect(await finalizeLeagues(world.database)).toBe(0);
    for (const minutes of [2, 8, 14]) await poll(final(game, 90, 100), minutes * minute);
    await settle();
    expect([await revisions(), await status(), await finalizeLeagues(world.database)]).toEqual([2, 'lost', 1]);
  });

  /** Records the game's absence at `ms` from now. */
  const recordAbsence = (ms: number) => {
    const answer = answerOf([aGame({ sport: 'NBA' })]);
    const complete = { from: fromNow(-day), to: fromNow(5 * day) };
    return recordAbsences(world.database, 'espn', 'NBA', { ...answer, complete }, fromNow(ms));
  };

  test('an absence that was seen in them is watched anew', async () => {
    /** The first and the last time of the absence, in hours from now. */
    const span = async () => {
      const text = 'select * from absences where game_id = $1';
      const { rows } = await world.database.pool.query<{ since: Date; at: Date }>(text, [game.id]);
      return rows.map(({ since, at }) => [since, at].map((time) => Math.round((time.getTime() - Date.now()) / hour)));
    };
    await recordAbsence(4 * day);
    expect(await span()).toEqual([[96, 96]]);
    await recordAbsence(2 * hour);
    expect(await span()).toEqual([[2, 2]]);
  });

  test('an absence that was last seen in them does not call a game off', async () => {
    // The limit ends 49 hours from now, so an absence since before it voids the bets 121 hours from now.
    for (let hours = 2; hours < 150; hours += 20) await recordAbsence(hours * hour);
    await settle(122 * hour);
    expect(await status()).toBe('pending');
    for (let hours = 122; hours < 190; hours += 20) await recordAbsence(hours * hour);
    await settle(190 * hour);
    expect(await status()).toBe('pending'); // its absence is watched anew, since 122 hours from now
    await recordAbsence(195 * hour);
    await settle(195 * hour);
    expect(await status()).toBe('push');
  });

  test('a poll of those days does not call a game off at its limit', async () => {
    await poll(live(game, 50, 40), 4 * day);
    // The game starts in an hour, so its limit of 48 hours ends in 49. This is an hour later, with no further poll.
    await settle(2 * day + 2 * hour);
    expect(await status()).toBe('pending');
    await poll(live(game, 50, 40), 2 * day + 3 * hour);
    await settle(2 * day + 4 * hour);
    expect(await status()).toBe('push');
  });
});

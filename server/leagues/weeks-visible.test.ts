import { beforeEach, describe, expect, test } from 'vitest';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, removeMember } from '#shared/api/groups.ts';
import { leagueWeek, leagueWeeks } from '#shared/api/weeks.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { decideGame } from '../testing/decide-game.ts';
import { aBet, aLeg, aParlay, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { ageLeague } from '../testing/leagues.ts';
import type { Ending } from '../testing/reference-model.ts';
import type { Player, World } from '../testing/world.ts';
import { freezeWeeks } from './weeks.ts';

const won: Ending = { home: 30, away: 0 };
const lost: Ending = { home: 0, away: 30 };

let world: World;
let owner: Player;

leagueBeforeEach((made) => {
  ({ world, player: owner } = made);
});

describe.each(['settled', 'started'] as const)('where bets are revealed once %s, weeks show', (reveal) => {
  let league: Group;
  let friend: Player;
  let removed: Player;
  let outsider: Player;

  beforeEach(async () => {
    league = await world.league(owner, { reveal });
    [friend, removed] = [await world.member(league), await world.member(league)];
    outsider = await world.signUp();
    const game = await world.addGame();
    await friend.call(placeBet, { body: aBet(league, game, '100') });
    await settle(game, won);
    await ageLeague(world.database, league, 2);
    await freezeWeeks(world.database);
    await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
  });

  async function settle(game: FeedGame, ending: Ending): Promise<void> {
    const now = new Date();
    await decideGame(world.database, game.id, ending, now);
    await settleGames(world.database, now, 0);
  }

  /** Both replies, as each kind of caller gets them. */
  async function shown() {
    const params = { id: league.id };
    const replies = [owner, friend, removed, outsider].map(async (player) => {
      const weeks = await player.call(leagueWeeks, { params });
      const recap = await player.call(leagueWeek, { params: { ...params, number: '1' } });
      return weeks.refusal ? [weeks.refusal, recap.refusal] : [weeks.reply, recap.reply];
    });
    return Promise.all(replies);
  }

  test('the same to every member, and nothing to anybody else', async () => {
    const [toOwner, toFriend, toRemoved, toOutsider] = await shown();
    expect(toOwner).toMatchObject([{ frozen: [{ net: 9_091 }] }, { net: 9_091 }]);
    expect(toFriend).toEqual(toOwner);
    expect(toRemoved).toMatchObject([{ code: 'league-not-found' }, { code: 'league-not-found' }]);
    expect(toOutsider).toEqual(toRemoved);
  });

  test('no open ticket, also not one whose game is live, or of which one leg is settled', async () => {
    const before = await shown();
    const [first, second, third] = [await world.addGame(), await world.addGame(), await world.addGame()];
    await friend.call(placeBet, { body: aBet(league, first, '400') });
    await friend.call(placeParlay, { body: aParlay(league, '100', [aLeg(second), aLeg(third)]) });
    expect(await shown()).toEqual(before);
    await world.poll(live(first, 7, 0));
    await settle(second, won);
    expect(await shown()).toEqual(before);
    await world.finish(final(first, 30, 0));
    expect(await shown()).not.toEqual(before);
  });

  test('a correction that opens a parlay again only as the balance shows it, until it is settled', async () => {
    const [first, second] = [await world.addGame(), await world.addGame()];
    await friend.call(placeParlay, { body: aParlay(league, '100', [aLeg(first), aLeg(second)]) });
    await settle(first, lost);
    await ageLeague(world.database, league, 2);
    await freezeWeeks(world.database);
    const recapOf = async () => {
      const { frozen } = (await owner.call(leagueWeeks, { params: { id: league.id } })).reply;
      const number = String(frozen[0]?.number);
      return (await owner.call(leagueWeek, { params: { id: league.id, number } })).reply;
    };
    const before = await recapOf();
    expect(before).toMatchObject({ net: -10_000, footnotes: [] });
    await settle(first, won);
    expect(await recapOf()).toEqual(before);
    await settle(second, won);
    const { footnotes, ...figures } = await recapOf();
    expect({ ...figures, footnotes: [] }).toEqual(before);
    expect(footnotes).toMatchObject([{ kind: 'counts-later', people: [{ userId: friend.user.id, net: 36_446 }] }]);
  });
});

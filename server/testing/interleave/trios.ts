import { deleteGroup, joinGroup, regenerateCode, updateGroup } from '#shared/api/groups.ts';
import { approveRequest, withdrawRequest } from '#shared/api/join-requests.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { live, plainQuote } from '../games.ts';
import { endLeague } from '../leagues.ts';
import { accountTrio } from './accounts.ts';
import {
  type Act,
  bets,
  calls,
  corrects,
  deletesAccount,
  finalizes,
  freezesWeeks,
  polls,
  removes,
  settles,
} from './acts.ts';
import {
  aDecidedBet,
  aLeague,
  aRequest,
  booksOf,
  gameIn,
  inLeague,
  type Meeting,
  neverAfter,
  weeksIn,
} from './meeting.ts';
import { resetTrio } from './resets.ts';

/** Three requests and jobs that meet on the same rows. */
export const trios: Meeting[] = [
  {
    name: 'two bets that the balance covers one of and the removal of their member',
    ends: 5,
    prepare: async (world) => {
      const made = await aLeague(world);
      const { league, member, game } = made;
      return inLeague(world, league, [
        bets(member, league, game, '600'),
        bets(member, league, game, '700'),
        removes(made),
      ]);
    },
  },
  {
    name: 'a bet, its repeat under one key and another price',
    ends: 2,
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world);
      return inLeague(world, league, [
        bets(member, league, game, '10', 'one-key-for-both'),
        bets(member, league, game, '10', 'one-key-for-both'),
        polls({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: -150 }) }),
      ]);
    },
  },
  {
    name: 'a bet that the balance does not cover, another bet of its member and another price',
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world);
      return inLeague(world, league, [
        bets(member, league, game, '1100', 'a-key-of-too-much'),
        bets(member, league, game, '600'),
        polls({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: -150 }) }),
      ]);
    },
  },
  {
    name: 'a bet that the balance does not cover, its repeat under one key and the settlement that pays for it',
    prepare: async (world) => {
      const { league, member } = await aDecidedBet(world, '1000');
      const next = await world.addGame();
      const bet = bets(member, league, next, '1000', 'one-key-for-both');
      return inLeague(world, league, [bet, bet, settles]);
    },
  },
  {
    name: 'a settlement, a bet that it pays for and the removal of its member',
    ends: 3,
    prepare: async (world) => {
      const made = await aDecidedBet(world, '1000');
      const { league, member } = made;
      const bet = bets(member, league, await world.addGame(), '1000');
      return neverAfter(inLeague(world, league, [settles, bet, removes(made)]), 1, '201', [2]);
    },
  },
  {
    name: 'a settlement, a bet of its member and the deletion of the league',
    ends: 5,
    prepare: async (world) => {
      const { owner, league, member } = await aDecidedBet(world, '1000');
      const next = await world.addGame();
      return inLeague(world, league, [
        settles,
        bets(member, league, next, '1000'),
        calls(owner, deleteGroup, { params: { id: league.id } }),
      ]);
    },
  },
  {
    name: 'a settlement, the end of its week and the end of its league',
    ends: 1,
    prepare: async (world) => {
      const { league } = await aDecidedBet(world, '100');
      await endLeague(world.database.db, league);
      // The next run of the worker freezes and finalizes a league that a settlement has changed meanwhile.
      const freezes: Act = (actor) => freezesWeeks(league)(actor).then(() => 'asked');
      const ends: Act = (actor) => finalizes(league)(actor).then(() => 'asked');
      const seen = async () => {
        await freezesWeeks(league)(world);
        await finalizes(league)(world);
        return `${await booksOf(world.database.db, league)} ${await weeksIn(world.database.db, league)}`;
      };
      return { acts: [settles, freezes, ends], seen };
    },
  },
  {
    name: 'a correction, the end of its league and another settlement',
    ends: 2,
    prepare: async (world) => {
      const { league, game } = await aDecidedBet(world, '100');
      await settles(world);
      await endLeague(world.database.db, league);
      const ends: Act = (actor) => finalizes(league)(actor).then(() => 'asked');
      const seen = async () => {
        await finalizes(league)(world);
        return booksOf(world.database.db, league);
      };
      return { acts: [corrects(game), ends, settles], seen };
    },
  },
  {
    name: 'a join, the deletion of the account and the deletion of the league',
    ends: 3,
    prepare: async (world) => {
      const { owner, league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      return inLeague(world, league, [
        calls(stranger, joinGroup, { body: { joinCode: league.joinCode } }),
        deletesAccount(stranger),
        calls(owner, deleteGroup, { params: { id: league.id } }),
      ]);
    },
  },
  {
    name: 'a join, another join code and the start of approvals',
    ends: 3,
    prepare: async (world) => {
      const { owner, league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      const params = { id: league.id };
      const acts = [
        calls(stranger, joinGroup, { body: { joinCode: league.joinCode } }),
        calls(owner, regenerateCode, { params }),
        calls(owner, updateGroup, { params, body: { approvesJoins: true } }),
      ];
      return neverAfter(inLeague(world, league, acts), 0, '200', [1, 2]);
    },
  },
  {
    name: 'the approval of a request, its withdrawal and the deletion of the league',
    ends: 3,
    prepare: async (world) => {
      const { owner, league, stranger } = await aRequest(world);
      return inLeague(world, league, [
        calls(owner, approveRequest, { params: { id: league.id, userId: stranger.user.id } }),
        calls(stranger, withdrawRequest, { params: { groupId: league.id } }),
        calls(owner, deleteGroup, { params: { id: league.id } }),
      ]);
    },
  },
  {
    name: 'an older price of a game, a newer one and its start',
    ends: 4,
    prepare: async (world) => {
      const game = await world.addGame();
      const priced = (price: number) => ({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: price }) });
      const older = { ...priced(-150), home: { ...game.home, rank: 5 } }; // a fact of the game, so that its row is written
      const acts = [polls(older, 10), polls(priced(-130), 20), polls(live(game), 30)];
      return { acts, seen: () => gameIn(world.database.db, game) };
    },
  },
  resetTrio,
  accountTrio,
];

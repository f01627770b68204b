import { saveManualOdds } from '#shared/api/admin.ts';
import { deleteGroup, joinGroup, removeMember, rescue, updateGroup } from '#shared/api/groups.ts';
import { approveRequest, withdrawRequest } from '#shared/api/join-requests.ts';
import { acceptOffer, offerLeague } from '#shared/api/league-roles.ts';
import { deleteAccount } from '#shared/api/own-account.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { final, live, plainQuote } from '../games.ts';
import { endLeague } from '../leagues.ts';
import { anAdmin, moneyline } from '../manual-odds.ts';
import type { World } from '../world.ts';
import { type Act, bets, calls, corrects, finalizes, freezesWeeks, polls, settles } from './acts.ts';
import type { Run } from './interleave.ts';
import { aDecidedBet, aLeague, aRequest, booksOf, fundsIn, inLeague, type Meeting, weeksIn } from './meeting.ts';
import { presetClock } from './preset-clock.ts';

type League = Awaited<ReturnType<typeof aLeague>>;
type Request = Awaited<ReturnType<typeof aRequest>>;

/**
 * A bet beside another act, after which it would be refused. A bet that is placed is committed before the other act is:
 * whoever has seen a new price, a start or a removal sees no bet come that should not know it.
 */
const besideBet = (name: string, other: (made: League, world: World) => Act | Promise<Act>, stake = '10'): Meeting => ({
  name,
  prepare: async (world) => {
    const made = await aLeague(world);
    const { league, member, game } = made;
    const { acts, seen } = inLeague(world, league, [bets(member, league, game, stake), await other(made, world)]);
    const isLate = ({ outcomes: [bet], steps }: Run) =>
      bet === '201' && steps.findLast(({ words }) => words === 'COMMIT')?.actor === 0;
    return { acts, seen: async (run) => `${await seen(run)}${isLate(run) ? ', and the bet came last' : ''}` };
  },
});

/** The approval of a request to join beside another act. */
const besideApproval = (name: string, other: (made: Request) => Act, ends = 2): Meeting => ({
  name,
  ends,
  prepare: async (world) => {
    const made = await aRequest(world);
    const { owner, league, stranger } = made;
    const approves = calls(owner, approveRequest, { params: { id: league.id, userId: stranger.user.id } });
    return inLeague(world, league, [approves, other(made)]);
  },
});

/** The pairs of requests and jobs that meet on the same rows. */
export const pairs: Meeting[] = [
  {
    name: 'two bets that the balance covers one of',
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world);
      return inLeague(world, league, [bets(member, league, game, '600'), bets(member, league, game, '700')]);
    },
  },
  {
    name: 'a bet and its repeat under one key',
    ends: 1,
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world);
      return inLeague(world, league, [
        bets(member, league, game, '10', 'one-key-for-both'),
        bets(member, league, game, '10', 'one-key-for-both'),
      ]);
    },
  },
  besideBet('a bet and another price', ({ game }) =>
    polls({ ...game, quote: withOdds(plainQuote, { spreadHomeOdds: -150 }) }),
  ),
  besideBet('a bet and the start of its game', ({ game }) => polls(live(game))),
  besideBet('a bet and manual odds', async ({ game }, world) =>
    calls(await anAdmin(world, 'Ada'), saveManualOdds, { body: { odds: [moneyline(game)] } }),
  ),
  besideBet('a bet and the removal of its member', ({ owner, league, member }) =>
    calls(owner, removeMember, { params: { id: league.id, userId: member.user.id } }),
  ),
  besideBet(
    'a bet and a cap below its stake',
    ({ owner, league }) => {
      const fairPlay = { ...presets.classic, maxInPlayPct: 10 };
      return calls(owner, updateGroup, { params: { id: league.id }, body: { fairPlay } });
    },
    '500',
  ),
  besideBet('a bet and the deletion of its league', ({ owner, league }) =>
    calls(owner, deleteGroup, { params: { id: league.id } }),
  ),
  {
    name: 'a bet and the end of its league',
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world);
      const ends: Act = async (actor) => {
        await presetClock(actor.database.pool, new Date(league.endDate ?? 0));
        return finalizes(league)(actor);
      };
      const seen = async () => {
        await presetClock(world.database.pool, null);
        return booksOf(world.database.db, league);
      };
      return { acts: [bets(member, league, game, '10'), ends], seen };
    },
  },
  {
    name: 'two workers that settle a game',
    ends: 1,
    prepare: async (world) => {
      const { league } = await aDecidedBet(world, '100');
      return inLeague(world, league, [settles, settles]);
    },
  },
  {
    name: 'a settlement and a bet of its member',
    prepare: async (world) => {
      const { league, member } = await aDecidedBet(world, '1000');
      const next = await world.addGame();
      return inLeague(world, league, [settles, bets(member, league, next, '1000')]);
    },
  },
  {
    name: 'a settlement and another result of its game',
    ends: 1,
    prepare: async (world) => {
      const { league, game } = await aDecidedBet(world, '100');
      // A correction before the first settlement leaves one round, one after it two, and both the same funds.
      return { acts: [settles, corrects(game)], seen: () => fundsIn(world.database.db, league) };
    },
  },
  {
    name: 'a settlement and the end of its league',
    prepare: async (world) => {
      const { league } = await aDecidedBet(world, '100');
      await endLeague(world.database.db, league);
      return inLeague(world, league, [settles, finalizes(league)]);
    },
  },
  {
    name: 'a correction and the end of its league',
    prepare: async (world) => {
      const { league, game } = await aDecidedBet(world, '100');
      await settles(world);
      await endLeague(world.database.db, league);
      // A league that waits for a correction is finalized by the next run of the worker.
      const asksToFinalize: Act = (actor) => finalizes(league)(actor).then(() => 'asked');
      const seen = async () => {
        await finalizes(league)(world);
        return booksOf(world.database.db, league);
      };
      return { acts: [corrects(game), asksToFinalize], seen };
    },
  },
  {
    name: 'a settlement and the end of its week',
    prepare: async (world) => {
      const { league } = await aDecidedBet(world, '100');
      // A week into which a settlement comes meanwhile is frozen by the next run of the worker.
      const asksToFreeze: Act = (actor) => freezesWeeks(league)(actor).then(() => 'asked');
      const seen = async () => {
        await freezesWeeks(league)(world);
        return weeksIn(world.database.db, league);
      };
      return { acts: [settles, asksToFreeze], seen };
    },
  },
  {
    name: 'a removal and the end of its league',
    prepare: async (world) => {
      const { owner, league, member } = await aLeague(world);
      await endLeague(world.database.db, league);
      const removes = calls(owner, removeMember, { params: { id: league.id, userId: member.user.id } });
      return inLeague(world, league, [removes, finalizes(league)]);
    },
  },
  {
    name: 'a league that is taken over and its deletion',
    prepare: async (world) => {
      const { owner, league, member } = await aLeague(world);
      const params = { id: league.id };
      const { status } = await owner.call(offerLeague, { params, body: { userId: member.user.id } });
      if (status !== 200) throw new Error(`the offer was refused: ${status}`);
      return inLeague(world, league, [calls(member, acceptOffer, { params }), calls(owner, deleteGroup, { params })]);
    },
  },
  {
    name: 'a join and the deletion of the account',
    prepare: async (world) => {
      const { league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      const { password } = stranger;
      return inLeague(world, league, [
        calls(stranger, joinGroup, { body: { joinCode: league.joinCode } }),
        calls(stranger, deleteAccount, { body: { password } }),
      ]);
    },
  },
  {
    name: 'a join and the deletion of the league',
    prepare: async (world) => {
      const { owner, league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      return inLeague(world, league, [
        calls(stranger, joinGroup, { body: { joinCode: league.joinCode } }),
        calls(owner, deleteGroup, { params: { id: league.id } }),
      ]);
    },
  },
  {
    name: 'two joins of one person',
    prepare: async (world) => {
      const { league } = await aLeague(world);
      const stranger = await world.signUp('Sue');
      const joins = calls(stranger, joinGroup, { body: { joinCode: league.joinCode } });
      return inLeague(world, league, [joins, joins]);
    },
  },
  besideApproval('the approval of a request and the end of approvals', ({ owner, league }) =>
    calls(owner, updateGroup, { params: { id: league.id }, body: { approvesJoins: false } }),
  ),
  besideApproval('the approval of a request and the deletion of the league', ({ owner, league }) =>
    calls(owner, deleteGroup, { params: { id: league.id } }),
  ),
  besideApproval(
    'the approval of a request and a removal',
    ({ owner, league, member }) => calls(owner, removeMember, { params: { id: league.id, userId: member.user.id } }),
    1,
  ),
  besideApproval('the approval of a request and its withdrawal', ({ league, stranger }) =>
    calls(stranger, withdrawRequest, { params: { groupId: league.id } }),
  ),
  {
    name: 'two rescues of one member',
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world, { fairPlay: { ...presets.classic, rescue: '250' } });
      await bets(member, league, game, '1000')(world);
      await world.finish(final(game, 0, 30));
      const rescues = calls(member, rescue, { params: { id: league.id } });
      return inLeague(world, league, [rescues, rescues]);
    },
  },
];

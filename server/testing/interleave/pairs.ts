import { saveManualOdds } from '#shared/api/admin.ts';
import { placeParlay } from '#shared/api/bets.ts';
import { deleteGroup, type Group, rescue, updateGroup } from '#shared/api/groups.ts';
import { acceptOffer, offerLeague } from '#shared/api/league-roles.ts';
import { setReaction } from '#shared/api/remark-calls.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { aLeg, aParlay, final, live, plainQuote } from '../games.ts';
import { endLeague } from '../leagues.ts';
import { anAdmin, moneyline } from '../manual-odds.ts';
import type { Player, World } from '../world.ts';
import {
  type Act,
  bets,
  calls,
  corrects,
  deletesAccount,
  ends,
  finalizes,
  freezesWeeks,
  polls,
  removes,
  settles,
  settlesGame,
  voids,
} from './acts.ts';
import type { Run } from './interleave.ts';
import {
  aDecidedBet,
  aLeague,
  booksAfterEnd,
  booksOf,
  fundsIn,
  gameIn,
  inLeague,
  isSettledIn,
  type Meeting,
  never,
  neverAfter,
  reactionsIn,
  roundsIn,
  ticketIn,
  weeksIn,
} from './meeting.ts';
import { asPlayer } from './resets.ts';

type League = Awaited<ReturnType<typeof aLeague>>;

/** A bet beside another act, after which it would be refused. */
const besideBet = (name: string, other: (made: League, world: World) => Act | Promise<Act>, stake = '10'): Meeting => ({
  name,
  prepare: async (world) => {
    const made = await aLeague(world);
    const { league, member, game } = made;
    const acts = [bets(member, league, game, stake), await other(made, world)];
    return neverAfter(inLeague(world, league, acts), 0, '201', [1]);
  },
});

const rescues = (member: Player, { id }: Group): Act => calls(member, rescue, { params: { id } });

/** A league with a rescue, whose member has lost all. */
const aLostBet = (world: World, rescue = '250') =>
  aDecidedBet(world, '1000', { fairPlay: { ...presets.classic, rescue }, score: [0, 30] });

/** A league that is offered to its member. */
async function anOffer(world: World) {
  const made = await aLeague(world);
  const { owner, league, member } = made;
  const { status } = await owner.call(offerLeague, { params: { id: league.id }, body: { userId: member.user.id } });
  if (status !== 200) throw new Error(`the offer was refused: ${status}`);
  return made;
}

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
  besideBet('a bet and the voiding of its game', ({ game }) => voids(game)),
  besideBet('a bet and manual odds', async ({ game }, world) =>
    calls(await anAdmin(world, 'Ada'), saveManualOdds, { body: { odds: [moneyline(game)] } }),
  ),
  besideBet('a bet and the removal of its member', removes),
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
      const acts = [bets(member, league, game, '10'), ends(league)];
      return { acts, seen: () => booksAfterEnd(world, league) };
    },
  },
  {
    name: 'manual odds and the start of their game',
    prepare: async (world) => {
      const game = await world.addGame();
      const saves = calls(await anAdmin(world, 'Ada'), saveManualOdds, { body: { odds: [moneyline(game)] } });
      return { acts: [saves, polls(live(game))], seen: () => gameIn(world.database.db, game) };
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
    name: 'the settlements of both games of a parlay',
    ends: 1,
    prepare: async (world) => {
      const { league, member, game } = await aLeague(world);
      const other = await world.addGame();
      const legs = [aLeg(game), aLeg(other)];
      const { status } = await member.call(placeParlay, { body: aParlay(league, '100', legs) });
      if (status !== 201) throw new Error(`the parlay was not placed: ${status}`);
      await world.confirm(final(game, 30, 0), final(other, 30, 0));
      return inLeague(world, league, [settlesGame(game), settlesGame(other)]);
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
      const seen = async () =>
        `${await fundsIn(world.database.db, league)} ${await isSettledIn(world.database.db, game)}`;
      return { acts: [settles, corrects(game)], seen };
    },
  },
  {
    name: 'a settlement and another fact of its game',
    ends: 1,
    prepare: async (world) => {
      const { game } = await aDecidedBet(world, '100');
      const ranked = { ...final(game, 30, 0), home: { ...game.home, rank: 5 } };
      return { acts: [settles, polls(ranked)], seen: () => isSettledIn(world.database.db, game) };
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
      let hasEnded = false;
      const asksToFinalize: Act = async (actor) => {
        hasEnded = (await finalizes(league)(actor)) === 'true';
        return 'asked';
      };
      const seen = async ({ steps }: Run) => {
        const commits = steps.flatMap(({ actor, words }) => (words === 'COMMIT' ? [actor] : []));
        const isDeaf = hasEnded && commits.indexOf(0) < commits.indexOf(1) && (await roundsIn(world, league)) === 1;
        await finalizes(league)(world);
        return `${await booksOf(world.database.db, league)}${isDeaf ? `${never}the correction was known` : ''}`;
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
    name: 'two workers that end a league',
    prepare: async (world) => {
      const { league } = await aLeague(world);
      await endLeague(world.database.db, league);
      return inLeague(world, league, [finalizes(league), finalizes(league)]);
    },
  },
  {
    name: 'two workers that end a week',
    ends: 1,
    prepare: async (world) => {
      const { league } = await aDecidedBet(world, '100');
      await settles(world);
      // Each week has a transaction of its own, so that the two may share the weeks.
      let weeks = 0;
      const freezes: Act = async (actor) => {
        const frozen = await freezesWeeks(league)(actor);
        weeks += Number(frozen);
        return 'frozen';
      };
      return { acts: [freezes, freezes], seen: async () => `${weeks} weeks` };
    },
  },
  {
    name: 'two calls for the next season of a league',
    prepare: async (world) => {
      const { owner, league } = await aLeague(world);
      await endLeague(world.database.db, league);
      await finalizes(league)(world);
      const { name, joinDeadline, endDate } = league;
      const body = { name, joinDeadline: joinDeadline ?? '', endDate: endDate ?? '' };
      const plays = calls(owner, playAgain, { params: { id: league.id }, body });
      return inLeague(world, league, [plays, plays]);
    },
  },
  {
    name: 'a removal and the end of its league',
    prepare: async (world) => {
      const made = await aLeague(world);
      await endLeague(world.database.db, made.league);
      return inLeague(world, made.league, [removes(made), finalizes(made.league)]);
    },
  },
  {
    name: 'two removals of one member',
    prepare: async (world) => {
      const made = await aLeague(world);
      return inLeague(world, made.league, [removes(made), removes(made)]);
    },
  },
  {
    name: 'a league that is taken over and its deletion',
    prepare: async (world) => {
      const { owner, league, member } = await anOffer(world);
      const params = { id: league.id };
      return inLeague(world, league, [calls(member, acceptOffer, { params }), calls(owner, deleteGroup, { params })]);
    },
  },
  {
    name: 'a league that is taken over and the removal of its new owner',
    prepare: async (world) => {
      const made = await anOffer(world);
      const { league, member } = made;
      return inLeague(world, league, [calls(member, acceptOffer, { params: { id: league.id } }), removes(made)]);
    },
  },
  {
    name: 'a reaction and the deletion of its account',
    prepare: async (world) => {
      const { league } = await aDecidedBet(world, '100');
      await settles(world);
      const friend = await world.member(league, 'Sue');
      const params = { id: league.id, ticketId: await ticketIn(world, league) };
      const reacts = asPlayer(calls(friend, setReaction, { params, body: { reaction: 'wow' } }));
      return { acts: [reacts, deletesAccount(friend)], seen: () => reactionsIn(world, league) };
    },
  },
  {
    name: 'two rescues of one member',
    prepare: async (world) => {
      // So small a rescue that the money alone would allow another one.
      const { league, member } = await aLostBet(world, '25');
      await settles(world);
      return inLeague(world, league, [rescues(member, league), rescues(member, league)]);
    },
  },
  {
    name: 'a rescue and the removal of its member',
    prepare: async (world) => {
      const made = await aLostBet(world);
      await settles(world);
      const acts = [rescues(made.member, made.league), removes(made)];
      return neverAfter(inLeague(world, made.league, acts), 0, '200', [1]);
    },
  },
  {
    name: 'a rescue and the end of its league',
    prepare: async (world) => {
      const { league, member } = await aLostBet(world);
      await settles(world);
      return { acts: [rescues(member, league), ends(league)], seen: () => booksAfterEnd(world, league) };
    },
  },
  {
    name: 'a rescue and the settlement of a lost bet of its member',
    prepare: async (world) => {
      const { league, member } = await aLostBet(world);
      return inLeague(world, league, [rescues(member, league), settles]);
    },
  },
];

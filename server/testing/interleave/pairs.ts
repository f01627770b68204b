import { sql } from 'drizzle-orm';
import { saveManualOdds } from '#shared/api/admin.ts';
import { currentUser, login, resetPassword } from '#shared/api/auth.ts';
import { placeBet } from '#shared/api/bets.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { deleteGroup, type Group, joinGroup, removeMember, rescue, updateGroup } from '#shared/api/groups.ts';
import { approveRequest, askToJoin, withdrawRequest } from '#shared/api/join-requests.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aPrice, withOdds } from '#shared/testing/examples.ts';
import { type Db, sqlState } from '../../db/connection.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { finalizeLeague } from '../../leagues/standings.ts';
import { Refusal } from '../../lib/refusal.ts';
import { settleGames } from '../../settlement/settle.ts';
import { placeTicket } from '../../tickets/place.ts';
import { atTime } from '../at-time.ts';
import { decideGame } from '../decide-game.ts';
import { aBet, final, live, plainQuote } from '../games.ts';
import { endLeague } from '../leagues.ts';
import { resetTokensTo } from '../mail.ts';
import { anAdmin, moneyline } from '../manual-odds.ts';
import type { Player, World } from '../world.ts';

/** An act of one of two: a request to the app of `world`, or a job on its database. Returns its outcome in a word. */
type Act = (world: World) => Promise<string>;

/** Two that act at once on new rows, and what is to be seen of those rows afterwards. */
type Prepared = { acts: [Act, Act]; seen(): Promise<string> };

/**
 * `prepare` makes the rows by the requests and polls that make them in production. `ends` is the number of different ends
 * of the two orders in which one acts after the other; default: 2, since the order decides.
 */
export type Pair = { name: string; ends?: number; prepare(world: World): Promise<Prepared> };

const hour = 3_600_000;
const day = 24 * hour;

/** The outcome of a request: its status and the code of a refusal. */
async function outcomeOf(call: Promise<{ status: number; refusal: { code: string } | null }>): Promise<string> {
  const { status, refusal } = await call;
  return refusal ? `${status} ${refusal.code}` : String(status);
}

/** The outcome of work of the worker; a database error is one, too, since the worker repeats its work later. */
async function outcomeOfWork(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    const state = sqlState(error);
    if (state === null) throw error;
    return state;
  }
}

const bets =
  (player: Player, league: Group, game: FeedGame, stake: string, key?: string): Act =>
  ({ origin }) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return outcomeOf(player.at(origin).call(placeBet, { body: aBet(league, game, stake), headers }));
  };

const calls =
  <E extends Endpoint>(player: Player, endpoint: E, sent: Parameters<typeof player.call<E>>[1]): Act =>
  ({ origin }) =>
    outcomeOf(player.at(origin).call(endpoint, sent));

const settles: Act = ({ database, clock }) =>
  outcomeOfWork(settleGames(database, new Date(clock.now.getTime() + day), 0).then(() => 'settled'));

const finalizes =
  ({ id }: Group): Act =>
  ({ database }) =>
    outcomeOfWork(finalizeLeague(database, id));

/** A new league of an owner with one member, and a game that takes bets. */
async function aLeague(world: World, wanted: Parameters<World['league']>[1] = {}) {
  const owner = await world.signUp('Olga');
  const league = await world.league(owner, wanted);
  const member = await world.member(league, 'Max');
  const game = await world.addGame();
  return { owner, league, member, game };
}

/** A league whose member has bet `stake` on the home side of a game that ended since, and is confirmed. */
async function aDecidedBet(world: World, stake: string) {
  const made = await aLeague(world);
  const status = await bets(made.member, made.league, made.game, stake)(world);
  if (status !== '201') throw new Error(`the bet was not placed: ${status}`);
  await world.confirm(final(made.game, 30, 0));
  return made;
}

/** The options, members, tickets and entries of a league, without ids and times. */
async function booksOf(db: Db, { id }: Group): Promise<string> {
  const { rows } = await db.execute<{ books: unknown }>(sql`
    select json_build_array(
      (select json_agg(json_build_array(name, finalized_at is not null, max_in_play_pct, allowed_sports))
        from leagues where leagues.id = ${id}),
      (select json_agg(json_build_array(first_name, removed_at is not null, available_cents, pending_cents, is_rescued)
          order by first_name)
        from members join users on users.id = members.user_id where league_id = ${id}),
      (select json_agg(json_build_array(stake_cents, grade, back_cents, round) order by placed_at) from tickets
        where league_id = ${id}),
      (select json_agg(json_build_array(kind, amount_cents, round) order by kind, amount_cents, round) from ledger
        where league_id = ${id})) as books`);
  return JSON.stringify(rows[0]?.books);
}

const inLeague = (world: World, league: Group, acts: [Act, Act]): Prepared => ({
  acts,
  seen: () => booksOf(world.database.db, league),
});

type League = Awaited<ReturnType<typeof aLeague>>;
type Request = Awaited<ReturnType<typeof aRequest>>;

/** A bet beside another act. */
const besideBet = (name: string, other: (made: League, world: World) => Act | Promise<Act>, stake = '10'): Pair => ({
  name,
  prepare: async (world) => {
    const made = await aLeague(world);
    const { league, member, game } = made;
    return inLeague(world, league, [bets(member, league, game, stake), await other(made, world)]);
  },
});

/** The approval of a request to join beside another act. */
const besideApproval = (name: string, other: (made: Request) => Act): Pair => ({
  name,
  prepare: async (world) => {
    const made = await aRequest(world);
    const { owner, league, stranger } = made;
    const approves = calls(owner, approveRequest, { params: { id: league.id, userId: stranger.user.id } });
    return inLeague(world, league, [approves, other(made)]);
  },
});

const polls =
  (game: FeedGame): Act =>
  (actor) =>
    outcomeOfWork(actor.poll(game).then(() => 'polled'));

/** The pairs of requests and jobs that meet on the same rows. */
export const pairs: Pair[] = [
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
        bets(member, league, game, '10', 'key'),
        bets(member, league, game, '10', 'key'),
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
      // The bet comes before its game, which starts before the end of the league. Its transaction goes on after that.
      await endLeague(world.database.db, league);
      const [before, start] = [new Date(Date.now() - 3 * hour), new Date(Date.now() - 2 * hour)];
      await world.database.pool.query('update games set starts_at = $2 where id = $1', [game.id, start]);
      const pick = { gameId: game.id, market: 'moneyline', side: 'home', price: aPrice(-180), line: null } as const;
      const [who, slip] = [
        { leagueId: league.id, userId: member.user.id },
        { stake: fromWhole(10), picks: [pick] },
      ];
      return inLeague(world, league, [
        ({ database }) => outcomeOfWork(placeTicket(atTime(database, before), who, slip, null).then(() => 'placed')),
        finalizes(league),
      ]);
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
      const corrects: Act = async (actor) => {
        await outcomeOfWork(decideGame(actor.database, game.id, { home: 0, away: 30 }, actor.clock.now));
        return settles(actor);
      };
      // A correction before the first settlement leaves one round, one after it two, and both the same funds.
      return { acts: [settles, corrects], seen: () => fundsIn(world.database.db, league) };
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
  {
    name: 'a reset of a password and a sign-in with the old one',
    prepare: async (world) => {
      const player = await world.signUp('Rita');
      const { email } = player.user;
      await world.visitor().raw('POST', '/api/auth/forgot-password', { body: { email } });
      const [token = ''] = await resetTokensTo(world, email);
      const visitor = world.visitor();
      const body = { email, password: player.password };
      return {
        acts: [
          ({ origin }) =>
            outcomeOf(
              world
                .visitor()
                .at(origin)
                .call(resetPassword, { body: { token, newPassword: 'a new horse' } }),
            ),
          ({ origin }) => outcomeOf(visitor.at(origin).call(login, { body })),
        ],
        seen: async () => String((await visitor.call(currentUser)).status),
      };
    },
  },
];

/** A league that lets new members in by approval, and a stranger who waits for it. */
async function aRequest(world: World) {
  const { owner, league } = await aLeague(world);
  await owner.call(updateGroup, { params: { id: league.id }, body: { approvesJoins: true } });
  const stranger = await world.signUp('Sue');
  const { status } = await stranger.call(askToJoin, { body: { joinCode: league.joinCode } });
  if (status !== 201) throw new Error(`the request was refused: ${status}`);
  return { owner, league, stranger };
}

/** The funds of the league's members, however often a ticket was settled. */
async function fundsIn(db: Db, { id }: Group): Promise<string> {
  const { rows } = await db.execute<{ available: string; pending: string }>(sql`
    select available_cents as available, pending_cents as pending from members where league_id = ${id}
    order by user_id`);
  return JSON.stringify(rows);
}

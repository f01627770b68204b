import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameBets, listBets, memberBets } from '#shared/api/bets.ts';
import { type Group, groupBets, groupBetsLastSevenDays } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aLeg, final, live, plainQuote } from '../testing/games.ts';
import { removeFrom } from '../testing/leagues.ts';
import { expectLedgerBalances, ledgerCounts } from '../testing/ledger-asserts.ts';
import { type Bets, parlay, single } from '../testing/tickets.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const reveals = ['settled', 'started'] as const;
type Reveal = (typeof reveals)[number];

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** Every key and every value of an answer, at any depth. */
function insides(value: unknown): { keys: string[]; values: unknown[] } {
  if (typeof value !== 'object' || value === null) return { keys: [], values: [value] };
  const inner = Object.values(value).map(insides);
  return {
    keys: [...(Array.isArray(value) ? [] : Object.keys(value)), ...inner.flatMap(({ keys }) => keys)],
    values: inner.flatMap(({ values }) => values),
  };
}

describe('who sees which legs of a ticket', () => {
  const viewers = ['own', 'member', 'owner', 'removed member', 'outsider', 'admin'] as const;
  type Viewer = (typeof viewers)[number];

  /** For each kind of ticket, the numbers of the legs that other members see. */
  const shownToOthers = {
    'an open single': { settled: [], started: [] },
    'a started single': { settled: [], started: [1] },
    'a settled single': { settled: [1], started: [1] },
    'a called-off single': { settled: [1], started: [1] },
    'a parlay with its first leg won and its second open': { settled: [], started: [1] },
    'a parlay with its second leg started': { settled: [], started: [2] },
    'an unstarted parlay': { settled: [], started: [] },
    'a parlay lost by its first leg': { settled: [1, 2], started: [1, 2] },
  } as const satisfies Record<string, Record<Reveal, number[]>>;
  type Kind = keyof typeof shownToOthers;
  const kinds = Object.keys(shownToOthers) as Kind[];

  let players: Record<Viewer, Player>;
  const leagues = {} as Record<Reveal, Group>;
  const tickets = {} as Record<Reveal, Record<Kind, Bets>>;
  let hidden: FeedGame[];
  let listed: FeedGame[];

  beforeAll(async () => {
    const owner = await world.signUp('Olivia');
    players = {
      own: await world.signUp('Bettina'),
      member: await world.signUp('Mark'),
      owner,
      'removed member': await world.signUp('Rita'),
      outsider: await world.signUp('Otto'),
      admin: await world.signUp('Ada'),
    };
    await world.database.db.execute(sql`update users set is_admin = true where id = ${players.admin.user.id}`);

    // No other game has this price and this line, so that a leak of them is recognised anywhere in an answer.
    const unique = withOdds(plainQuote, { spreadHome: -13.5, spreadAway: 13.5, spreadHomeOdds: 777 });
    const [later, latest] = [await world.addGame({ quote: unique }), await world.addGame({ quote: unique })];
    const [begun, done, off, afterwards] = await Promise.all([
      world.addGame(),
      world.addGame(),
      world.addGame(),
      world.addGame(),
    ]);
    hidden = [later, latest];
    listed = [later, latest, begun, done, off, afterwards];

    for (const reveal of reveals) {
      const league = await world.league(owner, { reveal });
      for (const viewer of ['own', 'member', 'removed member'] as const) await world.join(players[viewer], league);
      await removeFrom(world.database.db, league, players['removed member']);
      const { own } = players;
      leagues[reveal] = league;
      tickets[reveal] = {
        'an open single': await single(own, league, later),
        'a started single': await single(own, league, begun),
        'a settled single': await single(own, league, done),
        'a called-off single': await single(own, league, off),
        'a parlay with its first leg won and its second open': await parlay(own, league, aLeg(done), aLeg(later)),
        'a parlay with its second leg started': await parlay(own, league, aLeg(later), aLeg(begun)),
        'an unstarted parlay': await parlay(own, league, aLeg(later), aLeg(latest)),
        'a parlay lost by its first leg': await parlay(own, league, aLeg(done, 'spread', 'away'), aLeg(afterwards)),
      };
    }
    await world.poll(live(begun, 7, 7));
    await world.finish(final(done, 24, 10), { ...off, status: 'canceled', statusWord: 'STATUS_CANCELED', quote: null });
  });

  /** All lists of bets: the list of each of these games, and every other list. */
  function listsOf(reveal: Reveal, games: readonly string[]) {
    const { id } = leagues[reveal];
    return {
      mine: (viewer: Player) => viewer.call(listBets),
      member: (viewer: Player) => viewer.call(memberBets, { params: { userId: players.own.user.id, groupId: id } }),
      activity: (viewer: Player) => viewer.call(groupBets, { params: { id } }),
      lastSevenDays: (viewer: Player) => viewer.call(groupBetsLastSevenDays, { params: { id } }),
      ...Object.fromEntries(
        games.map((gameId, at) => [
          `game of leg ${at + 1}`,
          (viewer: Player) => viewer.call(gameBets, { params: { gameId } }),
        ]),
      ),
    };
  }

  const cells = reveals.flatMap((reveal) =>
    kinds.flatMap((kind) => viewers.map((viewer) => [viewer, kind, reveal] as const)),
  );

  test.each(cells)('%s and %s, revealed once %s', async (viewer, kind, reveal) => {
    const placed = tickets[reveal][kind];
    const all = placed.map((bet) => bet.legNumber);
    const isIn = viewer === 'own' || viewer === 'member' || viewer === 'owner';
    const shown: readonly number[] = viewer === 'own' ? all : isIn ? shownToOthers[kind][reveal] : [];

    const seen: Record<string, readonly number[] | number> = {};
    const lists = listsOf(
      reveal,
      placed.map((bet) => bet.gameId),
    );
    for (const [name, list] of Object.entries(lists)) {
      const answer = await list(players[viewer]);
      seen[name] =
        answer.status === 200
          ? answer.reply.filter((bet) => placed.some(({ id }) => id === bet.id)).map((bet) => bet.legNumber)
          : answer.status;
    }

    expect(seen).toEqual({
      mine: viewer === 'own' ? all : [],
      member: isIn ? shown : 404,
      activity: isIn ? shown : 404,
      lastSevenDays: isIn ? shown : 404,
      // The list of a hidden leg's game leaves its whole ticket out, so that the list does not reveal the leg.
      ...Object.fromEntries(all.map((number) => [`game of leg ${number}`, shown.includes(number) ? shown : []])),
    });
  });

  async function everyAnswer(reveal: Reveal, viewer: Viewer): Promise<unknown[]> {
    const { id } = leagues[reveal];
    const paths = [
      '/api/bets',
      `/api/users/${players.own.user.id}/bets?groupId=${id}`,
      `/api/groups/${id}/bets`,
      `/api/groups/${id}/bets/last-7-days`,
      ...listed.map((game) => `/api/games/${encodeURIComponent(game.id)}/bets`),
    ];
    return Promise.all(paths.map(async (path) => (await players[viewer].raw('GET', path)).json()));
  }

  test.each(reveals.flatMap((reveal) => viewers.map((viewer) => [viewer, reveal] as const)))(
    'no answer to %s has secrets or addresses of others, revealed once %s',
    async (viewer, reveal) => {
      const { keys, values } = insides(await everyAnswer(reveal, viewer));
      const texts = values.filter((value) => typeof value === 'string');
      const banned =
        /password|hash|token|secret|idempotency|emailNorm|isAdmin|joinCode|session|stake|back|originalStart|clawback|setBy/i;
      expect(keys.filter((key) => banned.test(key))).toEqual([]);
      const others = viewers.filter((other) => other !== viewer).map((other) => players[other].user.email);
      expect(texts.filter((text) => others.some((email) => text.includes(email)))).toEqual([]);
    },
  );

  test.each(reveals.flatMap((reveal) => viewers.slice(1).map((viewer) => [viewer, reveal] as const)))(
    'no answer to %s has the game, the price or the line of a hidden leg, revealed once %s',
    async (viewer, reveal) => {
      const { values } = insides(await everyAnswer(reveal, viewer));
      const hiddenLegs = Object.values(tickets[reveal])
        .flat()
        .filter((bet) => hidden.some((game) => game.id === bet.gameId));
      expect(hiddenLegs).toHaveLength(5);
      const secrets = [...hidden.map((game) => game.id), ...hiddenLegs.map((bet) => bet.id), 777, '-13.5', '13.5'];
      expect(values.filter((value) => secrets.includes(value as string))).toEqual([]);
    },
  );

  test('what a parlay with hidden legs returns is counted on the legs shown, so that it reveals no hidden price', async () => {
    const { reply } = await players.member.call(groupBets, { params: { id: leagues.started.id } });
    const placed = tickets.started['a parlay with its second leg started'];
    const [shown, ...more] = reply.filter((bet) => bet.parlayId === placed[0]?.parlayId);
    expect(more).toEqual([]);
    expect(shown).toMatchObject({
      parlayId: expect.any(String),
      legNumber: 2,
      legCount: 2,
      amount: 1_000,
      potentialPayout: 1_909,
      status: 'pending',
      parlayOutcome: { status: 'pending', payout: 0 },
    });
    expect(placed[0]?.potentialPayout).toBe(16_743);
  });

  test('a settled ticket is shown with its outcome: a parlay by that of the whole, a called-off bet as a push', async () => {
    const { reply } = await players.member.call(groupBets, { params: { id: leagues.settled.id } });
    const bets = (kind: Kind) => reply.filter((bet) => tickets.settled[kind].some(({ id }) => id === bet.id));
    const summary = (kind: Kind) => bets(kind).map((bet) => [bet.legCount, bet.status, bet.parlayOutcome?.status]);
    expect(summary('a settled single')).toEqual([[1, 'won', undefined]]);
    expect(summary('a called-off single')).toEqual([[1, 'push', undefined]]);
    expect(summary('a parlay lost by its first leg')).toEqual([
      [2, 'lost', 'lost'],
      [2, 'pending', 'lost'],
    ]);
    expect(bets('a settled single')[0]).toMatchObject({
      parlayId: null,
      userId: players.own.user.id,
      displayName: 'Bettina T.',
      user: { firstName: 'Bettina', email: players.own.user.email.split('@')[0] },
      group: { name: 'Sunday League' },
      game: { homeTeamAbbr: 'BUF', homeScore: 24, awayScore: 10 },
    });
  });

  test('reading every list writes nothing to the ledger', async () => {
    const before = await ledgerCounts(world.database.db);
    for (const viewer of viewers) await everyAnswer('started', viewer);
    expect(await ledgerCounts(world.database.db)).toEqual(before);
    await expectLedgerBalances(world.database.db);
  });
});

describe('a league that reveals bets from the start', () => {
  async function shows(change: ReturnType<typeof sql> | null, moved: (game: FeedGame) => FeedGame = (game) => game) {
    const owner = await world.signUp();
    const league = await world.league(owner, { reveal: 'started' });
    const friend = await world.member(league);
    const game = await world.addGame();
    await single(friend, league, game);
    await world.poll(moved(game));
    if (change) await world.database.db.execute(sql`update games set ${change} where id = ${game.id}`);
    const { reply } = await owner.call(gameBets, { params: { gameId: game.id } });
    return reply.length === 1;
  }

  test('goes by the database’s clock when the feed is late', async () => {
    expect(await shows(sql`starts_at = now() - interval '1 second'`)).toBe(true);
    expect(await shows(sql`starts_at = now() + interval '1 minute'`)).toBe(false);
  });

  test('believes the feed when a game begins early', async () => {
    expect(await shows(null, (game) => live(game))).toBe(true);
  });

  test('still shows the bets on a game that was interrupted', async () => {
    expect(await shows(null, (game) => ({ ...live(game), status: 'suspended' }))).toBe(true);
    expect(await shows(sql`started_at = now(), status = 'postponed'`)).toBe(true);
  });

  test('waits while the start is to be announced, and for a postponed game that never began', async () => {
    expect(await shows(sql`starts_at = now() - interval '1 hour', start_known = false`)).toBe(false);
    expect(await shows(sql`starts_at = now() - interval '1 hour', status = 'postponed'`)).toBe(false);
  });

  test('does not go by the time of the web process', async () => {
    const real = world.clock.now;
    const owner = await world.signUp();
    const league = await world.league(owner, { reveal: 'started' });
    const friend = await world.member(league);
    const game = await world.addGame();
    await single(friend, league, game);
    world.clock.now = new Date(real.getTime() + 24 * 3_600_000);
    const { reply } = await owner.call(gameBets, { params: { gameId: game.id } });
    world.clock.now = real;
    expect(reply).toEqual([]);
  });
});

describe('a removed member', () => {
  test('sees own bets in the own list alone, while the league shows them under the last name', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const removed = await world.member(league, 'Gus');
    const [game, open] = [await world.addGame(), await world.addGame()];
    await single(removed, league, game);
    await single(removed, league, open);
    await world.finish(final(game, 24, 10));
    await world.database.db.execute(sql`
      update members set display_name = 'Gus the Great' where league_id = ${league.id} and user_id = ${removed.user.id}`);
    await removeFrom(world.database.db, league, removed);

    const userId = removed.user.id;
    expect((await removed.call(listBets)).reply.map((bet) => bet.status)).toEqual(['pending', 'won']);
    expect((await removed.call(gameBets, { params: { gameId: game.id } })).reply).toEqual([]);
    expect((await removed.call(memberBets, { params: { userId, groupId: league.id } })).refusal).toMatchObject({
      code: 'league-not-found',
    });
    for (const { reply } of [
      await owner.call(groupBets, { params: { id: league.id } }),
      await owner.call(memberBets, { params: { userId, groupId: league.id } }),
      await owner.call(gameBets, { params: { gameId: game.id } }),
    ]) {
      expect(reply.map((bet) => [bet.gameId, bet.displayName])).toEqual([[game.id, 'Gus the Great']]);
    }
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { gameBets, listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { type Group, groupBets, groupBetsLastSevenDays, leaderboard } from '#shared/api/groups.ts';
import type { FeedGame } from '../feed/feed.ts';
import { bookCounts, expectWholeBooks } from '../testing/books.ts';
import { aBet, aLeg, aParlay, final, live, plainQuote } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const reveals = ['settled', 'started'] as const;
type Reveal = (typeof reveals)[number];
type Bets = z.output<typeof listBets.reply>;

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

async function aMember(league: Group, name?: string): Promise<Player> {
  const player = await world.signUp(name);
  await world.join(player, league);
  return player;
}

async function single(player: Player, league: Group, ...leg: Parameters<typeof aLeg>): Promise<Bets> {
  const [game, market, side] = leg;
  return [(await player.call(placeBet, { body: aBet(league, game, '10', market, side) })).reply];
}

async function parlay(player: Player, league: Group, ...legs: ReturnType<typeof aLeg>[]): Promise<Bets> {
  return (await player.call(placeParlay, { body: aParlay(league, '10', legs) })).reply;
}

const remove = (player: Player, league: Group) =>
  world.database.db.execute(sql`
    update members set removed_at = now() where league_id = ${league.id} and user_id = ${player.user.id}`);

/** Every key and every value of an answer, however deep. */
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

  /** Per kind of ticket, the numbers of the legs that other members see. */
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

    // Nothing else has these prices and lines, so that they are recognised wherever they come out.
    const telling = { ...plainQuote, spreadHome: -13.5, spreadAway: 13.5, spreadHomePrice: 777 };
    const [later, latest] = [await world.listed({ quote: telling }), await world.listed({ quote: telling })];
    const [begun, done, off, afterwards] = await Promise.all([
      world.listed(),
      world.listed(),
      world.listed(),
      world.listed(),
    ]);
    hidden = [later, latest];
    listed = [later, latest, begun, done, off, afterwards];

    for (const reveal of reveals) {
      const league = await world.league(owner, { reveal });
      for (const viewer of ['own', 'member', 'removed member'] as const) await world.join(players[viewer], league);
      await remove(players['removed member'], league);
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

  /** Every list of bets that there is, with the games of one ticket. */
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
      // A hidden leg is not given away by its ticket standing in the list of its game.
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
    'no answer to %s holds what is nobody’s business, revealed once %s',
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
    'no answer to %s tells the game, the price or the line of a hidden leg, revealed once %s',
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

  test('what a parlay with hidden legs returns is counted on the legs shown, so that it tells no hidden price', async () => {
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

  test('a settled ticket is shown with what it came to: a parlay by its outcome, a called-off bet as a push', async () => {
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

  test('looking moves nothing', async () => {
    const before = await bookCounts(world.database.db);
    for (const viewer of viewers) await everyAnswer('started', viewer);
    expect(await bookCounts(world.database.db)).toEqual(before);
    await expectWholeBooks(world.database.db);
  });
});

describe('a league that reveals bets from the start', () => {
  async function shows(change: ReturnType<typeof sql> | null, moved: (game: FeedGame) => FeedGame = (game) => game) {
    const owner = await world.signUp();
    const league = await world.league(owner, { reveal: 'started' });
    const friend = await aMember(league);
    const game = await world.listed();
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

  test('goes on showing a game that broke off', async () => {
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
    const friend = await aMember(league);
    const game = await world.listed();
    await single(friend, league, game);
    world.clock.now = new Date(real.getTime() + 24 * 3_600_000);
    const { reply } = await owner.call(gameBets, { params: { gameId: game.id } });
    world.clock.now = real;
    expect(reply).toEqual([]);
  });
});

describe('a removed member', () => {
  test('keeps own bets in the own list alone, while the league keeps them under the last name', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const removed = await aMember(league, 'Gus');
    const [game, open] = [await world.listed(), await world.listed()];
    await single(removed, league, game);
    await single(removed, league, open);
    await world.finish(final(game, 24, 10));
    await world.database.db.execute(sql`
      update members set display_name = 'Gus the Great' where league_id = ${league.id} and user_id = ${removed.user.id}`);
    await remove(removed, league);

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

describe('the bets on a game', () => {
  test('come from every league the viewer is in now, and from no other', async () => {
    const [owner, stranger] = [await world.signUp(), await world.signUp()];
    const mine = [await world.league(owner, { name: 'One' }), await world.league(owner, { name: 'Two' })];
    const theirs = await world.league(stranger, { name: 'Theirs' });
    const [game, other] = [await world.listed(), await world.listed()];
    for (const league of mine) await single(await aMember(league), league, game);
    for (const league of mine) await single(await aMember(league), league, other);
    await single(stranger, theirs, game);
    await world.finish(final(game, 24, 10), final(other, 24, 10));
    const { reply, headers } = await owner.call(gameBets, { params: { gameId: game.id } });
    expect(reply.map((bet) => [bet.group.name, bet.gameId]).sort()).toEqual([
      ['One', game.id],
      ['Two', game.id],
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('bring all legs of a parlay, so that its card can count them and their sports', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const [football, hockey] = [await world.listed(), await world.listed({ sport: 'Hockey' })];
    await parlay(owner, league, aLeg(football), aLeg(hockey));
    const { reply } = await owner.call(gameBets, { params: { gameId: hockey.id } });
    expect(reply.map((bet) => [bet.legNumber, bet.legCount, bet.game.sport])).toEqual([
      [1, 2, 'NFL'],
      [2, 2, 'Hockey'],
    ]);
  });

  test('of a game that nobody knows are not found', async () => {
    const player = await world.signUp();
    const { status, refusal } = await player.call(gameBets, { params: { gameId: 'espn:nobody-knows' } });
    expect([status, refusal]).toMatchObject([404, { code: 'game-not-found', message: 'Game not found' }]);
  });

  test.each(['nonsense', "espn:1'--", 'espn:%00', 'ESPN:1', `espn:${'1'.repeat(61)}`])(
    'refuses the id %j',
    async (gameId) => {
      const player = await world.signUp();
      const response = await player.raw('GET', `/api/games/${encodeURIComponent(gameId)}/bets`);
      expect([response.status, (await response.json()).code]).toEqual([400, 'bad-input']);
    },
  );
});

describe('a member’s bets', () => {
  test('are those of the league named alone', async () => {
    const owner = await world.signUp();
    const [league, other] = [await world.league(owner), await world.league(owner)];
    const game = await world.listed();
    const [bet] = await single(owner, league, game);
    await single(owner, other, game);
    const { reply } = await owner.call(memberBets, { params: { userId: owner.user.id, groupId: league.id } });
    expect(reply.map(({ id }) => id)).toEqual([bet?.id]);
  });

  test('of somebody who never was in the league are not found', async () => {
    const [owner, stranger] = [await world.signUp(), await world.signUp()];
    const league = await world.league(owner);
    for (const userId of [stranger.user.id, '0197f0a0-0000-7000-8000-000000000000']) {
      const { status, refusal } = await owner.call(memberBets, { params: { userId, groupId: league.id } });
      expect([status, refusal]).toMatchObject([404, { code: 'member-not-found', message: 'Member not found' }]);
    }
  });

  test.each(['', '?groupId=', '?groupId=1', '?groupId=undefined', '?groupId=A&groupId=B', '?groupId[x]=A'])(
    'refuse the query %j',
    async (query) => {
      const player = await world.signUp();
      const response = await player.raw('GET', `/api/users/${player.user.id}/bets${query}`);
      expect([response.status, (await response.json()).code]).toEqual([400, 'bad-input']);
    },
  );
});

describe('the activity of a league', () => {
  test('is what was placed or settled within seven days, and every open bet', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const games = [await world.listed(), await world.listed(), await world.listed()];
    const [long, late, fresh] = await Promise.all(games.map((game) => single(owner, league, game)));
    const [open] = await single(owner, league, await world.listed());
    await world.finish(...games.map((game) => final(game, 24, 10)));
    const age = (bet: Bets | undefined, placed: number, settled: number) =>
      world.database.db.execute(sql`
        update tickets t set placed_at = ${new Date(Date.now() - placed * 24 * 3_600_000).toISOString()},
          settled_at = case when t.grade is null then null
            else ${new Date(Date.now() - settled * 24 * 3_600_000).toISOString()}::timestamptz end
        from legs l where l.league_id = t.league_id and l.ticket_id = t.id and l.id = ${bet?.[0]?.id}`);
    await age(long, 9, 7.1);
    await age(late, 9, 6.9);
    await age(fresh, 6.9, 6.9);
    await age(open && [open], 60, 0);

    const recent = await owner.call(groupBetsLastSevenDays, { params: { id: league.id } });
    expect(recent.reply.map((bet) => bet.id)).toEqual([fresh?.[0]?.id, late?.[0]?.id, open?.id]);
    expect((await owner.call(groupBets, { params: { id: league.id } })).reply).toEqual(recent.reply);
  });
});

describe('all lists', () => {
  const nobodys = '0197f0a0-0000-7000-8000-000000000000';
  const paths = [
    '/api/bets',
    '/api/games/espn:1/bets',
    '/api/games/nonsense/bets',
    `/api/users/${nobodys}/bets?groupId=${nobodys}`,
    '/api/users/1/bets',
    `/api/groups/${nobodys}/bets`,
    `/api/groups/${nobodys}/bets/last-7-days`,
    '/api/groups/1/bets',
  ];

  test.each(paths)('need a session: %s', async (path) => {
    const response = await world.visitor().raw('GET', path);
    expect([response.status, (await response.json()).message]).toEqual([401, 'Unauthorized']);
    const claimed = await world.visitor().raw('GET', path, { headers: { 'x-demo-user': nobodys } });
    expect(claimed.status).toBe(401);
  });

  test('leave the leaderboard to settled tickets: others’ open bets do not move it', async () => {
    const owner = await world.signUp();
    const league = await world.league(owner);
    const friend = await aMember(league);
    const board = async () => (await owner.call(leaderboard, { params: { id: league.id } })).reply;
    const [before, game] = [await board(), await world.listed()];
    await single(friend, league, game);
    await parlay(friend, league, aLeg(game), aLeg(await world.listed()));
    await world.poll(live(game, 30, 0));
    expect(await board()).toEqual(before);
  });
});

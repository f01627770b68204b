import { type ClientRequest, get } from 'node:http';
import { v7 as uuid } from 'uuid';
import { forgotPassword, login, logout, register } from '#shared/api/auth.ts';
import { groupBetsPage, listBetsPage } from '#shared/api/bet-pages.ts';
import { placeBet } from '#shared/api/bets.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { events } from '#shared/api/events.ts';
import type { GameView } from '#shared/api/games.ts';
import { joinGroup, leaderboard, listGroups } from '#shared/api/groups.ts';
import { countNotices, listNotices } from '#shared/api/notifications.ts';
import { offers, quoteOf } from '#shared/domain/market.ts';
import type { Price } from '#shared/domain/price.ts';
import { sports } from '#shared/domain/sport.ts';
import type { Crowd } from '../bench/crowd.ts';
import { cookieOf } from '../bench/http-connection.ts';
import { slateOf } from '../chaos/load.ts';
import type { Browser, Service } from '../chaos/service.ts';
import type { Violations } from '../chaos/violations.ts';
import { startVisits } from '../chaos/visits.ts';
import type { FastClock } from './clock.ts';

type Player = Browser & { email: string; password: string; leagueId: string | null };

export type Players = {
  counts: {
    visits: number;
    skipped: number;
    bets: number;
    newcomers: number;
    /** Streams of changes that were answered. */
    streams: number;
    /** Refusals by endpoint and code. */
    refused: Record<string, number>;
  };
  stop(): Promise<void>;
};

type Scene = {
  service: Service;
  crowd: Crowd;
  password: string;
  clock: FastClock;
  random: () => number;
  violations: Violations;
  rate: number;
};

const streamMs = 4_000; // Chosen: some minutes by the fast clocks, as a page is open
/** Chosen: few enough that the tries of each reach the limits of failed sign-ins. */
const forgetful = 10;

/**
 * Members of the crowd visit the site as people do, `rate` times a second. Each has a network address of their own, so
 * that limits count as in production.
 */
export function startPlayers(scene: Scene): Players {
  const { service, crowd, clock, random, violations } = scene;
  const counts: Players['counts'] = { visits: 0, skipped: 0, bets: 0, newcomers: 0, streams: 0, refused: {} };
  const players = new Map<number, Player>();
  const games = new Map<string, GameView>();
  const streams = new Set<ClientRequest>();
  const newcomers: Player[] = [];
  let signUps = 0;
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)];

  /** A member of the crowd, who signed in before the soak, or somebody who has signed up since. */
  const playerOf = (number: number): Player => {
    const known = players.get(number) ?? newcomers[number - crowd.size.users];
    if (known) return known;
    const { sid, leagueId } = crowd.seat(number);
    const player = {
      cookie: `__Host-${cookieOf(sid)}`,
      headers: headersOf(number),
      email: `member${number}@example.com`,
      password: scene.password,
      leagueId,
    };
    players.set(number, player);
    return player;
  };

  const refuse = (what: string) => {
    counts.refused[what] = (counts.refused[what] ?? 0) + 1;
  };

  /** Sends a request once; null if it was refused. A player whose session has ended signs in at the next visit. */
  const ask = async <E extends Endpoint>(
    player: Player,
    endpoint: E,
    asked: Parameters<typeof service.askOnce<E>>[2],
  ) => {
    const answer = await service.askOnce(player, endpoint, asked);
    if (answer?.code === 'unauthorized') player.cookie = null;
    if (answer?.code) refuse(`${endpoint.method} ${endpoint.path} ${answer.code}`);
    return answer?.reply ?? null;
  };

  const signIn = (player: Player, password = player.password) =>
    ask(player, login, { body: { email: player.email, password } });

  const signUp = async (): Promise<void> => {
    signUps += 1;
    const email = `newcomer${signUps}@example.com`;
    const headers = headersOf(crowd.size.users + signUps);
    const player: Player = { cookie: null, headers, email, password: scene.password, leagueId: null };
    const body = { email, password: player.password, firstName: 'New', lastName: `Member ${signUps}` };
    if (!(await ask(player, register, { body }))) return;
    const joinCode = String(below(crowd.size.leagues)).padStart(6, '0');
    const league = await ask(player, joinGroup, { body: { joinCode } });
    if (!league) return;
    player.leagueId = league.id;
    newcomers.push(player);
    counts.newcomers += 1;
  };

  const readSlate = async (player: Player): Promise<void> => {
    for (const game of await slateOf(service, player, pick(sports) ?? 'NFL')) games.set(game.id, game);
    for (const { id, gameTime } of games.values()) if (Date.parse(gameTime) < clock.nowMs()) games.delete(id);
  };

  /** Places a bet; one in eight asks for odds that nobody offers, and is refused. */
  const bet = async (player: Player): Promise<void> => {
    const game = pick([...games.values()]);
    const offer = game && pick(offers(game.sport, quoteOf(game)));
    if (!offer || player.leagueId === null) return readSlate(player);
    const worse = random() < 0.125 ? 15 : 0;
    const odds = (offer.price + Math.sign(offer.price) * worse) as Price;
    const line = offer.line === null ? null : String(offer.line);
    const leg = { gameId: game.id, betType: offer.market, betSide: offer.side, odds, line };
    const body = { ...leg, groupId: player.leagueId, amount: String(1 + below(5)) };
    if (await ask(player, placeBet, { key: uuid(), body })) counts.bets += 1;
  };

  /** Has a page open, which reads the stream of changes, for a while. */
  const listen = ({ cookie, headers }: Player): void => {
    const { counts: served } = service;
    served.requests += 1;
    const request = get(`${service.choose().origin}${events.path}`, {
      agent: false,
      headers: { ...headers, ...(cookie && { cookie }) },
    });
    streams.add(request);
    request.on('error', () => undefined); // `close` handles it
    request.on('response', (response) => {
      const { statusCode } = response;
      if (statusCode === 200) counts.streams += 1;
      else if (statusCode === 503) served.unserved['503'] = (served.unserved['503'] ?? 0) + 1;
      else refuse(`GET ${events.path} ${statusCode}`);
      response.on('error', () => undefined).resume();
    });
    request.once('close', () => streams.delete(request));
    setTimeout(() => request.destroy(), streamMs * (0.5 + random())).unref();
  };

  const ofLeague = ({ leagueId }: Player) => ({ id: leagueId ?? '' });
  const stranger = ({ email, password, headers, leagueId }: Player): Player => {
    return { email, password, leagueId, cookie: null, ...(headers && { headers }) };
  };
  /** The acts of people, each with its share of a hundred visits. */
  const acts: readonly [number, (player: Player) => unknown][] = [
    [30, readSlate],
    [22, bet],
    [10, (player) => ask(player, leaderboard, { params: ofLeague(player) })],
    [8, (player) => ask(player, listBetsPage, { params: { status: 'all' } })],
    [5, (player) => ask(player, groupBetsPage, { params: { ...ofLeague(player), status: 'all' } })],
    [4, (player) => ask(player, listGroups, {})],
    [4, (player) => ask(player, countNotices, {})],
    [3, (player) => ask(player, listNotices, { params: {} })],
    [8, listen],
    [2, (player) => ask(player, logout, {}).then(() => Object.assign(player, { cookie: null }))],
    [2, () => signIn(stranger(playerOf(below(forgetful))), 'not this one')],
    [1, (player) => ask(stranger(player), forgotPassword, { body: { email: player.email } })],
    [1, signUp],
  ];
  const drawn = acts.flatMap(([share, act]) => Array.from({ length: share }, () => act));

  const visit = async (): Promise<void> => {
    counts.visits += 1;
    const player = playerOf(below(crowd.size.users + newcomers.length));
    if (player.cookie === null) await signIn(player);
    await pick(drawn)?.(player);
  };

  const visits = startVisits({
    rate: () => scene.rate,
    start: () => visit().catch((error: unknown) => violations.add('the players failed', String(error))),
    skip: () => {
      counts.skipped += 1;
    },
  });
  return {
    counts,
    stop: async () => {
      await visits.stop();
      for (const request of streams) request.destroy();
    },
  };
}

/** The headers of the proxy before the site: an address for each person, and that the connection was encrypted. */
function headersOf(number: number): Record<string, string> {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
}

import { v7 as uuid } from 'uuid';
import { forgotPassword } from '#shared/api/auth.ts';
import { type Bet, listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { type GameView, mlbGames, nbaGames, nhlGames, quoteOf, soccerGames } from '#shared/api/games.ts';
import { type Group, leaderboard, listGroups } from '#shared/api/groups.ts';
import { offers } from '#shared/domain/market.ts';
import { type Crowd, join, type Player } from './crowd.ts';
import type { Journal } from './journal.ts';
import type { Model, Promised } from './model.ts';
import type { PlannedGame } from './planned-games.ts';
import type { Service } from './service.ts';
import type { Violations } from './violations.ts';

export type Load = {
  /** Arrivals a second. */
  rate: number;
  /** `turnedAway`: who came while too many others waited. */
  counts: { acked: number; turnedAway: number; refused: Record<string, number> };
  /** No more arrivals; returns once every call has had its answer. */
  stop(): Promise<void>;
};

type Scene = {
  service: Service;
  model: Model;
  journal: Journal<Promised>;
  crowd: Crowd;
  games: readonly PlannedGame[];
  random: () => number;
  violations: Violations;
};
type Leg = BodyInput<typeof placeParlay>['bets'][number];

const slates = [mlbGames, nbaGames, nhlGames, soccerGames];
/** What a bet may be refused for; anything else is a fault of the product or of this load. */
const mayRefuse = new Set(['locked', 'price-moved', 'insufficient-balance', 'league-ended']);
const tickMs = 10;
const atOnce = 100; // ours: more people would only measure the machine

/** The games of a round as the slates show them now. */
export async function seenGames({
  service,
  games,
  crowd,
}: Pick<Scene, 'service' | 'games' | 'crowd'>): Promise<GameView[]> {
  const browser = crowd.players[0] ?? { cookie: null };
  const answers = await Promise.all(slates.map((slate) => service.glance(browser, slate)));
  const planned = new Set(games.map(({ id }) => id));
  return answers.flatMap((answer) => answer?.reply ?? []).filter(({ id }) => planned.has(id));
}

/**
 * People who come at a rate that does not care how the product does: nobody waits for anybody else's answer. Four in ten
 * place a ticket; the others look around. `slate` is what they have seen before they begin.
 */
export function startLoad(scene: Scene, slate: readonly GameView[]): Load {
  const { service, model, journal, crowd, games, random, violations } = scene;
  const counts: Load['counts'] = { acked: 0, turnedAway: 0, refused: {} };
  const shown = new Map(slate.map((game) => [game.id, game]));
  const corrected = new Set(games.filter((game) => game.corrected).map(({ id }) => id));
  const late = [...crowd.latecomers];
  const underway = new Set<Promise<void>>();
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  const look = async (player: Player) => {
    switch (Math.floor(random() * 6)) {
      case 0:
        return void (await service.glance(player, listGroups));
      case 1:
        return void (await service.glance(player, listBets));
      case 2: {
        const league = pick(player.leagues);
        if (league) await service.glance(player, leaderboard, { params: { id: league.id } });
        return;
      }
      default: {
        const answer = await service.glance(player, pick(slates) ?? mlbGames);
        for (const game of answer?.reply ?? []) if (shown.has(game.id)) shown.set(game.id, game);
      }
    }
  };

  /** Mostly what can still be bet on; now and then a game that has begun, which must be refused. */
  const legsFor = (league: Group): Leg[] => {
    const isOpen = random() < 0.9;
    const fit = [...shown.values()].filter((game) => {
      // once a league is final no correction reaches it, and when that is nobody knows beforehand
      if (league.id === crowd.ending.id && corrected.has(game.id)) return false;
      return !isOpen || Date.parse(game.gameTime) > Date.now();
    });
    const wanted = random() < 0.3 ? 2 + Math.floor(random() * 3) : 1;
    const first = Math.floor(random() * fit.length);
    return Array.from({ length: Math.min(wanted, fit.length) }, (_, at) => fit[(first + at) % fit.length]).flatMap(
      (game) => {
        const offer = game && pick(offers(game.sport, quoteOf(game)));
        if (!offer) return [];
        const line = offer.line === null ? null : String(offer.line);
        return [{ gameId: game.id, betType: offer.market, betSide: offer.side, odds: offer.price, line }];
      },
    );
  };

  const place = async (player: Player, key: string, league: Group, amount: string, legs: Leg[]) => {
    const [only] = legs;
    if (!only) return;
    const answer =
      legs.length > 1
        ? await service.ask(player, placeParlay, { key, body: { groupId: league.id, totalAmount: amount, bets: legs } })
        : await service.ask(player, placeBet, { key, body: { ...only, groupId: league.id, amount } });
    if (!answer) return;
    if (!answer.reply) {
      const code = answer.code ?? '';
      counts.refused[code] = (counts.refused[code] ?? 0) + 1;
      if (!mayRefuse.has(code)) violations.add('a bet was refused that should not be', { code, legs });
      return;
    }
    counts.acked += 1;
    const bets: Bet[] = [answer.reply].flat();
    const ticket = model.placed(key, bets);
    if (!ticket) return;
    const write = journal.write({ key, ticket });
    player.written = player.written.then(() => write);
    await write;
  };

  const bet = async (player: Player, number: number) => {
    const league = pick(player.leagues);
    if (!league) return;
    // one in eight stakes so much that the money runs out
    const amount = String(number % 8 === 0 ? 100 + Math.floor(random() * 300) : 1 + Math.floor(random() * 20));
    const [key, legs] = [uuid(), legsFor(league)];
    const taps = random() < 0.05 ? 2 : 1;
    await Promise.all(Array.from({ length: taps }, () => place(player, key, league, amount, legs)));
  };

  const arrive = async () => {
    const comer = random() < 0.02 ? late.shift() : undefined;
    if (comer) {
      if (await join(service, model, comer, crowd.closingDoor)) crowd.players.push(comer);
      return;
    }
    const number = Math.floor(random() * crowd.players.length);
    const player = crowd.players[number];
    if (!player) return;
    await player.written;
    const what = random();
    if (what < 0.4) return bet(player, number);
    if (what < 0.41) return void (await service.glance(player, forgotPassword, { body: { email: player.email } }));
    return look(player);
  };

  const load: Load = {
    rate: 25,
    counts,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underway);
    },
  };
  let [owed, last] = [0, Date.now()];
  const timer = setInterval(() => {
    const now = Date.now();
    owed += (load.rate * (now - last)) / 1_000;
    last = now;
    for (; owed >= 1; owed -= 1) {
      if (underway.size >= atOnce) {
        counts.turnedAway += 1;
        continue;
      }
      const arrival = arrive().catch((error: unknown) => violations.add('the load failed', String(error)));
      underway.add(arrival);
      void arrival.then(() => underway.delete(arrival));
    }
  }, tickMs);
  return load;
}

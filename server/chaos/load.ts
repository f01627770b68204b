import { v7 as uuid } from 'uuid';
import { forgotPassword } from '#shared/api/auth.ts';
import { type Bet, listBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { type GameView, slateCalls } from '#shared/api/games.ts';
import { type Group, leaderboard, listGroups } from '#shared/api/groups.ts';
import { offers, quoteOf } from '#shared/domain/market.ts';
import { playsInWeeks, type Sport } from '#shared/domain/sport.ts';
import { type Crowd, join, type Player } from './crowd.ts';
import type { Journal } from './journal.ts';
import type { Model, Promised } from './model.ts';
import { type PlannedGame, plannedSports } from './planned-games.ts';
import type { Browser, Service } from './service.ts';
import type { Violations } from './violations.ts';
import { startVisits } from './visits.ts';

export type Load = {
  /** Visits started per second. */
  rate: number;
  /** `skipped`: visits not started because too many were under way. */
  counts: { acked: number; skipped: number; refused: Record<string, number> };
  /** Starts no more visits; resolves once every call has its answer. */
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

/** The codes with which a bet may be refused; any other is a defect of the product or of this load. */
const mayRefuse = new Set(['locked', 'price-moved', 'insufficient-balance', 'league-ended']);

/** The games of a round as the slates show them now. */
export async function seenGames({
  service,
  games,
  crowd,
}: Pick<Scene, 'service' | 'games' | 'crowd'>): Promise<GameView[]> {
  const browser = crowd.players[0] ?? { cookie: null };
  const slates = await Promise.all(plannedSports.map((sport) => slateOf(service, browser, sport)));
  const planned = new Set(games.map(({ id }) => id));
  return slates.flat().filter(({ id }) => planned.has(id));
}

/** The slate of a sport; empty without an answer. */
export async function slateOf(service: Service, browser: Browser, sport: Sport): Promise<readonly GameView[]> {
  if (!playsInWeeks(sport)) return (await service.askOnce(browser, slateCalls[sport].games))?.reply ?? [];
  const current = (await service.askOnce(browser, slateCalls[sport].currentWeek))?.reply;
  if (!current) return [];
  const params = { week: String(current.week), season: String(current.season) };
  return (await service.askOnce(browser, slateCalls[sport].games, { params }))?.reply ?? [];
}

/**
 * An open load: visits start at a fixed rate, however slow the product is. 40 % place a ticket, the others read pages.
 * `slate` is the games as first read.
 */
export function startLoad(scene: Scene, slate: readonly GameView[], rate: number): Load {
  const { service, model, journal, crowd, games, random, violations } = scene;
  const counts: Load['counts'] = { acked: 0, skipped: 0, refused: {} };
  const shown = new Map(slate.map((game) => [game.id, game]));
  const corrected = new Set(games.filter((game) => game.corrected).map(({ id }) => id));
  const late = [...crowd.latecomers];
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  const browse = async (player: Player) => {
    switch (Math.floor(random() * 6)) {
      case 0:
        return void (await service.askOnce(player, listGroups));
      case 1:
        return void (await service.askOnce(player, listBets));
      case 2: {
        const league = pick(player.leagues);
        if (league) await service.askOnce(player, leaderboard, { params: { id: league.id } });
        return;
      }
      default: {
        const seen = await slateOf(service, player, pick(plannedSports) ?? 'NFL');
        for (const game of seen) if (shown.has(game.id)) shown.set(game.id, game);
      }
    }
  };

  /** 90 % only games that take bets; the rest may include started games, which must be refused. */
  const legsFor = (league: Group): Leg[] => {
    const isOpen = random() < 0.9;
    const fit = [...shown.values()].filter((game) => {
      // A final league ignores corrections. When it becomes final is not known, so its tickets avoid corrected games.
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
    // every eighth player stakes so much that the balance runs out
    const amount = String(number % 8 === 0 ? 100 + Math.floor(random() * 300) : 1 + Math.floor(random() * 20));
    const [key, legs] = [uuid(), legsFor(league)];
    const taps = random() < 0.05 ? 2 : 1;
    await Promise.all(Array.from({ length: taps }, () => place(player, key, league, amount, legs)));
  };

  const startVisit = async () => {
    const latecomer = random() < 0.02 ? late.shift() : undefined;
    if (latecomer) {
      if (await join(service, model, latecomer, crowd.closing)) crowd.players.push(latecomer);
      return;
    }
    const number = Math.floor(random() * crowd.players.length);
    const player = crowd.players[number];
    if (!player) return;
    await player.written;
    const what = random();
    if (what < 0.4) return bet(player, number);
    if (what < 0.41) return void (await service.askOnce(player, forgotPassword, { body: { email: player.email } }));
    return browse(player);
  };

  const load: Load = { rate, counts, stop: () => visits.stop() };
  const visits = startVisits({
    rate: () => load.rate,
    start: () => startVisit().catch((error: unknown) => violations.add('the load failed', String(error))),
    skip: () => {
      counts.skipped += 1;
    },
  });
  return load;
}

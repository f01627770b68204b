import type { Crowd } from './crowd.ts';
import { type PairedFigures, type Rounds, runPaired } from './paired-runs.ts';
import { recorded } from './recorded.ts';
import { betRequest } from './requests.ts';
import { serve } from './served.ts';

export type Placing = { paces: PairedFigures[]; statements: { inAll: number; inTransaction: number } };

/**
 * Compares bets over HTTP: the whole app, against two bare Express handlers that replay recorded statements of a bet.
 * One replays all statements of the request, the other only its transaction.
 */
export async function measurePlacing(url: string, crowd: Crowd, bettors: number, rounds: Rounds): Promise<Placing> {
  const [bettor, game] = [crowd.seat(0), crowd.games[0]];
  if (!game) throw new Error('there is nothing to bet on');
  const [bet] = await recorded(url, [() => betRequest(bettor, game)]);
  if (!bet) throw new Error('nothing was recorded');
  const { leagueId, userId } = bettor;
  const reply: unknown = JSON.parse(bet.reply.body.toString());
  const sample = { leagueId, userId, gameId: game.id, reply };
  const [placing] = bet.transactions.filter((statements) => statements.length > 1);
  if (!placing) throw new Error('a bet is a transaction');

  const servers = await Promise.all([
    serve({ serves: 'statements', url, recorded: { ...sample, transactions: bet.transactions } }),
    serve({ serves: 'app', url }),
    serve({ serves: 'statements', url, recorded: { ...sample, transactions: [placing] } }),
  ]);
  const names = ['bare handler, same statements', 'Ching', 'bare handler, its transaction alone'];
  try {
    const paces = await runPaired(
      servers.map((served, at) => ({
        name: names[at] ?? '',
        served,
        status: 201,
        next: (number) => {
          const seat = crowd.seat(number % bettors);
          const on = crowd.games[number % crowd.games.length] ?? game;
          return betRequest(seat, on, { userId: seat.userId });
        },
      })),
      rounds,
    );
    return { paces, statements: { inAll: bet.transactions.flat().length, inTransaction: placing.length } };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

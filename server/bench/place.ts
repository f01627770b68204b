import type { Crowd } from './crowd.ts';
import { type PairedFigures, type Rounds, runPaired } from './paired-runs.ts';
import { recorded } from './recorded.ts';
import { betRequest } from './requests.ts';
import { type Job, serve } from './served.ts';

export type Placing = { paces: PairedFigures[]; statements: { inAll: number; inTransaction: number } };

/** The statements that a bet sends in one message with its COMMIT: ticket, entry of the stake, legs and change. */
const lastSend = 4;

/**
 * Compares bets over HTTP: the whole app, against bare Express handlers. Three replay the recorded statements of a bet,
 * prepared: all of them each as a message, and those of its transaction alone, each as a message and in two messages.
 * The fourth places a bet by one statement.
 */
export async function measurePlacing(url: string, crowd: Crowd, bettors: number, rounds: Rounds): Promise<Placing> {
  const [bettor, game] = [crowd.seat(0), crowd.games[0]];
  if (!game) throw new Error('there is nothing to bet on');
  const [bet] = await recorded(url, [() => betRequest(bettor, game)]);
  if (!bet) throw new Error('nothing was recorded');
  const { leagueId, userId } = bettor;
  const reply: unknown = JSON.parse(bet.reply.body.toString());
  const sample = { leagueId, userId, gameId: game.id, reply };
  // Processes ask all the time for changes, also during a request. That statement is no part of it.
  const ofBet = bet.transactions.filter(([first]) => !first?.sql.includes('pg_current_snapshot'));
  const [placing] = ofBet.filter((statements) => statements.length > 1);
  if (!placing) throw new Error('a bet is a transaction');

  const replay = (transactions: typeof ofBet, inSends: number | null): Job => ({
    serves: 'statements',
    url,
    recorded: { ...sample, transactions, lastSend: inSends },
  });
  const contenders: [string, Job][] = [
    ['bare handler, same statements', replay(ofBet, null)],
    ['Ching', { serves: 'app', url }],
    ['bare handler, same statements in three messages', replay(ofBet, lastSend)],
    ['bare handler, its transaction alone', replay([placing], null)],
    ['bare handler, one statement', { serves: 'one-statement', url, reply }],
  ];
  const servers = await Promise.all(contenders.map(([, job]) => serve(job)));
  try {
    const paces = await runPaired(
      servers.map((served, at) => ({
        name: contenders[at]?.[0] ?? '',
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
    return { paces, statements: { inAll: ofBet.flat().length, inTransaction: placing.length } };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

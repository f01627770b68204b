import type { Database } from '../db/connection.ts';
import { lockGames } from '../games/store.ts';
import { deleteCorrections } from '../settlement/corrections-store.ts';
import { appendResults, listResults } from '../settlement/results-store.ts';
import type { Ending } from './reference-model.ts';

/** Writes a result as an admin does. The feed cannot change it later. */
export async function decideGame({ withTx }: Database, gameId: string, ending: Ending, at: Date): Promise<void> {
  await withTx(async (tx) => {
    const [game] = await lockGames(tx, [gameId]);
    if (!game) throw new Error(`no game ${gameId}`);
    const said = ending === 'off' ? { isVoid: true, home: null, away: null } : { isVoid: false, ...ending };
    const { homeTeamId, awayTeamId, startsAt } = game;
    const from = { gameId, source: 'admin' as const, homeTeamId, awayTeamId, startsAt, at };
    const { length } = await listResults(tx, [gameId]);
    const rest = { halfInnings: null, pullId: null, setById: null, reason: 'x' };
    await deleteCorrections(tx, [gameId]);
    await appendResults(tx, [{ ...from, ...said, ...rest, rev: length + 1 }]);
  });
}

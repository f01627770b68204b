import { Router } from 'express';
import { leagueStandingsFile, leagueTicketsFile } from '#shared/api/league-files.ts';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import type { Database } from '../db/connection.ts';
import type { Limits } from '../http/limits.ts';
import type { LongAnswers, Parts } from '../http/long-answers.ts';
import { mount, mountFile, noRight } from '../http/mount.ts';
import { type Entitled, requireRight } from '../leagues/access.ts';
import { standingsFile, ticketsFile } from './league-files.ts';
import { readFile, readSheet } from './statement.ts';

type Deps = { database: Database; answers: LongAnswers; limits: Limits };

/**
 * The calls about one's own statements, and those about the files of a league. A removed member has their statement;
 * nobody has that of another.
 */
export function statementRoutes({ database, answers, limits }: Deps): Router {
  const router = Router();

  mount(router, leagueStatement, ({ user, params }) =>
    readSheet(database, { leagueId: params.id, userId: user.id }, params.sheet ?? null),
  );

  mountFile(router, leagueStatementFile, noRight, answers, async ({ user, params }) => ({
    type: 'text/csv; charset=utf-8',
    name: 'ching-statement.csv',
    parts: await readFile(database, { leagueId: params.id, userId: user.id }),
  }));

  mountLeagueFile(leagueTicketsFile, 'ching-tickets.csv', async (proof) => ticketsFile(database.db, proof));
  mountLeagueFile(leagueStandingsFile, 'ching-standings.csv', (proof) => standingsFile(database.db, proof));

  return router;

  function mountLeagueFile(
    endpoint: typeof leagueTicketsFile,
    name: string,
    read: (proof: Entitled<'export'>) => Promise<Parts>,
  ): void {
    const right = ({ user, params }: { user: { id: string }; params: { id: string } }) =>
      requireRight(database.db, user.id, params.id, 'export');
    mountFile(router, endpoint, right, answers, async ({ proof }) => {
      await limits.leagueFilesOfUser.use(proof.userId);
      return { type: 'text/csv; charset=utf-8', name, parts: await read(proof) };
    });
  }
}

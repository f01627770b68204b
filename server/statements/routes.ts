import { Router } from 'express';
import { leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import type { Database } from '../db/connection.ts';
import type { LongAnswers } from '../http/long-answers.ts';
import { mount, mountFile, noRight } from '../http/mount.ts';
import { readFile, readSheet } from './statement.ts';

type Deps = { database: Database; answers: LongAnswers };

/** The calls about one's own statements. A removed member has theirs; nobody has that of another. */
export function statementRoutes({ database, answers }: Deps): Router {
  const router = Router();

  mount(router, leagueStatement, ({ user, params }) =>
    readSheet(database, { leagueId: params.id, userId: user.id }, params.sheet ?? null),
  );

  mountFile(router, leagueStatementFile, noRight, answers, async ({ user, params }) => ({
    type: 'text/csv; charset=utf-8',
    name: 'ching-statement.csv',
    parts: await readFile(database, { leagueId: params.id, userId: user.id }),
  }));

  return router;
}

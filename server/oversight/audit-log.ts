import type { ParamsOutput, ReplyInput } from '#shared/api/endpoint.ts';
import { type auditLog, linesPerPage } from '#shared/api/oversight.ts';
import { isolate, signerName } from '#shared/domain/naming.ts';
import { gameWords } from '#shared/words/game-title.ts';
import { type AuditRow, listAuditLines } from '../audit/store.ts';
import type { Database } from '../db/connection.ts';
import { findGames } from '../games/store.ts';
import { listLeagueNames } from '../leagues/facts-store.ts';
import { findNames } from '../users/store.ts';
import { auditWords } from './audit-words.ts';

/** A page of the audit log in sentences, with the present names of people, games and leagues. */
export async function readAuditLog(
  database: Database,
  { actor, act, since, after }: ParamsOutput<typeof auditLog>,
): Promise<ReplyInput<typeof auditLog>> {
  const found = await listAuditLines(
    database.db,
    { actor: actor ?? null, act: act ?? null, since: since ?? null },
    { after: after ?? null, most: linesPerPage + 1 },
  );
  const page = found.slice(0, linesPerPage);
  const names = await namesIn(database, page);
  return {
    lines: page.map((line) => ({
      id: line.id,
      at: line.at.toISOString(),
      actor: line.actorId === null ? machineName(line) : names.userOf(line.actorId),
      words: auditWords({
        ...line,
        user: isolate(names.userOf(line.detail.userId)),
        game: names.gameOf(line.detail.gameId),
        league: isolate(names.leagueOf(line.leagueId)),
      }),
    })),
    next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

function machineName({ action }: AuditRow): string {
  return action === 'result-corrected' ? 'The feed' : 'A command';
}

/** Looks up what the lines name. What is gone, or on a lost machine, has words instead of a name. */
async function namesIn(database: Database, lines: readonly AuditRow[]) {
  const { db } = database;
  const texts = (values: unknown[]) => values.filter((value) => typeof value === 'string');
  const users = await findNames(db, texts(lines.flatMap(({ actorId, detail }) => [actorId, detail.userId])));
  const games = await findGames(db, texts(lines.map(({ detail }) => detail.gameId)));
  const teams = new Map(
    games.map(({ id, sport, homeName, homeCity, awayName, awayCity }) => [
      id,
      { sport, homeTeamName: homeName, homeTeamCity: homeCity, awayTeamName: awayName, awayTeamCity: awayCity },
    ]),
  );
  const leagues = await listLeagueNames(database, texts(lines.map(({ leagueId }) => leagueId)));
  return {
    userOf: (id: unknown) => {
      const user = users.get(String(id));
      return user ? signerName(user) : 'somebody whose account is gone';
    },
    gameOf: (id: unknown) => {
      const game = teams.get(String(id));
      return game ? gameWords(game) : `the game ${id}`;
    },
    leagueOf: (id: unknown) => leagues.get(String(id)) ?? 'a league that cannot be read',
  };
}

import { leagueWeek } from '#shared/api/weeks.ts';
import { cents } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import { type ChatText, finalChat, recapChat, testChatText } from '#shared/words/chat-words.ts';
import type { Db } from '../db/connection.ts';
import { listChampions } from '../leagues/awards-store.ts';
import { listFinalStandings } from '../leagues/standings-store.ts';
import { findBareLeague } from '../leagues/store.ts';
import { readRecap } from '../leagues/weeks-cache.ts';

// Every text says only what each member of the league sees: frozen weeks and the final table, with the names of now.

const pageOf = (site: string, leagueId: string) => `${site}/league/${leagueId}`;

/** The recap of a frozen week, or the final standings (null); null if the league is gone. */
export function readPostText(db: Db, leagueId: string, week: number | null, site: string): Promise<ChatText | null> {
  return week === null ? readFinalText(db, leagueId, site) : readRecapText(db, leagueId, week, site);
}

/** The recap of a frozen week; null if the league is gone. */
async function readRecapText(db: Db, leagueId: string, week: number, site: string): Promise<ChatText | null> {
  const league = await findBareLeague(db, leagueId);
  if (!league) return null;
  const recap = leagueWeek.reply.parse(await readRecap(db, leagueId, week));
  return recapChat(league.name, recap, `${pageOf(site, leagueId)}?view=weeks&week=${week}`);
}

/** The final standings; null if the league is gone. */
async function readFinalText(db: Db, leagueId: string, site: string): Promise<ChatText | null> {
  const league = await findBareLeague(db, leagueId);
  if (!league) return null;
  const standings = await listFinalStandings(db, leagueId);
  const champions = new Set(await listChampions(db, leagueId));
  const rows = standings.map((row) => ({
    rank: row.rank,
    name: rowName(row),
    total: cents(row.total),
    isChampion: champions.has(row.userId),
  }));
  return finalChat(league.name, rows, pageOf(site, leagueId));
}

export async function readTestText(db: Db, leagueId: string, site: string): Promise<ChatText | null> {
  const league = await findBareLeague(db, leagueId);
  return league && testChatText(league.name, pageOf(site, leagueId));
}

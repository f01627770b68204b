import pg from 'pg';
import { leagueOwned, onEveryMachine } from '../db/distribute.ts';
import type { TestDatabase } from './database.ts';

/** `text` is the statement as sent, `sql` the same in lower case, without quotes and line breaks. */
type Statement = { text: string; sql: string; values: readonly unknown[] };

/** Recorded statements: a list per transaction; a statement outside of a transaction is a list of its own. */
export type Recording = Statement[][];

/** Records the statements of every connection that the pool opens from now on. */
export function recordStatements(pool: pg.Pool): Recording {
  const recording: Recording = [];
  pool.on('connect', (client) => {
    let open: Statement[] | null = null;
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const heard = (...given: unknown[]) => {
      const statement = read(given);
      if (/^begin/i.test(statement.sql)) {
        open = [];
        recording.push(open);
      } else if (/^(commit|rollback)/i.test(statement.sql)) open = null;
      else if (/^set local/i.test(statement.sql))
        return send(...given); // sent together with its BEGIN
      else if (open) open.push(statement);
      else recording.push([statement]);
      return send(...given);
    };
    Object.assign(client, { query: heard });
  });
  return recording;
}

function read([first, second]: unknown[]): Statement {
  const { text, values } = first instanceof Object ? (first as { text?: string; values?: unknown[] }) : {};
  const sent = text ?? String(first);
  return { text: sent, sql: plain(sent), values: values ?? (Array.isArray(second) ? second : []) };
}

/** Makes the app treat a plain database as a sharded one, by creating a catalog table of Citus. */
export async function pretendSharded({ url, machines }: Pick<TestDatabase, 'url' | 'machines'>): Promise<void> {
  Object.defineProperty(machines, 'isOnePostgres', { value: false });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('create table if not exists pg_dist_partition ()');
  await owner.end();
}

/** Lower case, without quotes and line breaks. */
function plain(sql: string): string {
  return sql.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ').trim();
}

const owned = ['leagues', ...leagueOwned].join('|');
const everywhere = onEveryMachine.join('|');
/** Tables with a foreign key to a reference table: the same rules apply, though they are on the coordinator alone. */
export const pointingAtAll = ['closing_quotes', 'password_resets', 'quote_history'];
const restricted = [owned, everywhere, ...pointingAtAll].join('|');
const mentioned = new RegExp(`\\b(?:from|join|update) (?:${owned})\\b`, 'g');
const written = new RegExp(`\\b(?:update|delete from) (?:${owned})\\b|\\binsert into (?:${owned})\\b[^;]*\\bselect\\b`);
const lockingRows = /\bfor (?:no key update|update|share|key share)\b/;
const oneLeague = /\b(?:league_id|leagues\.id) = (?:any ?\( ?)?\$(\d+)/g;
const sameLeague =
  /\bleague_id = (?:\w+\.league_id|leagues\.id)|\b\w+\.id = \w+\.league_id|\bleague_id in \( select \w+\.league_id/g;
const namesLeague =
  /\b(?:league_id|leagues\.id) = (?:any ?\( ?)?\$\d|\bfrom leagues (?:(\w+) where \1\.|where )id = \$\d/;
const readsOwned = new RegExp(`\\b(?:from|join|update) (?:${owned})\\b`);
const changing = new RegExp(`\\b(?:update (?:${restricted})\\b.*? set |delete from (?:${restricted})\\b).*`);
const fromEverywhere = new RegExp(`\\b(?:from|join|update) (?:${everywhere})\\b`);
const readingLeaguesByRow = new RegExp(`\\bexists ?\\( ?select\\b[^()]*\\bfrom (?:${owned})\\b`);
const sharing = new RegExp(`\\bfrom (?:${everywhere})\\b.*\\bfor (?:key )?share\\b`);
const impureConflict = new RegExp(
  `\\binsert into (?:${restricted})\\b.* on conflict \\(.*?\\) do update set .*\\b(?:now|clock_timestamp|make_interval)\\(`,
);
const moving = new RegExp(
  `\\binsert into (?:${owned})\\b.* do update set (?:(?!\\b(?:where|returning)\\b).)*\\bleague_id = `,
);
const insertingByWith = new RegExp(`\\( ?insert into (?:${owned})\\b`);
const changingByOthers = new RegExp(
  `\\b(?:update|delete from) (?!(?:${restricted})\\b)\\w+\\b(?:(?!\\bselect\\b).)*\\bexists ?\\( ?select\\b[^()]*\\bfrom (?:${restricted})\\b`,
);

/**
 * The reason why a sharded database would refuse the statement, or join leagues on different machines; null if it would
 * not. Knows the statements that this project writes, not all of SQL, as observed on Citus 13.0.5. Source:
 * docs/decisions/leagues-spread-by-id.md.
 */
export function refusal(sql: string): string | null {
  const text = plain(sql);
  const change = changing.exec(text)?.[0] ?? '';
  if (/\b(?:clock_timestamp|gen_random_uuid|random)\(/.test(change)) return 'changes rows by a volatile function';
  if (impureConflict.test(text)) return 'answers a conflict by a function that is not immutable';
  if (insertingByWith.test(text)) return 'sends the rows of an insert through every machine';
  if (moving.test(text)) return 'sets the league of a row';
  if (/ = [\w.]+ [-+] (?:\$\d+::)?interval\b/.test(change)) return 'moves a time by an interval in a change';
  if (changingByOthers.test(text)) return 'changes rows of the coordinator by what lies on every machine';
  const outside = withoutParentheses(text);
  if (sharing.test(outside)) return 'shares rows that every machine holds';
  if (readingLeaguesByRow.test(text) && fromEverywhere.test(outside) && !outside.match(mentioned)) {
    return 'looks into the leagues once for each row';
  }
  const tables = text.match(mentioned)?.length ?? 0;
  const isWritten = written.test(text);
  if (tables === 0 && !isWritten) return null;
  const given = text.match(oneLeague)?.length ?? 0;
  if (isWritten && given === 0) return 'changes rows without naming their league';
  if (lockingRows.test(text) && given === 0) return 'holds rows without naming their league';
  const besideOneAnother = text.match(/\bunion\b/g)?.length ?? 0;
  if (given + besideOneAnother + (text.match(sameLeague)?.length ?? 0) < tables - 1)
    return 'joins tables without their league';
  if (/\b\w+\.\w+::(?!int\b)/.test(change)) return 'casts a column in a change';
  return namesLeague.test(text) && selectsOf(text).some(asksEveryMachine)
    ? 'asks every machine about one league'
    : null;
}

/**
 * Whether a select, without those in its parentheses, reads what leagues own and names no league. Citus derives the
 * league of a table from another of the same select, but not from an outer select.
 */
function asksEveryMachine(select: string): boolean {
  return readsOwned.test(select) && !namesLeague.test(select);
}

/** The text of each select, update, insert and delete of a statement, without those in its parentheses. */
function selectsOf(text: string): string[] {
  const found: string[] = [];
  const texts = [''];
  let depth = 0;
  const opened: number[] = []; // the depths of parentheses that start a select
  for (const [index, character] of [...text].entries()) {
    const opens = character === '(';
    if (opens) depth += 1;
    if (opens && /^\(\s*(?:select|with|update|insert|delete)\b/.test(text.slice(index, index + 12))) {
      opened.push(depth);
      texts.push('');
    } else if (character === ')' && opened.at(-1) === depth) {
      opened.pop();
      found.push(texts.pop() ?? '');
    } else texts.push((texts.pop() ?? '') + character);
    if (character === ')') depth -= 1;
  }
  return [...found, ...texts];
}

function withoutParentheses(text: string): string {
  const less = text.replace(/\([^()]*\)/g, '');
  return less === text ? text : withoutParentheses(less);
}

/** The leagues whose rows the statements of one transaction change or lock. */
export function leaguesWritten(transaction: readonly Statement[]): Set<string> {
  const leagues = new Set<string>();
  for (const { sql, values } of transaction) {
    if (!written.test(sql) && !lockingRows.test(sql)) continue;
    for (const [, number] of sql.matchAll(oneLeague)) leagues.add(String(values[Number(number) - 1]));
  }
  return leagues;
}

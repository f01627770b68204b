import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { accountHeader, nobody } from '#shared/api/account.ts';
import * as admin from '#shared/api/admin.ts';
import * as adminFeeds from '#shared/api/admin-feeds.ts';
import * as adminGames from '#shared/api/admin-games.ts';
import * as auth from '#shared/api/auth.ts';
import * as betPages from '#shared/api/bet-pages.ts';
import * as bets from '#shared/api/bets.ts';
import * as calendar from '#shared/api/calendar.ts';
import * as chat from '#shared/api/chat.ts';
import * as emailChange from '#shared/api/email-change.ts';
import { type Access, type Endpoint, unreachableHeader } from '#shared/api/endpoint.ts';
import * as events from '#shared/api/events.ts';
import * as form from '#shared/api/form.ts';
import * as games from '#shared/api/games.ts';
import * as groups from '#shared/api/groups.ts';
import * as ifEnded from '#shared/api/if-ended.ts';
import * as invite from '#shared/api/invite.ts';
import * as joinRequests from '#shared/api/join-requests.ts';
import * as leagueFiles from '#shared/api/league-files.ts';
import * as leagueLog from '#shared/api/league-log.ts';
import * as leagueRoles from '#shared/api/league-roles.ts';
import * as luck from '#shared/api/luck.ts';
import * as mail from '#shared/api/mail.ts';
import * as noticeSettings from '#shared/api/notice-settings.ts';
import * as notifications from '#shared/api/notifications.ts';
import * as oddsHistory from '#shared/api/odds-history.ts';
import * as oversight from '#shared/api/oversight.ts';
import * as ownAccount from '#shared/api/own-account.ts';
import * as push from '#shared/api/push.ts';
import * as race from '#shared/api/race.ts';
import * as record from '#shared/api/record.ts';
import * as remarks from '#shared/api/remark-calls.ts';
import * as seasons from '#shared/api/seasons.ts';
import * as shelf from '#shared/api/shelf.ts';
import * as site from '#shared/api/site.ts';
import * as statement from '#shared/api/statement.ts';
import * as weeks from '#shared/api/weeks.ts';
import { exitWith } from '../lib/startup-error.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'api.md');

const resources: Record<string, Record<string, unknown>> = {
  'This place': site,
  Accounts: auth,
  "One's own account": { ...ownAccount, ...emailChange },
  Games: games,
  Bets: { ...bets, ...record },
  'Bets by pages': betPages,
  'Notes and reactions': remarks,
  Leagues: { ...groups, ...invite },
  'Who runs a league': { ...leagueRoles, ...leagueLog, ...joinRequests, ...leagueFiles },
  Seasons: seasons,
  Weeks: weeks,
  Race: race,
  'If it ended now': ifEnded,
  Form: form,
  Luck: luck,
  Shelf: shelf,
  Statements: statement,
  Notifications: { ...notifications, ...noticeSettings },
  Mail: mail,
  'Group chat': chat,
  Calendar: calendar,
  'Manual odds': { ...admin, ...oddsHistory },
  'The site': { ...adminGames, ...adminFeeds, ...oversight },
  Push: push,
  Events: events,
};

const who: Record<Access, string> = {
  all: 'everybody',
  'signed-in': 'who is signed in',
  member: 'members of the league (others: 404)',
  manager: 'the owner and the managers of the league (members: 403, others: 404)',
  owner: 'the owner of the league (members: 403, others: 404)',
  admin: 'admins (others: 403)',
};

/** The reference of every call as a page of Markdown, generated from the schemas that both sides parse with. */
export function apiReference(): string {
  const sections = Object.entries(resources).map(([title, room]) => {
    return [`## ${title}`, ...sorted(endpointsIn(room)).map(section)].join('\n\n');
  });
  return `${preface}\n\n${sections.join('\n\n')}\n`;
}

const preface = `# The API

Generated from \`shared/api\` by \`npm run docs:api\`; a test fails when this page is out of date.

Cookies carry the session. Bodies and answers are JSON. Money and lines are decimal text ("1090.91", "-3.5"), odds whole
American numbers, instants ISO 8601 in UTC; absent values are \`null\`. A question mark marks what may be left out.

\`GET /api/events\` alone answers a stream (\`text/event-stream\`) that does not end: the data of each event is the topic
\`sport:NFL\`, \`league:<id>\` or \`user:<id>\` of what has changed; \`user:<id>:removed:<league>\` and
\`user:<id>:deleted:<league>\` say how the user lost a league, \`user:<id>:notices\` that the user's inbox
changed, \`user:<id>:requests:<league>\` that the requests to join a league that the user runs did. A client that gets a topic asks again; one that reconnects
asks at once.

\`GET /calendar/<secret>.ics\` is no call of the API: it answers the calendar of the person whose link it is, in the format
of calendars (RFC 5545), without a session. Every other path of this shape is a 404.

\`POST /unsubscribe/<token>\` is none either: mail programs post to it without a session (RFC 8058), and it does what
\`POST /api/mail/unsubscribe\` does. A GET of it is a page with a button.

Every refusal has the body \`{ "message": string, "code": string }\`, some have more. Any call may be refused with 400
\`bad-input\`, 403 \`cross-site\`, 413, 415 \`not-json\`, 429 \`too-many\` with Retry-After, or 503 \`busy\` and \`unavailable\`;
a call about one league with 503 \`league-unreachable\` while its machine is lost;
all but those for everybody with 401 \`unauthorized\`. Further refusals are listed with their calls.

A call is judged in this order: how many calls there were (429), the session (401), the account (409 \`other-account\`), the
right (403, 404), the body (400, 413, 415), what it asks for (400, 404, 409). Where the body names the league of a bet, the
right comes after the body is known to be JSON. Bodies are UTF-8 of at most 16 kB, those of manual odds of 64 kB; after a
refusal of one that has not come whole, the connection is closed.

A page may name the account that it was drawn for in the header \`${accountHeader}\`: the id of the user, or \`${nobody}\`.
Calls that change something, signing out apart, are then refused with 409 \`other-account\` when the session is another's. The
header is only compared and proves nothing; a call without it is served.

A bet may carry an \`Idempotency-Key\` of 8 to 100 letters, digits, \`_\` and \`-\`. Requests with one key and one body get one
answer: the ticket, or for ten minutes the refusal of the bet (400, 404, 409) that the first of them got. A body that does
not parse and a league of others are refused before, and not stored. Another body under the key is refused with 422 \`key-reused\`, or \`key-refused\` where the first was refused too. After 401, 429 and 503 the same key may be sent again.`;

/** Every call of the API. */
export const allEndpoints = (): Endpoint[] => Object.values(resources).flatMap(endpointsIn);

/** The endpoints among a module's exports, also those in a record that it exports. */
export function endpointsIn(values: object): Endpoint[] {
  return Object.values(values).flatMap((value) => {
    if (typeof value !== 'object' || value === null) return [];
    return isEndpoint(value) ? [value] : endpointsIn(value);
  });
}

function isEndpoint(value: object): value is Endpoint {
  return 'method' in value && 'path' in value && 'reply' in value;
}

/** Sorted by path and method, because the order of a module's exports differs between runtimes. */
function sorted(endpoints: readonly Endpoint[]): Endpoint[] {
  return [...endpoints].sort((a, b) => addressKey(a).localeCompare(addressKey(b)));
}

const addressKey = ({ path, method, onlyWith }: Endpoint) => `${path} ${method} ${onlyWith}`;

function section(endpoint: Endpoint): string {
  const { method, path, access, params, body, reply, status, mayFind, refuses, isOverLeagues, onlyWith } = endpoint;
  const title = `### ${method} ${shownPath(path)}`;
  const lines = [
    onlyWith.length > 0 ? `${title} with ${wordList(onlyWith)}` : title,
    '',
    `Who may call: ${who[access]}.`,
  ];
  if (params) lines.push('', 'Path and query:', '', block(params));
  if (body) lines.push('', 'Body:', '', block(body));
  lines.push('', `Answer (${status}${mayFind ? ', or 200 if it was there before' : ''}):`, '', block(reply));
  if (isOverLeagues) lines.push('', overLeagues);
  if (refuses.length > 0) lines.push('', 'Refusals:', '', ...refuses.map((refusal) => `- ${refusal}`));
  return lines.join('\n');
}

const overLeagues = `While a machine is lost, the answer leaves its leagues out, and the header \`${unreachableHeader}\` says how many of
those that the caller is or was listed in.`;

/** '`status`, `before` or `limit`'. */
function wordList(names: readonly string[]): string {
  return names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

/** '/api/games/week/{week}/{season}'. */
function shownPath(path: string): string {
  return path.replace(/\{(\/:\w+)\}/g, '$1').replace(/:(\w+)/g, '{$1}');
}

function block(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  return ['```ts', rendered(json, ''), '```'].join('\n');
}

/**
 * The part of JSON Schema that zod generates for these endpoints. `alias` marks alternative names in requests, which
 * the reference omits.
 */
type Shape = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  description?: string;
  format?: string;
  alias?: true;
};

function rendered(shape: Shape, indent: string): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map((one) => rendered(one, indent)))].join(' | ');
  if (shape.properties) return renderedObject(shape, indent);
  if (shape.items) return listOf(rendered(shape.items, indent));
  const types = [shape.type ?? 'unknown'].flat().map((type) => (type === 'integer' ? 'number' : type));
  return types.join(' | ');
}

function listOf(item: string): string {
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function renderedObject({ properties = {}, required = [] }: Shape, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).flatMap(([name, shape]) => {
    if (shape.alias) return [];
    const note = noteOn(shape);
    const type = rendered(shape, inner);
    const field = `${inner}${name}${required.includes(name) ? '' : '?'}: ${type};`;
    if (!note) return [field];
    return type.includes('\n') ? [`${inner}// ${note}`, field] : [`${field} // ${note}`];
  });
  return ['{', ...fields, `${indent}}`].join('\n');
}

/** A comment on what a value means beyond its type; for a nullable value, the comment of the value itself. */
function noteOn({ description, format, anyOf = [] }: Shape): string | null {
  return (
    description ?? (format === 'date-time' ? 'instant' : (anyOf.map(noteOn).find((note) => note !== null) ?? null))
  );
}

async function main(): Promise<void> {
  await writeFile(file, apiReference());
  process.stdout.write(`${file} is up to date\n`);
}

/** The reference as committed in the repository. */
export const writtenReference = () => readFile(file, 'utf8');

if (process.argv[1] === import.meta.filename) main().catch(exitWith);

import { dirname, posix } from 'node:path';

/**
 * The imports that files may have, as paths from the top of the project; packages are `npm:name`. The first rule that
 * matches a file applies.
 */
type Rule = { files: RegExp; may: RegExp[]; says: string };

const packages = /^npm:/;
const domain = /^shared\/(domain\/|lazy\.ts$)/;
const wire = /^shared\/(domain\/|api\/|lazy\.ts$)/;
const shared = /^shared\/(domain\/|api\/|words\/|lazy\.ts$)/;
const lib = /^client\/src\/lib\//;
const ui = /^client\/src\/ui\//;
const ticketParts = /^client\/src\/tickets\//;
/**
 * The files of `shared` that the client's generic layers may import: how calls work, without any resource of the API.
 */
const transport = /^shared\/(lazy|api\/(account|endpoint|errors|events|site))\.ts$/;
const feature = /^client\/src\/features\//;
const serverLib = /^server\/lib\//;
/** The files that every part of the server may import: settings, `lib` and the connection, without the tables. */
const ground =
  /^server\/(env\.ts|lib\/(?!preset-ids)[\w-]+\.ts|db\/(clock|connection|one-send|upsert|prepared|json-pages|of-leagues|named-locks|reach|machine-claims)\.ts)$/;
/** Files with SQL: the stores, and four more files with conditions, locks and a list. */
export const store =
  /^server\/\w+\/([\w-]+-)?store\.ts$|^server\/(tickets\/visible|games\/(locks|speed)|settlement\/watch-list)\.ts$/;
/** Services: the files of a room that decide or present, without its routes; and the stores of http. */
const service =
  /^server\/(account|admin|audit|auth|calendar|chat|demo|events|games|leagues|ledger|letters|mail|notifications|oversight|preferences|push|quotes|remarks|settlement|statements|tickets|users)\/(?!(?:[\w-]+-)?routes\.ts)[\w-]+\.ts$|^server\/http\/[\w-]+-store\.ts$/;
const feed = /^server\/feed\//;
/** The shape in which every feed reports games. */
const feedAnswer = /^server\/games\/feed-answer\.ts$/;

const rules: Rule[] = [
  {
    files: /^shared\/domain\/.*\.test\.ts$/,
    may: [domain, /^shared\/testing\//, /^npm:(vitest|fast-check)$/],
    says: 'a test of the domain imports the domain alone: a test that needs more belongs beside the code that it needs',
  },
  {
    files: /^shared\/domain\//,
    may: [domain],
    says: 'the domain has no I/O, clock or packages: code with any of them belongs in shared/api, server or client',
  },
  {
    files: /^shared\/lazy\.ts$/,
    may: [],
    says: 'domain and wire both import it, so it imports nothing',
  },
  {
    files: /^shared\/api\/.*\.test\.ts$/,
    may: [wire, /^shared\/testing\//, /^npm:(zod|vitest|fast-check)$/],
    says: 'a test of the wire imports shared alone: a test that needs server or client belongs there',
  },
  {
    files: /^shared\/api\//,
    may: [wire, /^npm:(zod|vitest|fast-check)$/],
    says: 'shared/api is the wire alone: rules belong in shared/domain, effects in server or client',
  },
  {
    files: /^shared\/words\/.*\.test\.ts$/,
    may: [shared, /^shared\/testing\//, /^npm:(vitest|fast-check)$/],
    says: 'a test of the words imports shared alone: a test that needs server or client belongs there',
  },
  {
    files: /^shared\/words\//,
    may: [shared],
    says: 'words are made of values of the wire alone: elements belong in client, letters in server',
  },
  {
    files: /^shared\/testing\//,
    may: [shared, /^shared\/testing\//, packages],
    says: 'shared/testing builds values of shared/domain and knows neither server nor client',
  },
  {
    files: /^client\/e2e\//,
    may: [/^client\/e2e\//, /^server\//, shared, packages],
    says: 'a journey drives the product from outside: it finds the client on the page and never imports it',
  },
  {
    files: /^client\/build\//,
    may: [/^client\/(build\/|src\/app\/prerender\.tsx$)/, packages],
    says: 'the build knows files and chunks: components belong in client/src',
  },
  {
    files: /^client\/src\/lib\/.*\.test\.tsx?$/,
    may: [lib, shared, /^shared\/testing\//, packages],
    says: 'a test of client/lib imports client/lib and values of shared/testing',
  },
  {
    files: lib,
    may: [lib, transport, packages],
    says: 'client/lib is the lowest layer and knows no bets: components belong in ui, code about bets in tickets or a feature',
  },
  {
    files: /^client\/src\/(features|tickets|ui)\/.*\.test\.tsx?$/,
    may: [ticketParts, ui, lib, shared, /^(client\/src|shared)\/testing\//, packages],
    says: 'a test of a client part imports its own layers, client/src/testing and values of shared/testing',
  },
  {
    files: /^client\/src\/pages\/.*\.test\.tsx?$/,
    may: [feature, /^(client\/src\/(pages|testing)|shared\/testing)\//, ticketParts, ui, lib, shared, packages],
    says: 'a test of a page imports what pages import, client/src/testing and values of shared/testing',
  },
  {
    files: /^client\/src\/testing\//,
    may: [/^client\/src\/testing\//, packages],
    says: 'client/src/testing serves the tests of every part and knows none of them',
  },
  {
    files: ui,
    may: [ui, lib, transport, packages],
    says: 'client/ui could ship in another product: code about bets belongs in tickets, code of a feature in that feature',
  },
  {
    files: ticketParts,
    may: [ticketParts, ui, lib, shared, packages],
    says: 'client/tickets shows bets for every feature: code that one feature needs belongs in that feature',
  },
  {
    files: feature,
    may: [ticketParts, ui, lib, shared, packages],
    says: 'features never import each other: a page passes the callback or element of one to another',
  },
  {
    files: /^client\/src\/pages\//,
    may: [feature, /^client\/src\/pages\//, ticketParts, ui, lib, shared, packages],
    says: 'a page composes features and knows nothing of the app around it',
  },
  {
    files: /^client\/src\/app\//,
    may: [/^client\/src\//, shared, packages],
    says: 'the client never imports the server: code that both need belongs in shared',
  },
  {
    files: /^server\/(.*\.test\.ts$|testing\/)/,
    may: [/^server\//, shared, /^shared\/testing\//, packages],
    says: 'the server and its tests never import the client',
  },
  {
    files: serverLib,
    may: [/^server\/lib\/(?!preset-ids)/, shared, packages],
    says: 'lib could ship in another product: code of a room or of the database belongs in that room or in db',
  },
  {
    files: /^server\/db\//,
    may: [/^server\/db\//, ground, domain, packages],
    says: 'db knows tables and connections: SQL of a room belongs in its store',
  },
  {
    files: store,
    may: [
      store,
      ground,
      /^server\/(db\/tables\/[\w-]+|games\/(feed-answer|next-state|same-match)|feed\/feed)\.ts$/,
      shared,
      packages,
    ],
    says: 'a store has SQL and no rules: rules belong in a service',
  },
  {
    files: /^server\/feed\/(create|feed|ingest|quarantine)\.ts$/,
    may: [
      feed,
      store,
      /^server\/(games\/(feed-answer|next-state|same-match)|settlement\/confirm)\.ts$/,
      ground,
      domain,
      packages,
    ],
    says: 'a feed reads games: code that acts on them belongs in a service that a job calls',
  },
  {
    files: feed,
    may: [feed, feedAnswer, /^server\/(env|db\/clock|lib\/retry-after)\.ts$/, domain, packages],
    says: 'a file of a provider parses its answers: code that writes rows belongs in feed/ingest',
  },
  {
    files: /^server\/http\//,
    may: [/^server\/http\//, ground, /^server\/(db\/migrate)\.ts$/, shared, packages],
    says: 'http serves every room alike: code of one room belongs in its routes',
  },
  {
    files: /^server\/health\//,
    may: [/^server\/(http\/|(feed|worker)\/store\.ts$|db\/migrate\.ts$)/, ground, shared, packages],
    says: 'health reads the rows that other processes wrote',
  },
  {
    files: /^server\/\w+\/(?:[\w-]+-)?routes\.ts$/,
    may: [service, /^server\/http\//, ground, shared, packages],
    says: 'a route calls services: its SQL belongs in a store',
  },
  {
    files: /^server\/demo\//,
    may: [service, feed, /^server\/db\/preset-clock\.ts$/, ground, shared, /^npm:(?!express|passport)/],
    says: 'the demo calls the services of all rooms: its SQL belongs in its store',
  },
  {
    files: /^server\/admin\//,
    may: [service, /^server\/feed\/(?:quarantine-)?store\.ts$/, ground, shared, /^npm:(?!express|passport)/, /^node:/],
    says: 'the tools of admins call the services of all rooms, and read what pulls left',
  },
  {
    files: service,
    may: [service, ground, shared, /^npm:(?!express|passport)/, /^node:/],
    says: 'a service has rules: requests and replies belong in routes, calls of feeds in a job',
  },
  {
    files: /^server\/worker\//,
    may: [/^server\/worker\//, service, feed, ground, domain, packages],
    says: 'a job calls services and feeds and has no rules: a rule belongs in a service or shared/domain',
  },
  {
    files: /^server\/replay\//,
    may: [/^server\/(replay|feed)\//, domain, packages],
    says: 'the replay stands in for a provider: it never imports the product’s rooms',
  },
  {
    files: /^server\/(bench|chaos|economy|oracle|simulate|soak)\//,
    may: [/^server\//, shared, packages],
    says: 'measurements and faults run the product and its test helpers; they never import the client',
  },
  {
    files: /^server\/cli\//,
    may: [
      /^server\/(?!testing\/|bench\/|chaos\/|economy\/|oracle\/|simulate\/|soak\/|db\/preset-clock|lib\/preset-ids)/,
      shared,
      packages,
    ],
    says: 'a command runs the product: production code never imports its tests',
  },
  {
    files: /^server\/[\w-]+\.ts$/,
    may: [
      /^server\/(?!testing\/|replay\/|chaos\/|economy\/|oracle\/|cli\/|bench\/|simulate\/|soak\/|\w+\/store\.ts$|db\/(tables\/|preset-clock\.ts$)|lib\/preset-ids)/,
      shared,
      packages,
    ],
    says: 'loose files assemble the server from rooms: SQL belongs in stores, and they never import tools or tests',
  },
];

/** The specifiers that a source imports, re-exports or loads dynamically. */
export function importsIn(source: string): string[] {
  const statements = /(?:^|[\s;}])(?:from|import)\s*\(?\s*(?:'([^'\n]+)'|"([^"\n]+)")/g;
  return [...source.matchAll(statements)].flatMap(([, single, double]) => single ?? double ?? []);
}

/** The imported file from the top of the project, or `npm:name` and `node:name`. */
export function resolved(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  if (specifier.startsWith('#client/')) return specifier.replace('#client/', 'client/src/');
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('node:')) return specifier;
  const parts = specifier.split('/');
  return `npm:${specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]}`;
}

/** A sentence for each wrong import of a file, which says where the code belongs. */
export function wrongImports(file: string, source: string): string[] {
  const rule = rules.find(({ files }) => files.test(file));
  if (!rule) return [`${file}: no rule matches this folder, write one`];
  const nodeToo = !file.startsWith('shared/') && !file.startsWith('client/src/');
  const own = feature.test(file) ? `${file.split('/').slice(0, 4).join('/')}/` : null;
  return importsIn(source)
    .map((specifier) => resolved(file, specifier))
    .filter((target) => !(nodeToo && target.startsWith('node:')) && !(own && target.startsWith(own)))
    .filter((target) => !rule.may.some((allowed) => allowed.test(target)))
    .map((target) => `${file} imports ${target}: ${rule.says}`);
}

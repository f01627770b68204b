import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Which files may import which, as paths from the top of the project; packages are `npm:name`. The first rule that matches a
 * file applies.
 */
type Rule = { files: RegExp; may: RegExp[]; says: string };

const packages = /^npm:/;
const domain = /^shared\/(domain\/|lazy\.ts$)/;
const shared = /^shared\/(domain\/|api\/|lazy\.ts$)/;
const lib = /^client\/src\/lib\//;
const ui = /^client\/src\/ui\//;
const ticketParts = /^client\/src\/tickets\//;
/** What the client's generic layers may import of `shared`: how the wire works, and nothing of what it carries. */
const transport = /^shared\/(lazy|api\/(account|endpoint|errors|events|site))\.ts$/;
const feature = /^client\/src\/features\//;
const serverLib = /^server\/lib\//;
/** What every part of the server may import: settings, the generic pieces of `lib`, a connection; never the tables. */
const ground = /^server\/(env\.ts|lib\/[\w-]+\.ts|db\/(clock|connection|upsert|prepared)\.ts)$/;
/** Files that speak SQL: the stores, and three more conditions and locks that are SQL too. */
const store = /^server\/\w+\/([\w-]+-)?store\.ts$|^server\/(tickets\/visible|games\/locks|settlement\/watch-list)\.ts$/;
/** What decides and presents in the rooms: not their doors, and not what wakes them. */
const service =
  /^server\/(audit|auth|demo|events|games|leagues|ledger|mail|quotes|settlement|tickets|users)\/(?!routes\.ts)[\w-]+\.ts$/;
const feed = /^server\/feed\//;
/** The shape in which every feed reports games. */
const feedAnswer = /^server\/games\/feed-answer\.ts$/;

const rules: Rule[] = [
  {
    files: /^shared\/domain\/.*\.test\.ts$/,
    may: [domain, /^shared\/testing\//, /^npm:(vitest|fast-check)$/],
    says: 'the domain is tested by itself: a test that needs more belongs beside that',
  },
  {
    files: /^shared\/domain\//,
    may: [domain],
    says: 'the domain is true on a desert island: what needs a package, a clock or I/O belongs in shared/api, server or client',
  },
  {
    files: /^shared\/lazy\.ts$/,
    may: [],
    says: 'what the domain and the wire are both written with needs nothing itself',
  },
  {
    files: /^shared\/api\/.*\.test\.ts$/,
    may: [shared, /^shared\/testing\//, /^npm:(zod|vitest|fast-check)$/],
    says: 'the wire is tested by itself: a test that needs a side of it belongs beside that side',
  },
  {
    files: /^shared\/api\//,
    may: [shared, /^npm:(zod|vitest|fast-check)$/],
    says: 'shared/api is the wire alone: rules belong in shared/domain, effects in server or client',
  },
  {
    files: /^shared\/testing\//,
    may: [shared, /^shared\/testing\//, packages],
    says: 'shared/testing builds values of shared/domain and knows neither server nor client',
  },
  {
    files: /^client\/e2e\//,
    may: [/^client\/e2e\//, /^server\//, shared, packages],
    says: 'a journey drives the product from outside: what it needs of the client it finds on the page',
  },
  {
    files: /^client\/build\//,
    may: [/^client\/(build\/|src\/app\/prerender\.tsx$)/, packages],
    says: 'what shapes the build knows files and chunks: what draws belongs in client/src',
  },
  {
    files: /^client\/src\/lib\/.*\.test\.tsx?$/,
    may: [lib, shared, /^shared\/testing\//, packages],
    says: 'client/lib is tested by itself, on values of shared/testing',
  },
  {
    files: lib,
    may: [lib, transport, packages],
    says: 'client/lib is at the bottom and knows no bets: what draws belongs in ui, what knows bets in tickets or a feature',
  },
  {
    files: /^client\/src\/(features|tickets|ui)\/.*\.test\.tsx?$/,
    may: [ticketParts, ui, lib, shared, /^shared\/testing\//, packages],
    says: 'a part of the client is tested by itself, on values of shared/testing',
  },
  {
    files: ui,
    may: [ui, lib, transport, packages],
    says: 'client/ui could ship in another product: what knows bets belongs in tickets, what knows a feature in that feature',
  },
  {
    files: ticketParts,
    may: [ticketParts, ui, lib, shared, packages],
    says: 'client/tickets shows bets to every feature: what only one feature needs belongs there',
  },
  {
    files: feature,
    may: [ticketParts, ui, lib, shared, packages],
    says: 'features never import each other: a page hands one the callback or element of another',
  },
  {
    files: /^client\/src\/pages\//,
    may: [feature, /^client\/src\/pages\//, ticketParts, ui, lib, shared, packages],
    says: 'a page composes features and knows nothing of the app around it',
  },
  {
    files: /^client\/src\/app\//,
    may: [/^client\/src\//, shared, packages],
    says: 'the client never meets the server: what both need belongs in shared',
  },
  {
    files: /^server\/(.*\.test\.ts$|testing\/)/,
    may: [/^server\//, shared, /^shared\/testing\//, packages],
    says: 'the server and its tests never meet the client',
  },
  {
    files: serverLib,
    may: [serverLib, shared, packages],
    says: 'lib could ship in another product: what knows a room or the database belongs there',
  },
  {
    files: /^server\/db\//,
    may: [/^server\/db\//, ground, domain, packages],
    says: 'db knows tables and connections: what speaks of a room belongs in its store',
  },
  {
    files: store,
    may: [
      store,
      ground,
      /^server\/(db\/tables|games\/(feed-answer|next-state|speed)|feed\/feed)\.ts$/,
      shared,
      packages,
    ],
    says: 'a store speaks SQL and decides nothing: what decides belongs in a service',
  },
  {
    files: /^server\/feed\/(create|feed|ingest)\.ts$/,
    may: [
      feed,
      store,
      /^server\/(games\/(feed-answer|next-state|same-match)|settlement\/confirm)\.ts$/,
      ground,
      domain,
      packages,
    ],
    says: 'a feed brings games: what follows from them belongs in a service that a job calls',
  },
  {
    files: feed,
    may: [feed, feedAnswer, /^server\/(env|db\/clock)\.ts$/, domain, packages],
    says: 'a provider’s file translates its words: what writes rows belongs in feed/ingest',
  },
  {
    files: /^server\/http\//,
    may: [/^server\/http\//, ground, /^server\/(db\/migrate)\.ts$/, shared, packages],
    says: 'http is the same for every room: what knows one belongs in its routes',
  },
  {
    files: /^server\/health\//,
    may: [/^server\/(http\/|(feed|worker)\/store\.ts$|db\/migrate\.ts$)/, ground, shared, packages],
    says: 'health reads what the other processes left in the database',
  },
  {
    files: /^server\/\w+\/routes\.ts$/,
    may: [service, /^server\/http\//, ground, shared, packages],
    says: 'a route calls services of rooms: what it needs of SQL belongs in a store',
  },
  {
    files: /^server\/demo\//,
    may: [service, feed, ground, shared, /^npm:(?!express|passport)/],
    says: 'the demo lives through the services of all rooms: what it needs of SQL belongs in its store',
  },
  {
    files: service,
    may: [service, ground, shared, /^npm:(?!express|passport)/, /^node:/],
    says: 'a service tells one act: requests and replies belong in routes, the feed’s work in a job',
  },
  {
    files: /^server\/worker\//,
    may: [/^server\/worker\//, service, feed, ground, domain, packages],
    says: 'a job calls services and feeds and holds no rules: a rule belongs in a service or shared/domain',
  },
  {
    files: /^server\/replay\//,
    may: [/^server\/(replay|feed)\//, domain, packages],
    says: 'the replay stands where a provider would: it never touches the product’s own rooms',
  },
  {
    files: /^server\/(bench|chaos|oracle)\//,
    may: [/^server\//, shared, packages],
    says: 'measurements and faults run the product, and what its tests run it with; they never meet the client',
  },
  {
    files: /^server\/cli\//,
    may: [/^server\/(?!testing\/)/, shared, packages],
    says: 'a command runs the product: production code never imports its tests',
  },
  {
    files: /^server\/[\w-]+\.ts$/,
    may: [
      /^server\/(?!testing\/|replay\/|chaos\/|oracle\/|cli\/|bench\/|\w+\/store\.ts$|db\/tables\.ts$)/,
      shared,
      packages,
    ],
    says: 'the server is put together from rooms: SQL belongs in their stores, tools and tests stay outside',
  },
];

/** Everything that a source imports, re-exports or loads later. */
function importsIn(source: string): string[] {
  const statements = /(?:^|[\s;}])(?:from|import)\s*\(?\s*(?:'([^'\n]+)'|"([^"\n]+)")/g;
  return [...source.matchAll(statements)].flatMap(([, single, double]) => single ?? double ?? []);
}

/** The imported file from the top of the project, or `npm:name` and `node:name`. */
function resolved(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  if (specifier.startsWith('#client/')) return specifier.replace('#client/', 'client/src/');
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('node:')) return specifier;
  const parts = specifier.split('/');
  return `npm:${specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]}`;
}

/** What is wrong with the imports of one file, in words that say where the line belongs. */
function wrongImports(file: string, source: string): string[] {
  const rule = rules.find(({ files }) => files.test(file));
  if (!rule) return [`${file}: no rule speaks of this folder, write one`];
  const nodeToo = !file.startsWith('shared/') && !file.startsWith('client/src/');
  const own = feature.test(file) ? `${file.split('/').slice(0, 4).join('/')}/` : null;
  return importsIn(source)
    .map((specifier) => resolved(file, specifier))
    .filter((target) => !(nodeToo && target.startsWith('node:')) && !(own && target.startsWith(own)))
    .filter((target) => !rule.may.some((allowed) => allowed.test(target)))
    .map((target) => `${file} imports ${target}: ${rule.says}`);
}

const root = join(import.meta.dirname, '../..');

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    ['client', 'server', 'shared'].map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true });
      return entries.map((entry) => posix.join(folder, entry.replaceAll('\\', '/')));
    }),
  );
  const itself = 'server/testing/import-rules.test.ts'; // holds bad examples
  return found.flat().filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file) && file !== itself);
}

test('every import goes one way', async () => {
  const files = await sources();
  expect(files.length).toBeGreaterThan(100);
  const wrong = await Promise.all(
    files.map(async (file) => wrongImports(file, await readFile(join(root, file), 'utf8'))),
  );
  expect(wrong.flat()).toEqual([]);
});

test('no file has a name that says nothing', async () => {
  const nothing = /(^|\/)(utils?|helpers?|misc|common|types|constants|hooks)(\.test)?(\.tsx?|\/)/;
  const barrels = (file: string) => /\/index\.tsx?$/.test(file) && file !== 'server/index.ts';
  expect((await sources()).filter((file) => nothing.test(file) || barrels(file))).toEqual([]);
});

test('only stores know the tables', async () => {
  const knowing = await Promise.all(
    (await sources()).map(async (file) => {
      const targets = importsIn(await readFile(join(root, file), 'utf8')).map((specifier) => resolved(file, specifier));
      return targets.includes('server/db/tables.ts') ? [file] : [];
    }),
  );
  const production = knowing.flat().filter((file) => !/\.test\.ts$|^server\/testing\//.test(file));
  expect(production.filter((file) => !store.test(file) && !file.startsWith('server/db/'))).toEqual([]);
});

/** The product's own files, without tests and what only tests and measurements use, with the files that each imports. */
async function importGraph(): Promise<Map<string, string[]>> {
  const outside = /\.test\.tsx?$|^(client\/e2e|server\/(testing|bench|chaos|oracle)|shared\/testing)\//;
  const files = (await sources()).filter((file) => !outside.test(file));
  const known = new Set(files);
  const imports = files.map(async (file): Promise<[string, string[]]> => {
    const targets = importsIn(await readFile(join(root, file), 'utf8')).map((specifier) => resolved(file, specifier));
    return [file, targets.filter((target) => known.has(target))];
  });
  return new Map(await Promise.all(imports));
}

/** A path of imports from `file` back to itself; null when there is none. */
function circleThrough(file: string, graph: Map<string, string[]>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [file];
  for (const at of queue) {
    for (const target of graph.get(at) ?? []) {
      if (target === file) {
        const path = [at];
        for (let step = at; step !== file; path.unshift(step)) step = cameFrom.get(step) ?? file;
        return [...path, file];
      }
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, at);
      queue.push(target);
    }
  }
  return null;
}

test('no files import each other in a circle', async () => {
  const graph = await importGraph();
  const circles = [...graph.keys()].flatMap((file) => circleThrough(file, graph)?.join(' -> ') ?? []);
  expect(circles, 'move what both files need into a third one').toEqual([]);
});

/** The room of a file: its folder below `server`, `shared` or `client/src`; a loose file is in no room. */
function roomOf(file: string): string | null {
  return /^(server\/[\w-]+|shared\/[\w-]+|client\/src\/(?:features\/)?[\w-]+)\//.exec(file)?.[1] ?? null;
}

/** Rooms that import each other, each with the reason for both directions. README's map says the same. */
const mutualRooms: Record<string, string> = {
  'server/games server/quotes': 'a game is shown with its quote; odds are set on a game',
  'server/leagues server/settlement':
    'a league waits for corrections; a result set by hand shows what it moves in each league',
  'server/leagues server/tickets':
    'a leaderboard counts the tickets that the viewer may see; a ticket is placed in a league',
};

test('no further pair of rooms imports each other', async () => {
  const arrows = new Set<string>();
  for (const [file, targets] of await importGraph()) {
    for (const target of targets) {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from && to && from !== to) arrows.add(`${from} ${to}`);
    }
  }
  const pairs = [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`);
  });
  expect(
    pairs.toSorted(),
    'one direction must go: move what it imports, or explain the pair here and in the map',
  ).toEqual(Object.keys(mutualRooms).toSorted());
});

describe('the checker', () => {
  test.each([
    ['shared/domain/x.ts', "import { z } from 'zod';", 'npm:zod'],
    ['shared/domain/x.ts', "import { readFile } from 'node:fs';", 'node:fs'],
    ['shared/domain/x.ts', "import type { Bet } from '#shared/api/bets.ts';", 'shared/api/bets.ts'],
    ['shared/domain/x.ts', "import { fc } from '../testing/arbitraries.ts';", 'shared/testing/arbitraries.ts'],
    ['shared/api/x.ts', "import { Router } from 'express';", 'npm:express'],
    ['shared/api/x.ts', "import { call } from '#client/lib/call.ts';", 'client/src/lib/call.ts'],
    ['client/src/lib/x.ts', "import { Button } from '../ui/button.tsx';", 'client/src/ui/button.tsx'],
    [
      'client/src/ui/x.tsx',
      "import { slip } from '#client/features/bet-slip/store.ts';",
      'client/src/features/bet-slip/store.ts',
    ],
    [
      'client/src/features/games/x.tsx',
      "import { slip } from '../bet-slip/store.ts';",
      'client/src/features/bet-slip/store.ts',
    ],
    [
      'client/src/features/games/x.tsx',
      "import { Page } from '#client/pages/games-page.tsx';",
      'client/src/pages/games-page.tsx',
    ],
    ['client/src/pages/x.tsx', "import { App } from '../app/app.tsx';", 'client/src/app/app.tsx'],
    ['client/src/app/x.tsx', "import { createApp } from '#server/app.ts';", 'server/app.ts'],
    ['client/src/app/x.tsx', "import { join } from 'node:path';", 'node:path'],
    [
      'client/src/lib/x.test.ts',
      "import { world } from '../../../server/testing/world.ts';",
      'server/testing/world.ts',
    ],
    ['server/app.ts', "import { App } from '#client/app/app.tsx';", 'client/src/app/app.tsx'],
    ['server/app.ts', "import { testWorld } from './testing/world.ts';", 'server/testing/world.ts'],
    ['server/app.ts', "import { replay } from './replay/replay.ts';", 'server/replay/replay.ts'],
    ['server/app.ts', "import { users } from './db/tables.ts';", 'server/db/tables.ts'],
    ['server/cli/x.ts', "import { testWorld } from '../testing/world.ts';", 'server/testing/world.ts'],
    ['server/leagues/routes.ts', "import { leagues } from '../db/tables.ts';", 'server/db/tables.ts'],
    ['server/leagues/routes.ts', "import { createApp } from '../app.ts';", 'server/app.ts'],
    ['server/tickets/place.ts', "import { tickets } from '../db/tables.ts';", 'server/db/tables.ts'],
    ['server/tickets/place.ts', "import type { Request } from 'express';", 'npm:express'],
    ['server/tickets/place.ts', "import { mount } from '../http/mount.ts';", 'server/http/mount.ts'],
    ['server/tickets/place.ts', "import { ticketRoutes } from './routes.ts';", 'server/tickets/routes.ts'],
    ['server/settlement/settle.ts', "import { createEspnFeed } from '../feed/espn.ts';", 'server/feed/espn.ts'],
    ['server/tickets/store.ts', "import { placeTicket } from './place.ts';", 'server/tickets/place.ts'],
    ['server/db/connection.ts', "import { findUser } from '../users/store.ts';", 'server/users/store.ts'],
    ['server/http/session.ts', "import { verifyUser } from '../auth/service.ts';", 'server/auth/service.ts'],
    ['server/feed/espn.ts', "import { upsertGames } from '../games/store.ts';", 'server/games/store.ts'],
    ['server/feed/ingest.ts', "import { settleGames } from '../settlement/settle.ts';", 'server/settlement/settle.ts'],
    ['server/worker/jobs/x.ts', "import { games } from '../../db/tables.ts';", 'server/db/tables.ts'],
    ['server/worker/jobs/x.ts', "import { gameRoutes } from '../../games/routes.ts';", 'server/games/routes.ts'],
    ['server/worker/jobs/x.ts', "import { mount } from '../../http/mount.ts';", 'server/http/mount.ts'],
    ['server/replay/x.ts', "import { settleGames } from '../settlement/settle.ts';", 'server/settlement/settle.ts'],
  ])('finds what is wrong in %s: %s', (file, source, target) => {
    expect(wrongImports(file, source)).toEqual([expect.stringContaining(`${file} imports ${target}: `)]);
  });

  test.each([
    ['over several lines', "import {\n  a,\n  b,\n} from '#server/app.ts';"],
    ['of types', "import type { App } from '#server/app.ts';"],
    ['that passes on', "export { createApp } from '#server/app.ts';"],
    ['for its effect', "import '#server/app.ts';"],
    ['that loads later', "const app = await import('#server/app.ts');"],
    ['in a type', "type App = import('#server/app.ts').App;"],
    ['in double quotes', 'import { createApp } from "#server/app.ts";'],
    ['in one line with another', "import a from 'react';import b from '#server/app.ts';"],
    ['by a path', "import { createApp } from '../../../server/app.ts';"],
  ])('sees an import %s', (_name, source) => {
    expect(wrongImports('client/src/lib/x.ts', source)).toHaveLength(1);
  });

  test.each([
    [
      'client/src/features/games/x.tsx',
      "import { line } from './team-line.tsx';\nimport { Money } from '#client/ui/money.tsx';",
    ],
    ['client/src/pages/x.tsx', "import { Slate } from '#client/features/games/slate.tsx';"],
    [
      'server/tickets/place.ts',
      "import { createHash } from 'node:crypto';\nimport { holdGames } from '../games/store.ts';",
    ],
    ['server/tickets/store.ts', "import { tickets } from '../db/tables.ts';"],
    ['server/worker/jobs/x.ts', "import { settleGames } from '../../tickets/settle.ts';"],
    ['server/cli/replay.ts', "import { startReplay } from '../replay/replay.ts';"],
    [
      'shared/domain/x.test.ts',
      "import fc from 'fast-check';\nimport { anyCents } from '#shared/testing/arbitraries.ts';",
    ],
  ])('lets %s be', (file, source) => {
    expect(wrongImports(file, source)).toEqual([]);
  });

  test('wants a rule for every folder', () => {
    expect(wrongImports('server/casino/spin.ts', '')).toEqual([expect.stringContaining('no rule')]);
  });
});

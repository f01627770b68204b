import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { markets } from '#shared/domain/side.ts';
import { importsIn, resolved, store, wrongImports } from './import-rules.ts';

const root = join(import.meta.dirname, '../..');

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    ['client', 'server', 'shared'].map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true });
      return entries.map((entry) => posix.join(folder, entry.replaceAll('\\', '/')));
    }),
  );
  const itself = 'server/testing/import-checker.test.ts'; // contains wrong imports as examples
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

/** Chosen: so much is still read in one go. */
const mostLines = 400;

test('no file has more than 400 lines', async () => {
  const long = await Promise.all(
    (await sources()).map(async (file) => {
      const lines = (await readFile(join(root, file), 'utf8')).split('\n').length - 1;
      return lines > mostLines ? [file] : [];
    }),
  );
  expect(long.flat(), 'split it by theme').toEqual([]);
});

test('only stores know the tables', async () => {
  const knowing = await Promise.all(
    (await sources()).map(async (file) => {
      const targets = importsIn(await readFile(join(root, file), 'utf8')).map((specifier) => resolved(file, specifier));
      return targets.some((target) => target.startsWith('server/db/tables/')) ? [file] : [];
    }),
  );
  const production = knowing.flat().filter((file) => !/\.test\.ts$|^server\/testing\//.test(file));
  expect(production.filter((file) => !store.test(file) && !file.startsWith('server/db/'))).toEqual([]);
});

test('nobody replaces the source of ids and secrets but the file that tests may import', async () => {
  const naming = await Promise.all(
    (await sources()).map(async (file) =>
      (await readFile(join(root, file), 'utf8')).includes('idSource') ? [file] : [],
    ),
  );
  const itself = 'server/testing/import-rules.test.ts';
  expect(naming.flat().filter((file) => file !== itself)).toEqual(['server/lib/ids.ts', 'server/lib/preset-ids.ts']);
});

/** Tests, test helpers and measuring tools. */
const outside =
  /\.test\.tsx?$|^(client\/e2e|server\/(testing|bench|chaos|economy|oracle|simulate|soak)|shared\/testing)\//;

test('only stores and db speak SQL', async () => {
  const errorsOfDrizzle = 'server/lib/log.ts';
  const maySpeak = (file: string) => store.test(file) || file.startsWith('server/db/') || file === errorsOfDrizzle;
  const speaking = await Promise.all(
    (await sources())
      .filter((file) => !outside.test(file) && !maySpeak(file))
      .map(async (file) => {
        const source = await readFile(join(root, file), 'utf8');
        const isUsingDrizzle = importsIn(source).some((specifier) => specifier.startsWith('drizzle-orm'));
        return isUsingDrizzle || /\.query[<(]/.test(source) ? [file] : [];
      }),
  );
  expect(speaking.flat(), 'move the statement into the store of the room that owns the table').toEqual([]);
});

test('only the files of markets and the formats of feeds ask which market it is', async () => {
  const asks = new RegExp(`(?:[!=]==|case|includes\\() *'(?:${markets.join('|')})'`);
  const mayAsk = /^(shared\/domain\/markets|server\/(feed|replay))\//;
  const asking = await Promise.all(
    (await sources())
      .filter((file) => !outside.test(file) && !mayAsk.test(file))
      .map(async (file) => (asks.test(await readFile(join(root, file), 'utf8')) ? [file] : [])),
  );
  expect(asking.flat(), 'what differs between markets is a field of MarketRules').toEqual([]);
});

/** The imports of each file of the product, without tests, test helpers and measuring tools. */
async function importGraph(): Promise<Map<string, string[]>> {
  const files = (await sources()).filter((file) => !outside.test(file));
  const known = new Set(files);
  const imports = files.map(async (file): Promise<[string, string[]]> => {
    const targets = importsIn(await readFile(join(root, file), 'utf8')).map((specifier) => resolved(file, specifier));
    return [file, targets.filter((target) => known.has(target))];
  });
  return new Map(await Promise.all(imports));
}

/** A path of imports from `file` back to itself; null if there is none. */
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
  'server/letters server/notifications': 'a notice is queued for mail; a letter has the words of its notice',
  'server/notifications server/push': 'a notice is queued for devices; a push has the words of its notice',
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

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { leagueStatementFile } from '#shared/api/statement.ts';
import { runCommand } from '../testing/command.ts';
import { aBet, final } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';

vi.setConfig({ testTimeout: 60_000 }); // the tests start processes, which are slow on a busy machine

let world: World;
let folder: string;

beforeAll(async () => {
  world = await testWorld();
  folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
});
afterAll(async () => {
  await world.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run verify-statement -- OLD NEW` as a process without a database, on files with these texts. */
async function verify(older: string, newer: string) {
  const files = [join(folder, 'old.csv'), join(folder, 'new.csv')];
  for (const [at, text] of [older, newer].entries()) await writeFile(files[at] ?? '', text);
  return runCommand('verify-statement', {}, ...files);
}

/** The statements of a member before and after a result. */
async function twoStatements(): Promise<{ older: string; newer: string }> {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const game = await world.addGame();
  const params = { id: league.id };
  await ann.call(placeBet, { body: aBet(league, game, '100') });
  const older = (await ann.call(leagueStatementFile, { params })).reply;
  await world.finish(final(game, 30, 0));
  return { older, newer: (await ann.call(leagueStatementFile, { params })).reply };
}

test('a newer statement continues an older one, also one that a spreadsheet saved again', async () => {
  const { older, newer } = await twoStatements();
  const found = await verify(older, newer);
  expect(found).toMatchObject({ code: 0, complained: '' });
  expect(found.said).toContain('entries 1 to 2 are unchanged, 1 more follow');
  const saved = older.replace('\ufeff', '').replaceAll('\r\n', '\n').replaceAll('.00,', ',');
  expect(saved).not.toBe(older);
  expect(await verify(saved, newer)).toMatchObject({ code: 0 });
  expect(await verify(newer, newer)).toMatchObject({ code: 0 });
});

test('a statement with another past ends with status 1 and says at which line they differ', async () => {
  const [mine, another] = [await twoStatements(), await twoStatements()];
  const edited = mine.newer.replace(',-100.00,900.00,', ',-90.00,910.00,');
  expect(edited).not.toBe(mine.newer);
  for (const [older, newer, words] of [
    [mine.older, edited, 'The newer statement: line 4 (entry 2) does not fit its digest'],
    [mine.newer, mine.older, 'The newer statement ends at entry 2; the older one goes on to entry 3'],
    [mine.older, another.newer, 'These are no statements of one member in one league'],
    [mine.older, mine.newer.slice(0, -30), 'breaks off within line 5'],
    [mine.older, '', 'The newer statement: the first line is not the heading of a statement'],
  ] as const) {
    const found = await verify(older, newer);
    expect(found).toMatchObject({ code: 1, complained: '' });
    expect(found.said).toContain(words);
  }
});

test('a file that cannot be read, or a missing one, is an error with words', async () => {
  const { complained, code } = await runCommand(
    'verify-statement',
    {},
    join(folder, 'none.csv'),
    join(folder, 'no.csv'),
  );
  expect(code).toBe(1);
  expect(complained).toContain('none.csv cannot be read');
  const one = await runCommand('verify-statement', {}, 'old.csv');
  expect(one.code).toBe(1);
  expect(one.complained).toContain('Usage: npm run verify-statement -- OLD.csv NEW.csv');
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { limitsAt } from '#shared/domain/limits.ts';
import { StartupError } from '../lib/startup-error.ts';
import { previewResult } from '../settlement/set-result.ts';
import { runCommand, runPreloaded } from '../testing/command.ts';
import { aBet, aGame, final } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf, ledgerCounts } from '../testing/ledger-asserts.ts';
import { testWorld, type World } from '../testing/world.ts';
import { readWords, usage } from './game-words.ts';

vi.setConfig({ testTimeout: 60_000 }); // whole processes, on a machine that may be busy

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** Runs `npm run game -- …` as a process, in an environment that does not name the feed of these games. */
const game = (...words: string[]) => runCommand('game', { DATABASE_URL: world.database.url }, ...words);

/** Moves the game's start into the past, since the process reads the real clock. */
async function startedAgo(id: string, hours: number): Promise<void> {
  const { pool } = world.database;
  await pool.query("update games set starts_at = now() - $2 * interval '1 hour' where id = $1", [id, hours]);
  await pool.query("update legs set original_start = now() - $2 * interval '1 hour' where game_id = $1", [id, hours]);
}

test('a void shows what it would move, waits for --yes, then writes that, and nothing the second time', async () => {
  const { db } = world.database;
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  const league = await world.league(ann);
  const name = 'Sunday\u001b[31m League'; // stored before such names were refused
  await world.database.pool.query('update leagues set name = $2 where id = $1', [league.id, name]);
  await world.join(bob, league);
  const now = world.clock.now;
  world.clock.now = new Date(now.getTime() - 3 * 3_600_000); // the result's time: within the 72 hours of corrections
  const played = await world.addGame();
  await ann.call(placeBet, { body: aBet(league, played, '100') });
  await bob.call(placeBet, { body: aBet(league, played, '200', 'spread', 'away') });
  await world.finish(final(played, 30, 0));
  world.clock.now = now;
  const before = await ledgerCounts(db);

  const words = ['void', played.id, '--reason', 'Played by the wrong teams'];
  const shown = await game(...words);
  expect(shown).toMatchObject({ code: 1, complained: 'Nothing is written. Add --yes to write it.\n' });
  const [title, present, then, , heading, ...lines] = shown.said.split('\n');
  expect(title).toContain(`${played.id}, NFL: Kansas City Chiefs @ Buffalo Bills, `);
  expect(present).toMatch(/^now: {3}Buffalo Bills 30, Kansas City Chiefs 0, by the feed \(result 1, .+ ET\)$/);
  expect(then).toBe('then:  void (result 2: Played by the wrong teams)');
  expect(heading).toBe('Sunday [31m League: 2 tickets change, 2 legs graded, +109.09 Ching');
  expect(lines.slice(0, 2).sort()).toEqual(
    [
      expect.stringMatching(/^ {2}ticket \S+ of Ann, stake 100\.00: won -> void, reversal -190\.91, refund \+100\.00$/),
      expect.stringMatching(/^ {2}ticket \S+ of Bob, stake 200\.00: lost -> void, refund \+200\.00$/),
    ].sort((a, b) => String(a).localeCompare(String(b))),
  );
  expect(lines.slice(2)).toEqual([
    '  Ann: available 1090.91 -> 1000.00, balance 1090.91 -> 1000.00, rank 1',
    '  Bob: available 800.00 -> 1000.00, balance 800.00 -> 1000.00, rank 2 -> 1',
    '',
    'In all: 2 tickets in 1 league, +109.09 Ching.',
    '',
  ]);
  expect(await ledgerCounts(db)).toEqual(before);
  expect((await ann.call(listBets)).reply.map(({ status }) => status)).toEqual(['won']);

  expect(await game(...words, '--yes')).toEqual({
    code: 0,
    said: `${shown.said}\nWritten as result 2, and settled.\n`,
    complained: '',
  });
  for (const { user } of [ann, bob]) {
    expect(await fundsOf(db, league.id, user.id)).toEqual({ available: 100_000, pending: 0 });
  }
  await expectLedgerBalances(db);

  const written = await ledgerCounts(db);
  const again = await game(...words, '--yes');
  expect(again).toMatchObject({ code: 0, complained: '' });
  expect(again.said).toContain('This is its result already: there is nothing to write.');
  expect(await ledgerCounts(db)).toEqual(written);
});

test('a result settles a game that nobody settles, which is listed until then with why it waits', async () => {
  const ann = await world.signUp('Ann');
  const league = await world.league(ann);
  const lost = aGame({ sport: 'MLB' });
  await world.poll(lost);
  await ann.call(placeBet, { body: aBet(league, lost, '100', 'total', 'over') });
  expect(await game('result', lost.id, '5', '3', '--reason', 'By the box score')).toMatchObject({
    code: 1,
    complained: 'The game has not started: it can be voided, but it has no score yet.\n',
  });
  await startedAgo(lost.id, 13);
  await world.database.pool.query("update tickets set placed_at = now() - interval '14 hours'");
  const { said } = await game('overdue');
  expect(said).toContain(`${lost.id}, MLB: Kansas City Chiefs @ Buffalo Bills, `);
  expect(said).toContain('1 open leg in 1 league, the first placed for ');
  expect(said).toContain('waits: the feed has not seen it begin');
  const { rows } = await world.database.pool.query('select original_start from legs where game_id = $1', [lost.id]);
  const limit = limitsAt(1).finalBy('MLB', rows[0].original_start, false);
  expect(said).toContain(`void if not final by ${showInstant(limit)}`);

  const words = ['result', lost.id, '40', '9', '--half-innings', '17', '--reason', 'By the box score', '--yes'];
  const done = await game(...words);
  expect(done).toMatchObject({ code: 0, complained: '' });
  expect(done.said).toContain('now:   no result\nthen:  Buffalo Bills 40, Kansas City Chiefs 9 after 17 half-innings');
  expect(done.said).toContain(': 1 ticket changes, 1 leg graded, +190.91 Ching');
  expect(done.said).toMatch(/stake 100\.00: open -> won, payout \+190\.91/);
  expect(await fundsOf(world.database.db, league.id, ann.user.id)).toEqual({ available: 109_091, pending: 0 });
  expect((await game('overdue')).said).toBe('No game with open legs started more than 12 hours ago.\n');
});

test('goes by the database’s clock: five hours ahead, the machine gives no game a score before its start', async () => {
  const coming = await world.addGame();
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'shift'), String(5 * 3_600_000));
  const env = { DATABASE_URL: world.database.url, CLOCK_SHIFT_FILE: join(folder, 'shift') };
  const modules = [import.meta.resolve('../testing/shifted-clock.ts')];
  const words = ['result', coming.id, '20', '17', '--reason', 'By the box score', '--yes'];
  expect(await runPreloaded(modules, 'game', env, ...words)).toMatchObject({
    code: 1,
    complained: 'The game has not started: it can be voided, but it has no score yet.\n',
  });
});

test('a correction that takes points from both teams is listed until an admin has judged it', async () => {
  const game_ = await world.addGame();
  await world.finish(final(game_, 21, 20));
  await world.poll(final(game_, 0, 0));
  const { said } = await game('overdue');
  expect(said).toContain('  its result: Buffalo Bills 21, Kansas City Chiefs 20\n');
  expect(said).toMatch(/ {2}the feed says since .*: Buffalo Bills 0, Kansas City Chiefs 0\n/);
  expect(said).toContain('  waits for an admin’s word, since it takes points from both teams\n  lapses after ');
  await game('result', game_.id, '21', '20', '--reason', 'By the box score', '--yes');
  expect((await game('overdue')).said).toBe('No game with open legs started more than 12 hours ago.\n');
});

test('what it refuses is said in one line', async () => {
  expect(await game('void', 'espn:nobody', '--reason', 'a test')).toEqual({
    code: 1,
    said: '',
    complained: 'There is no game espn:nobody.\n',
  });
  const known = aGame();
  await world.poll(known);
  await startedAgo(known.id, 3);
  const preview = async (...words: string[]) => {
    const asked = readWords(words);
    if (asked.verb !== 'set') throw new Error(`${words} would set nothing`);
    return previewResult(world.database, asked.wanted);
  };
  await expect(preview('void', known.id)).rejects.toThrow(/^A reason is needed: members read it on their bets\.$/);
  for (const score of ['1e2', '301']) {
    await expect(preview('result', known.id, score, '0', '--reason', 'a test')).rejects.toThrow(
      /^Scores are whole numbers from 0 to 300\.$/,
    );
  }
});

test('words that say nothing to it are answered with how it is used', async () => {
  expect(await game()).toEqual({ code: 1, said: '', complained: `${usage}\n` });
  for (const words of [
    ['result', 'espn:1', '-2', '0', '--reason', 'x'],
    ['void', 'espn:1', '3', '0', '--reason', 'x'],
    ['overdue', 'espn:1'],
  ]) {
    expect(() => readWords(words)).toThrow(new StartupError(usage));
  }
});

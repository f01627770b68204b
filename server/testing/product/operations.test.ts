import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const server = join(root, 'server');
const document = await readFile(join(root, 'docs/operations.md'), 'utf8');

type Line = {
  level: string;
  text: string;
  /** Whether the line holds the network address of a caller. */
  hasAddress: boolean;
};

/** Every line that the server's sources log, without tests and measuring tools. */
async function logged(): Promise<Line[]> {
  const files = (await readdir(server, { recursive: true }))
    .map((path) => path.split('\\').join(posix.sep))
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|^(testing|bench|chaos|oracle)\//.test(path));
  const lines = await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(server, file), 'utf8');
      return linesIn(source).map((line) => (line.text ? line : { ...line, text: `${file} says what nobody can find` }));
    }),
  );
  return lines.flat();
}

/** The strings in the last argument of each log call, and those of `warnings()`, which are passed to a log call. */
function linesIn(source: string): Line[] {
  const start = source.indexOf('export function warnings(');
  const handedOver = start < 0 ? [] : stringsIn(source.slice(start)).filter((text) => text.endsWith('.'));
  const calls = [...source.matchAll(/\blog\??\.(trace|debug|info|warn|error|fatal)\(/g)].flatMap((call) => {
    const rest = source.slice(call.index + call[0].length);
    const last = lastArgument(rest);
    const texts = stringsIn(last);
    if (last === 'words') return []; // a string of `warnings()`, which is read there
    const hasAddress = /\b(callerOf|caller|ip)\b/.test(rest.slice(0, rest.indexOf(last)));
    return (texts.length > 0 ? texts : ['']).map((text) => ({ level: call[1] ?? '', text, hasAddress }));
  });
  return [...calls, ...handedOver.map((text) => ({ level: 'warn', text, hasAddress: false }))];
}

/** The last argument of a call; `rest` begins after its opening parenthesis. */
function lastArgument(rest: string): string {
  const outside = rest.replace(/'(?:[^'\\\n]|\\.)*'/g, (text) => '_'.repeat(text.length));
  let depth = 0;
  let begin = 0;
  let found = '';
  for (const [at, letter] of outside.split('').entries()) {
    if ('([{'.includes(letter)) depth += 1;
    const isEnd = depth === 0 && letter === ')';
    if (')]}'.includes(letter)) depth -= 1;
    if (!isEnd && !(depth === 0 && letter === ',')) continue;
    const argument = rest.slice(begin, at).trim();
    if (argument) found = argument;
    if (isEnd) return found;
    begin = at + 1;
  }
  return found;
}

function stringsIn(code: string): string[] {
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)+)'/g)].map(([, text = '']) => text);
}

test('finds a line however its call is written', () => {
  const source = `
    log.info({ list: [f(1, 2)], limit: 'name' }, 'one');
    log.warn(
      { a },
      wait ? 'two, at last' : 'three)',
    );
    log.info({ ...callerOf(req), path }, 'four');
    log.info({ ip: req.ip }, 'five');
    if (!known) log?.error({ err }, why);`;
  expect(linesIn(source)).toEqual([
    { level: 'info', text: 'one', hasAddress: false },
    { level: 'warn', text: 'two, at last', hasAddress: false },
    { level: 'warn', text: 'three)', hasAddress: false },
    { level: 'info', text: 'four', hasAddress: true },
    { level: 'info', text: 'five', hasAddress: true },
    { level: 'error', text: '', hasAddress: false },
  ]);
});

test('docs/operations.md explains every line that the server logs, and no other', async () => {
  const section = document.slice(document.indexOf('## The log'));
  const rows = [...section.matchAll(/^\| (\w+) \| `([^`]+)` \| [^|]{8,} \|$/gm)];
  const explained = rows.map(([, level, text]) => `${level} ${text}`);
  const found = new Set((await logged()).map(({ level, text }) => `${level} ${text}`));
  expect(explained.toSorted()).toEqual([...found].toSorted());
});

test('docs/operations.md names every line that holds a network address', async () => {
  const section = document.slice(document.indexOf('## The log'), document.indexOf('| level | line |'));
  const [, sentence = ''] = /Network addresses of people stand in ([^.]*)\./.exec(section.replaceAll('\n', ' ')) ?? [];
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  const found = (await logged()).filter(({ hasAddress }) => hasAddress).map(({ text }) => text);
  expect(named.toSorted()).toEqual([...new Set(found)].toSorted());
});

test('docs/operations.md explains every answer of /readyz', async () => {
  const source = await readFile(join(server, 'health/routes.ts'), 'utf8');
  const literals = [...source.matchAll(/(?:\b(?:status|database|migrations|worker)(?::| =)|\breturn) [^,;]*?'[^,;]*/g)];
  const templates = [...source.matchAll(/`([^`$]*)\$\{[^`]*\}([^`$]*)`/g)];
  const answers = [
    ...literals.flatMap(([code]) => stringsIn(code)),
    ...templates.map(([, before, after]) => `${before}N${after}`),
  ];
  const section = document.slice(document.indexOf('## Is it well'), document.indexOf('## The log'));
  const explained = new Set([...section.matchAll(/`([^`]+)`/g)].map(([, words]) => words));
  expect(new Set(answers).size).toBe(8);
  expect(answers.filter((words) => !explained.has(words))).toEqual([]);
});

test('the documents name only commands that exist', async () => {
  const written = (await readdir(join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const names = ['README.md', 'CONTRIBUTING.md', ...written.map((name) => join('docs', name))];
  const texts = await Promise.all(names.map((name) => readFile(join(root, name), 'utf8')));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = texts.flatMap((text) => [...text.matchAll(/\bnpm run (\w[\w:-]*)/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
});

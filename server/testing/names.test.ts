import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The retired words of README's glossary, each with what to say instead. */
async function retiredWords(): Promise<Map<string, string>> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const section = readme.slice(readme.indexOf('### Retired words'));
  const [, ...rows] = section.matchAll(/^\| ([a-z, ]+) \| ([^|]+) \|$/gm); // the first row is the table's head
  return new Map(
    rows.flatMap(([, words = '', instead = '']) => words.split(', ').map((word) => [word, instead.trim()])),
  );
}

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    ['client', 'server', 'shared'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => posix.join(folder, ...name.split('\\'))),
    ),
  );
  return found.flat().filter((file) => /\.tsx?$/.test(file));
}

/** The names that a source declares: constants, variables, functions, classes and types. */
function declaredNames(source: string): string[] {
  const declarations = /^\s*(?:export )?(?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;
  return [...source.matchAll(declarations)].map(([, name = '']) => name);
}

/** `lastSeenAt` and `last-seen-at` are made of last, seen and at. */
function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase());
}

test('no name is made of a retired word', async () => {
  const retired = await retiredWords();
  expect(retired.size).toBeGreaterThan(10);
  const wrong = await Promise.all(
    (await sources()).map(async (file) => {
      const names = [posix.basename(file), ...declaredNames(await readFile(join(root, file), 'utf8'))];
      return names.flatMap((name) =>
        wordsOf(name).flatMap((word) => {
          const instead = retired.get(word);
          return instead === undefined ? [] : [`${file}: ${name}: "${word}" is retired, say ${instead}`];
        }),
      );
    }),
  );
  expect(wrong.flat()).toEqual([]);
});

test('a retired word is found in any part of a name', () => {
  expect(declaredNames('export const keptPlans = 1;\n  async function lookAt() {}\ntype Turn = 1;')).toEqual([
    'keptPlans',
    'lookAt',
    'Turn',
  ]);
  expect(wordsOf('holdForChange')).toEqual(['hold', 'for', 'change']);
  expect(wordsOf('kept-plans.ts')).toEqual(['kept', 'plans', 'ts']);
});

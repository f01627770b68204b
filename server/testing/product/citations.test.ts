import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** A file of the project: its path from the top, and its text. */
type Source = { path: string; text: string };
/** `line` counts from 1. */
type Citation = { path: string; line: number; words: string; file: string; heading: string | null };

/** The paths of the project's files from the top, without packages and build output. */
async function listPaths(): Promise<string[]> {
  const ignored = /(^|\/)(node_modules|dist|test-results|playwright-report)(\/|$)/;
  const top = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  const below = await Promise.all(
    ['client', 'docs', 'server', 'shared', '.ci'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => posix.join(folder, ...name.split('\\'))),
    ),
  );
  return [...top, ...below.flat()].filter((path) => !ignored.test(path));
}

async function readAll(paths: readonly string[]): Promise<Source[]> {
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

/** The anchors that GitHub gives to a document's headings, in the order of the headings. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text, 'fenced').matchAll(/^#{1,6} +(.+?)(?: +#+)? *$/gm)].map(([, heading = '']) => {
    const shown = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** The text with its code blanked out, so that lines keep their numbers. */
function withoutCode(text: string, which: 'fenced' | 'all'): string {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ');
  const outside = text.replace(/^```[\s\S]*?^```/gm, blank);
  return which === 'all' ? outside.replace(/`[^`\n]*`/g, blank) : outside;
}

/** The places where a source names a document, by its path from the top, with or without a heading. */
function citationsIn({ path, text }: Source): Citation[] {
  return [...text.matchAll(/(?<![\w-])((?:docs\/[\w/-]+|README|CONTRIBUTING)\.md)(?:#([\w-]+))?/g)].map((found) => {
    const [words, file = '', heading = null] = found;
    return { path, line: lineAt(text, found.index), words, file, heading };
  });
}

/** The links of a document to files and headings of the project; `file` is the path from the top. */
function linksIn({ path, text }: Source): Citation[] {
  return [...withoutCode(text, 'all').matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map((found) => {
    const [, target = '', heading = null] = found;
    const file = target === '' ? path : posix.join(dirname(path), target);
    return { path, line: lineAt(text, found.index), words: found[0].slice(2, -1), file, heading };
  });
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** A sentence for each citation of a file that `exists` denies, or of a heading that its file does not have. */
function brokenAmong(citations: readonly Citation[], exists: (file: string) => boolean, documents: readonly Source[]) {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]));
  return citations.flatMap(({ path, line, words, file, heading }) => {
    if (!exists(file)) return [`${path}:${line} names ${words}, but there is no ${file}.`];
    if (heading === null || anchors.get(file)?.includes(heading)) return [];
    return [`${path}:${line} names ${words}, but ${file} has no such heading.`];
  });
}

/** The files and folders that a document names in code, by paths from the top such as `server/app.ts`. */
function filesNamedIn({ path, text }: Source): Citation[] {
  return [...text.matchAll(/`(?:[^`\n]* )?((?:client|docs|server|shared)\/[\w./-]+)`/g)].map((found) => {
    const [words, file = ''] = found;
    return { path, line: lineAt(text, found.index), words, file, heading: null };
  });
}

/** The tests that a row of a table names: a file, and after a colon parts of titles in quotes. */
function testsNamedIn({ path, text }: Source): { path: string; line: number; file: string; titles: string[] }[] {
  const named = /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:(?::|,) "[^"]+")*)/g;
  return [...text.matchAll(named)].map((found) => {
    const [, file = '', titles = ''] = found;
    const quoted = [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
    return { path, line: lineAt(text, found.index), file, titles: quoted };
  });
}

describe('the project', async () => {
  const paths = await listPaths();
  const there = new Set(paths);
  const exists = (file: string) => there.has(file.replace(/\/$/, ''));
  const documents = await readAll(paths.filter((path) => path.endsWith('.md')));

  test('cites documents and headings that exist', async () => {
    const mayCite = /\.(tsx?|css|sql|html|yaml)$|^\.env\.example$|^Dockerfile$|^\.ci\/run$/;
    const own = 'server/testing/product/citations.test.ts'; // the examples below cite what is not there
    const citing = await readAll(paths.filter((path) => mayCite.test(path) && path !== own));
    const citations = citing.flatMap(citationsIn);
    expect(citations.length).toBeGreaterThan(15);
    expect(brokenAmong(citations, exists, documents)).toEqual([]);
  });

  test('has documents that link to files and headings that exist', () => {
    const links = documents.flatMap(linksIn);
    expect(links.length).toBeGreaterThan(80);
    expect(brokenAmong(links, exists, documents)).toEqual([]);
  });

  test('has every file and heading that CONTRIBUTING.md names', async () => {
    const guide = documents.filter(({ path }) => path === 'CONTRIBUTING.md');
    const named = guide.flatMap(filesNamedIn);
    expect(named.length).toBeGreaterThan(40);
    expect(brokenAmong([...named, ...guide.flatMap(citationsIn)], exists, documents)).toEqual([]);
  });

  test('has every test that docs/security.md names', async () => {
    const named = documents.filter(({ path }) => path === 'docs/security.md').flatMap(testsNamedIn);
    expect(named.length).toBeGreaterThan(100);
    const files = await readAll([...new Set(named.map(({ file }) => file))].filter(exists));
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const missing = named.flatMap(({ path, line, file, titles }) => {
      const text = texts.get(file);
      if (text === undefined) return [`${path}:${line} names ${file}, but there is no such file.`];
      return titles
        .filter((title) => !text.includes(title))
        .map((title) => `${path}:${line} names the test "${title}", but ${file} has no such title.`);
    });
    expect(missing).toEqual([]);
  });
});

describe('the checker', () => {
  const guide = {
    path: 'docs/guide.md',
    text: '# A guide\n\n```sh\n# no heading\n```\n\n## `Twice`, so\n\n## Twice so\n',
  };
  const isThere = (file: string) => file === guide.path;
  const broken = (citations: readonly Citation[]) => brokenAmong(citations, isThere, [guide]);
  const cited = (words: string) =>
    broken(citationsIn({ path: 'server/a.ts', text: `// one\n// Source: docs/${words}.` }));

  test('knows the anchors of headings, of equal ones too, and no comment in code', () => {
    expect(anchorsOf(guide.text)).toEqual(['a-guide', 'twice-so', 'twice-so-1']);
  });

  test('finds a citation of a document or a heading that is not there, with file and line', () => {
    expect(cited('guide.md#twice-so-1')).toEqual([]);
    expect(cited('guide.md')).toEqual([]);
    expect(cited('guide.md#thrice')).toEqual([
      'server/a.ts:2 names docs/guide.md#thrice, but docs/guide.md has no such heading.',
    ]);
    expect(cited('other/guide.md#twice-so')).toEqual([
      'server/a.ts:2 names docs/other/guide.md#twice-so, but there is no docs/other/guide.md.',
    ]);
  });

  test('finds a link that leads nowhere, within a document and to another one, and leaves code alone', () => {
    const text =
      '[a](#a-guide) [b](guide.md#twice-so)\n[c](#b)\n[d](../guide.md) `[e](f.md)` [g](https://example.com/h.md)';
    expect(broken(linksIn({ path: guide.path, text }))).toEqual([
      'docs/guide.md:2 names #b, but docs/guide.md has no such heading.',
      'docs/guide.md:3 names ../guide.md, but there is no guide.md.',
    ]);
  });
});

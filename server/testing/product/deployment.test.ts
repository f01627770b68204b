import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, variables, warnings } from '../../env.ts';
import { testPushKey } from '../world.ts';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFile(join(root, name), 'utf8');

/** Every `NAME: value` of compose.yaml, with the variables of `given` filled in, as from a `.env`. */
async function composed(given: Record<string, string>): Promise<Record<string, string>> {
  const pairs = [...(await read('compose.yaml')).matchAll(/^ +([A-Z][A-Z0-9_]*): (.*)$/gm)];
  const filled = (value: string) =>
    value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, otherwise: string) => {
      const found = given[name] ?? (kind === '-' ? otherwise : undefined);
      if (found === undefined) throw new Error(otherwise);
      return found;
    });
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, filled(value)]));
}

const answered = {
  POSTGRES_PASSWORD: 'lettersanddigits',
  APP_URL: 'https://ching.example',
  SESSION_SECRET: 'a secret of the tests, long enough',
};

test('.env.example names every variable that is read, but for the one that says where it runs', async () => {
  const named = [...(await read('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(variables.filter((name) => name !== 'NODE_ENV').toSorted());
});

test('compose.yaml sets only variables that are read, and the database’s own', async () => {
  const set = Object.keys(await composed(answered)).filter((name) => !variables.includes(name));
  expect(set).toEqual(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']);
});

test('compose.yaml hands on every variable that is read, but for what the containers themselves decide', async () => {
  const decided = ['NODE_ENV', 'PORT', 'DATA_DIR', 'DATABASE_URL'];
  const given = Object.fromEntries(
    variables.filter((name) => !decided.includes(name)).map((name) => [name, `a ${name} of our own`]),
  );
  expect(await composed({ ...answered, ...given })).toMatchObject(given);
});

test('compose.yaml makes a production that starts, and says which answers it lacks', async () => {
  const wanted = { SMTP_URL: 'smtp://mail.example', VAPID_PRIVATE_KEY: testPushKey };
  const env = readEnv(await composed({ ...answered, ...wanted }));
  expect([env.NODE_ENV, env.FEED, env.DATABASE_URL]).toEqual([
    'production',
    'espn',
    'postgres://ching:lettersanddigits@database:5432/ching',
  ]);
  expect(warnings(env)).toEqual([]);
  for (const lacking of Object.keys(answered)) {
    const rest = Object.fromEntries(Object.entries(answered).filter(([name]) => name !== lacking));
    await expect(composed(rest)).rejects.toThrow(`${lacking} is not in .env`);
  }
});

test('the image is made of what is there, for an account that is not root', async () => {
  const dockerfile = await read('Dockerfile');
  const included = (await read('.dockerignore'))
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  expect([...new Set(copied)].toSorted()).toEqual(included.toSorted());
  for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
  const commands = [...`${dockerfile}${await read('compose.yaml')}`.matchAll(/server\/[\w/.-]+\.ts/g)];
  expect(commands).toHaveLength(2);
  for (const [file] of commands) expect(existsSync(join(root, file)), file).toBe(true);
  expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).toMatch(/^USER node$/m);
});

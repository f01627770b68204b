import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Group, listGroups, regenerateCode, setDisplayName } from '#shared/api/groups.ts';
import { ledgerCounts } from '../testing/ledger-asserts.ts';
import { repeat } from '../testing/limits.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const site = 'https://ching.example';
let dir: string;
let world: World;
let owner: Player;
let league: Group;
let logged = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ching-join-'));
  await mkdir(join(dir, 'assets'));
  for (const name of ['visitor', 'member']) {
    const head = '<meta name="description" content="Bet." />\n<title>Ching</title>';
    await writeFile(join(dir, `join-${name}.html`), `<head>${head}</head><body>The bars of a ${name}</body>`);
  }
  await writeFile(join(dir, 'index.html'), '<title>Ching</title>');
  const write = (line: string) => {
    logged += line;
  };
  const log = pino({ level: 'info' }, { write });
  world = await testWorld({ APP_URL: `${site}/`, RATE_LIMIT_SCALE: '0.1', TRUST_PROXY_HOPS: '1' }, log);
});
afterAll(async () => {
  await world.drop();
  await rm(dir, { recursive: true });
});
beforeEach(async () => {
  await world.clear();
  owner = await world.signUp('Olga');
  league = await world.league(owner);
  logged = '';
});
afterEach(() => world.idle());

let origin: string;
beforeAll(async () => {
  origin = await world.startAnother({ clientDir: dir });
});

let calls = 0;

/** Asks for the page as a chat does. Each call has an address of its own, unless one is given. */
async function page(code: string, { from, player = null }: { from?: string; player?: Player | null } = {}) {
  calls += 1;
  const visitor = (player ?? world.visitor()).at(origin);
  const answer = await visitor.raw('GET', `/join/${code}`, {
    headers: { 'x-forwarded-for': from ?? `203.0.113.${calls}` },
  });
  const html = await answer.text();
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)];
  return { answer, html, title, meta: Object.fromEntries(metas.map(([, name, content]) => [name, content])) };
}

test('the head of an invitation carries the league, its owner, one picture, and absolute addresses of APP_URL', async () => {
  await world.member(league, 'Bob');
  const { answer, html, title, meta } = await page(league.joinCode);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
    'no-store',
    'Cookie, Accept-Encoding',
  ]);
  expect(title).toBe('Join Sunday League on Ching');
  expect(meta).toEqual({
    description: 'Olga T. invites you. Friends, play currency, real games.',
    robots: 'noindex',
    'twitter:card': 'summary_large_image',
    'og:site_name': 'Ching',
    'og:type': 'website',
    'og:title': 'Join Sunday League on Ching',
    'og:description': 'Olga T. invites you. Friends, play currency, real games.',
    'og:image': `${site}/invite.png`,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Ching. You are invited.',
    'og:url': `${site}/join/${league.joinCode}`,
  });
  for (const secret of ['Bob', '@', owner.user.id, league.id]) expect(html).not.toContain(secret);
});

test('another spelling of a code leads to that of the link, and a path that cannot be decoded to the page', async () => {
  const [a, b] = [league.joinCode.slice(0, 3).toLowerCase(), league.joinCode.slice(3)];
  const whole = a.toUpperCase() + b;
  for (const path of [`/join/${a}%20${b}`, `/join/${a}-${b}/`, `/JOIN/${whole}`, `/join/${whole}/`]) {
    const answer = await fetch(origin + path, { redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, `/join/${league.joinCode}`]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  for (const path of ['%zz', '%ff', 'a%2Fb']) {
    const { answer, title } = await page(path);
    expect([path, answer.status, title]).toEqual([path, 200, 'Join a league on Ching']);
  }
});

test('the page comes compressed to who can read that, and whole to others', async () => {
  const sizes = await Promise.all(
    ['gzip', 'identity'].map(async (accepted) => {
      const answer = await fetch(`${origin}/join/${league.joinCode}`, { headers: { 'accept-encoding': accepted } });
      return [answer.headers.get('content-encoding'), (await answer.text()).includes('Join Sunday League on Ching')];
    }),
  );
  expect(sizes).toEqual([
    ['gzip', true],
    [null, true],
  ]);
});

test('an image on the page of another site finds out nothing, and uses up no tries', async () => {
  const from = '198.51.100.9';
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'x-forwarded-for': from };
  await repeat(6, () => fetch(`${origin}/join/ZZZZZZ`, { headers }));
  const embedded = await fetch(`${origin}/join/${league.joinCode}`, { headers });
  expect(await embedded.text()).toContain('<title>Join a league on Ching</title>');
  expect((await page(league.joinCode, { from })).title).toBe('Join Sunday League on Ching');
});

test('names are text in the head, whatever they are made of', async () => {
  const name = `"><script>alert('$&')</script>&amp;`;
  const other = await world.league(owner, { name });
  await owner.call(setDisplayName, { params: { id: other.id }, body: { displayName: '"/><img src=x>' } });
  const { html, meta } = await page(other.joinCode);
  expect(html).not.toMatch(/<script|<img/);
  const decoded = meta['og:title']?.replace(/&#(\d+);/g, (_: string, number: string) =>
    String.fromCharCode(Number(number)),
  );
  expect(decoded).toBe(`Join ${name} on Ching`);
});

test('a replaced, an unknown and an impossible code have one and the same head, without a name', async () => {
  await owner.call(regenerateCode, { params: { id: league.id } });
  const { html, title, meta } = await page('ZZZZZZ');
  expect([title, meta.robots, meta['og:image'], meta['og:url']]).toEqual([
    'Join a league on Ching',
    'noindex',
    `${site}/invite.png`,
    undefined,
  ]);
  for (const code of [league.joinCode, '<b>', 'K7Q.MX']) {
    const other = await page(encodeURIComponent(code));
    expect([other.answer.status, other.html]).toEqual([200, html]);
  }
});

test('a league that is closed has its name in the head, and no owner', async () => {
  world.clock.now = new Date(world.clock.now.getTime() + 31 * 24 * 3_600_000);
  const { html, title, meta } = await page(league.joinCode);
  expect(title).toBe('Sunday League on Ching');
  expect(meta.description).toBe('The join deadline for this league has passed');
  expect(html).not.toContain('Olga');
});

test('the page has the bars of who asks, and joins nobody', async () => {
  const bob = await world.signUp('Bob');
  const books = await ledgerCounts(world.database.db);
  expect((await page(league.joinCode)).html).toContain('The bars of a visitor');
  expect((await page(league.joinCode, { player: bob })).html).toContain('The bars of a member');
  expect((await bob.call(listGroups)).reply).toEqual([]);
  expect(await ledgerCounts(world.database.db)).toEqual(books);
});

test('a page that cannot be read once is there at the next try', async () => {
  const file = join(dir, 'join-visitor.html');
  await rename(file, `${file}.away`);
  const missing = await page(league.joinCode);
  await rename(`${file}.away`, file);
  expect([missing.answer.status, (await page(league.joinCode)).answer.status]).toEqual([500, 200]);
});

test('past the limit of wrong links the head says nothing of a right one either, and the log has no code', async () => {
  const from = '198.51.100.7';
  await repeat(6, () => page('ZZZZZZ', { from })); // a tenth of the limit of production
  expect((await page(league.joinCode, { from })).title).toBe('Join a league on Ching');
  expect((await page(league.joinCode)).title).toBe('Join Sunday League on Ching');
  expect(logged).toContain('"limit":"invitesOfAddress"');
  expect(logged).not.toContain(league.joinCode);
});

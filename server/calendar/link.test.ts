import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarLink, makeCalendarLink, removeCalendarLink } from '#shared/api/calendar.ts';
import { createLog } from '../lib/log.ts';
import { calendarPathOf } from '../testing/calendar.ts';
import { repeat, tally } from '../testing/limits.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ann: Player;
let logged = '';

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_SCALE: '1' }, createLog('trace', { write: (line) => (logged += line) }));
});
afterAll(() => world.drop());
beforeEach(async () => {
  ann = await world.signUp('Ann');
});

/** Asks as a program does, without a session, from an address of its own. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.visitor().raw(method, path, { headers });

/** An answer without what differs between any two. */
async function answerTo(path: string) {
  const response = await ask(path);
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

describe('a calendar link', () => {
  test('is shown once, and stored as a digest alone', async () => {
    expect((await ann.call(calendarLink)).reply).toEqual({ madeAt: null });
    const { status, reply } = await ann.call(makeCalendarLink);
    expect([status, reply.path]).toEqual([201, expect.stringMatching(/^\/calendar\/[\w-]{43}\.ics$/)]);
    const secret = reply.path.slice('/calendar/'.length, -'.ics'.length);
    expect((await ann.call(calendarLink)).reply).toEqual({ madeAt: reply.madeAt });
    const { rows } = await world.database.pool.query('select * from calendars where user_id = $1', [ann.user.id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await ask(reply.path)).status).toBe(200);
  });

  test('that was replaced or removed answers as one that never was', async () => {
    const [first, second] = [await calendarPathOf(ann), await calendarPathOf(ann)];
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([404, 200]);
    await ann.call(removeCalendarLink);
    expect((await ann.call(calendarLink)).reply).toEqual({ madeAt: null });
    const never = await answerTo(`/calendar/${'a'.repeat(43)}.ics`);
    expect(never).toMatchObject({ status: 404, body: '{"message":"Not found","code":"not-found"}' });
    for (const path of [first, second, `/calendar/${ann.user.id}.ics`, '/calendar/a.ics', '/calendar/%00.ics']) {
      expect(await answerTo(path)).toEqual(never);
    }
    expect((await ann.call(removeCalendarLink)).status).toBe(200);
  });

  test('of somebody else stays when one is made or removed', async () => {
    const bob = await world.signUp('Bob');
    const [ofAnn, ofBob] = [await calendarPathOf(ann), await calendarPathOf(bob)];
    await ann.call(removeCalendarLink);
    expect([(await ask(ofAnn)).status, (await ask(ofBob)).status]).toEqual([404, 200]);
  });

  test('is made once by ten requests at once: the last one counts', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => calendarPathOf(ann)));
    const statuses = await Promise.all(made.map(async (path) => ({ status: (await ask(path)).status })));
    expect(tally(statuses)).toEqual({ 200: 1, 404: 9 });
  });
});

describe('the calendar', () => {
  test('is for its reader alone, asked for anew each time, and not sent again while nothing has changed', async () => {
    await world.league(ann);
    const path = await calendarPathOf(ann);
    const response = await ask(path);
    const text = await response.text();
    const etag = response.headers.get('etag') ?? '';
    const revalidating = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    });
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VCALENDAR\r\n$/);
    const again = await ask(path, revalidating);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    await world.league(ann, { name: 'Another' });
    const changed = await ask(path, revalidating);
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('Another');
  });

  test('needs no session and takes none: a signed-in visitor sees that of the link', async () => {
    const bob = await world.signUp('Bob');
    await world.league(ann, { name: 'Of Ann' });
    const response = await bob.raw('GET', await calendarPathOf(ann));
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain('Of Ann');
  });

  test('is asked for three hundred times a minute from one address, and the log never has its path', async () => {
    const path = await calendarPathOf(ann);
    const answers = await repeat(300, () => ask(`/calendar/${'b'.repeat(43)}.ics`));
    expect(tally(answers)[429]).toBeGreaterThan(0);
    const refused = await ask(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === 'limit reached')).toMatchObject([
      { limit: 'calendarsOfAddress', path: '/calendar/…' },
    ]);
    expect(logged).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
    expect(logged).not.toContain('b'.repeat(43));
  });

  test('that cannot be read is logged without its path', async () => {
    const broken = await testWorld({}, createLog('trace', { write: (line) => (logged += line) }));
    try {
      const path = await calendarPathOf(await broken.signUp());
      const owner = ownerPool(broken.database.url);
      await owner.query('alter table calendars rename to gone');
      await owner.end();
      logged = '';
      expect((await broken.visitor().raw('GET', path)).status).toBe(500);
      expect(JSON.parse(logged)).toMatchObject({ msg: 'unexpected error', path: '/calendar/…' });
      expect(logged).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
    } finally {
      await broken.drop();
    }
  });
});

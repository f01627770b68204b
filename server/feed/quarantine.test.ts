import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedHealth, feedsHealth, type QuarantinedEvent, rawEvent } from '#shared/api/admin-feeds.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { type Recording, recordStatements } from '../testing/citus-lint.ts';
import { testDatabase } from '../testing/database.ts';
import { type FaultyFeed, startFaultyFeed } from '../testing/faulty-feed.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import type { ExampleEvent, ExamplePayload } from './examples/example.ts';

/** Quarantined events from a provider behind HTTP, through adapter, job and database, to the calls of an admin. */
let world: World;
let feed: FaultyFeed;
let ada: Player;
let statements: Recording;

beforeAll(async () => {
  const database = await testDatabase();
  statements = recordStatements(database.pool);
  world = await testWorld({}, undefined, {}, database);
});
beforeEach(async () => {
  await world.clear();
  feed = await startFaultyFeed(world);
  ada = await anAdmin(world, 'Ada');
});
afterEach(() => feed.close());
afterAll(() => world.drop());

async function health(of: Sport = 'NFL'): Promise<FeedHealth> {
  const { reply } = await ada.call(feedsHealth);
  const found = reply.feeds.find((one) => one.sport === of && one.of === 'games');
  if (!found) throw new Error(`no ${of}`);
  return found;
}

const listed = async () => (await health()).quarantinedEvents;
const read = ({ id }: QuarantinedEvent) => ada.call(rawEvent, { params: { id: id ?? '' } });

/** The only event that is held, with its text. */
async function only() {
  const [event, ...others] = await listed();
  if (!event || others.length > 0) throw new Error(`${others.length} more events`);
  return { ...event, ...(await read(event)).reply };
}

/** Makes the date of the game unreadable; returns the event as it is sent. */
function breakDate(date: unknown = 'soon'): { sent: () => ExampleEvent | null } {
  let event: ExampleEvent | null = null;
  feed.alter((payload) => {
    event = Object.assign(feed.eventIn(payload), { date });
  });
  return { sent: () => event };
}

const stored = async () => (await world.database.pool.query('select id, raw_bytes from quarantined_events')).rows;

test('an event that does not parse is shown as it came, and is gone once it is taken', async () => {
  const { sent } = breakDate();
  await feed.poll();
  const event = await only();
  expect(JSON.parse(event.raw)).toEqual(sent());
  expect(event).toMatchObject({
    feed: 'espn',
    sport: 'NFL',
    eventId: feed.eventId(),
    reason: 'date: is no instant',
    rawBytes: Buffer.byteLength(JSON.stringify(sent())),
    isCut: false,
    firstSeenAt: world.clock.now.toISOString(),
  });
  expect(await health()).toMatchObject({ state: 'quarantined', quarantined: 1 });
  feed.recover();
  await feed.poll();
  expect(await health()).toMatchObject({ state: 'well', quarantined: 0, quarantinedEvents: [] });
  expect((await read({ ...event })).refusal?.code).toBe('event-not-found');
  expect(await stored()).toEqual([]);
});

test('an event that parses and is doubted is shown too', async () => {
  feed.alter((payload) => {
    const event = feed.eventIn(payload);
    payload.events.push({ ...structuredClone(event), date: '2026-01-01T18:00Z' });
  });
  await feed.poll();
  const event = await only();
  expect(event.reason).toBe('it comes more than once, and not the same each time');
  expect(JSON.parse(event.raw)).toHaveLength(2);
});

test('an event without a readable id is shown, and is gone once the list lacks it', async () => {
  feed.alter(({ events }) => Object.assign(events[0] ?? {}, { id: '../../secrets' }));
  await feed.poll();
  const [event] = await listed();
  expect(event).toMatchObject({ eventId: null, reason: 'id: is no event id' });
  const [row] = await stored();
  expect(row).toMatchObject({ id: event?.id });
  feed.recover();
  await feed.poll();
  expect(await stored()).toEqual([]);
});

test('an event that the list lacks again is gone, though nothing took it', async () => {
  breakDate();
  await feed.poll();
  expect(await stored()).toHaveLength(1);
  feed.alter((payload) => payload.events.splice(payload.events.indexOf(feed.eventIn(payload)), 1));
  await feed.poll();
  expect(await stored()).toEqual([]);
});

test('a part of an answer that failed is listed with its reason, and has no raw event', async () => {
  feed.answerWith(async (url, honest) =>
    url.pathname.includes('eng.1') ? new Response('', { status: 503 }) : honest(),
  );
  await feed.poll('Soccer');
  const none = { id: null, eventId: null, firstSeenAt: null };
  expect((await health('Soccer')).quarantinedEvents).toEqual([{ ...none, reason: expect.stringContaining('503') }]);
});

describe('what a poll costs', () => {
  /** The statements about stored events of one poll. */
  async function statementsOfPoll(): Promise<string[]> {
    const before = statements.length;
    await feed.poll();
    const own = statements.slice(before).flat();
    return own.filter(({ sql }) => sql.includes('quarantined_events')).map(({ sql }) => sql.split(' ')[0] ?? '');
  }

  test('is one statement while nothing is held, and while what is held stays the same', async () => {
    expect(await statementsOfPoll()).toEqual(['select']);
    breakDate();
    expect(await statementsOfPoll()).toEqual(['select', 'insert']);
    const first = await only();
    expect(await statementsOfPoll()).toEqual(['select']);
    breakDate('later');
    expect(await statementsOfPoll()).toEqual(['select', 'insert']);
    expect(await only()).toMatchObject({ id: first.id, firstSeenAt: first.firstSeenAt });
    feed.recover();
    expect(await statementsOfPoll()).toEqual(['select', 'delete']);
  });
});

describe('a hostile event', () => {
  const alter = (change: (event: ExampleEvent) => unknown) => {
    feed.alter((payload: ExamplePayload) => {
      const event = Object.assign(feed.eventIn(payload), { date: 'soon' });
      change(event);
    });
  };

  test('is cut after 64 kB, between two characters, and says its size', async () => {
    alter((event) => Object.assign(event, { note: '🏈'.repeat(100_000) }));
    await feed.poll();
    const event = await only();
    expect(event.isCut).toBe(true);
    expect(event.rawBytes).toBeGreaterThan(400_000);
    expect(Buffer.byteLength(event.raw)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(event.raw)).toBeGreaterThan(65_532);
    expect(event.raw).not.toContain('\ufffd');
  });

  test('with NULs, halves of characters and markup is text', async () => {
    const note = '\u0000\ud800</pre><script>alert(1)</script>';
    alter((event) => Object.assign(event, { note }));
    await feed.poll();
    expect(JSON.parse((await only()).raw)).toMatchObject({ note });
  });

  test('that is nested thousands of levels deep holds up nothing', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    feed.answerWith(async (_url, honest) => {
      const payload: ExamplePayload = await (await honest()).json();
      Object.assign(feed.eventIn(payload), { date: 'soon', note: 'DEEP' });
      const text = JSON.stringify(payload).replace('"DEEP"', deep);
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    });
    await feed.poll();
    expect(await feed.lastPull()).toMatchObject({ failure: null, seen: 9 });
    expect((await only()).raw).toBe('"The event is nested too deeply to be stored."');
  });
});

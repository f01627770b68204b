import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { flatQuote, type Quote } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { insertPull } from '../feed/store.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aGame, final, live, plainQuote } from '../testing/games.ts';
import { replacing, swapped } from '../testing/scripted-feed.ts';
import { testWorld, type World } from '../testing/world.ts';
import { findClosings, insertClosingQuotes } from './closing-store.ts';
import { appendHistory, upsertFeedQuotes, upsertManualQuotes } from './store.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: World;
let start: number;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  start = Math.floor(Date.now() / 1_000) * 1_000 - hour;
});
afterAll(() => world.drop());

/** Polls at so many minutes after the start of the games; before it for negative ones. */
async function pollAt(minutes: number, ...games: FeedGame[]): Promise<void> {
  world.clock.now = new Date(start + minutes * minute);
  await world.poll(...games);
}

const game = (wanted: Partial<FeedGame> = {}) => aGame({ startsAt: new Date(start), ...wanted });
const spreadOf = (spreadHome: number): Quote => withOdds(plainQuote, { spreadHome, spreadAway: -spreadHome });
const closingOf = async ({ id }: FeedGame) => (await findClosings(world.database.db, [id])).get(id) ?? null;
const close = () => insertClosingQuotes(world.database.db, new Date(0), 100);

async function pulledAt(
  minutes: number,
  what: 'slate' | 'odds',
  failure: string | null = null,
  sport: Sport = 'NFL',
): Promise<void> {
  const at = new Date(start + minutes * minute);
  const pull = { feed: what === 'slate' ? 'espn' : 'the-odds-api', sport, what, at, failure };
  const nothing = { tookMs: 1, seen: 1, changed: 0, quarantined: [], unknownStatuses: [] };
  await insertPull(world.database.db, { id: crypto.randomUUID(), ...pull, ...nothing });
}

test('a closing quote is the last one up to the start, whatever comes after it', async () => {
  const played = game({ quote: spreadOf(-3) });
  await pollAt(-300, played);
  await pollAt(-20, { ...played, quote: spreadOf(-4) });
  await pollAt(5, { ...played, quote: spreadOf(-9) });
  expect(await close()).toBe(0);
  await pollAt(10, live(played, 0, 7));
  expect(await close()).toBe(1);
  expect(await closingOf(played)).toMatchObject({
    lockedAt: start,
    quote: spreadOf(-4),
    origins: { spread: { source: 'feed', heardAt: expect.any(Number) } },
  });
  const first = await closingOf(played);
  expect(first?.origins.spread?.heardAt).toBeGreaterThanOrEqual(start - 20 * minute);
  await pollAt(200, final(played, 20, 27));
  expect(await close()).toBe(0);
  expect(await closingOf(played)).toEqual(first);
});

test('a delay before the first play closes nothing: the match may be postponed and take bets again', async () => {
  const played = game({ quote: spreadOf(-3) });
  await pollAt(-300, played);
  await pollAt(10, { ...live(played, 0, 0), awaitsFirstPlay: true });
  expect(await close()).toBe(0);
  await pollAt(30, live(played, 0, 7));
  expect(await close()).toBe(1);
});

test('a start that is only a placeholder is no lock', async () => {
  const played = game({ startKnown: false, startsAt: new Date(start - 8 * hour), quote: spreadOf(-3) });
  await pollAt(-600, played);
  await pollAt(-20, { ...played, quote: spreadOf(-4) });
  await pollAt(4, live(played));
  await close();
  const closing = await closingOf(played);
  expect(closing?.quote).toEqual(spreadOf(-4));
  expect(closing?.lockedAt).toBeGreaterThanOrEqual(start + 4 * minute);
});

test('the teams of a closing quote are those of the lock, whatever the feed says later', async () => {
  const [turned, other] = [game({ quote: spreadOf(-3) }), game({ quote: spreadOf(-3) })];
  await pollAt(-30, turned, other);
  await pollAt(10, live(turned), live(other));
  await close();
  for (const minutes of [20, 21]) await pollAt(minutes, swapped(live(turned)), live(replacing(other)));
  const teamsOf = ({ home, away }: FeedGame) => ({ homeTeamId: home.id, awayTeamId: away.id });
  for (const played of [turned, other]) expect(await closingOf(played)).toMatchObject(teamsOf(played));
});

test('the age of a quote that does not move is that of the last slate that was answered', async () => {
  const played = game({ quote: spreadOf(-3) });
  await pollAt(-600, played);
  await pulledAt(-200, 'slate');
  await pulledAt(-30, 'slate');
  await pulledAt(-10, 'slate', 'answered 503');
  await pulledAt(3, 'slate');
  await pollAt(10, live(played, 0, 7));
  await close();
  expect((await closingOf(played))?.origins.spread).toEqual({ source: 'feed', heardAt: start - 30 * minute });
});

test('a lock whose pulls are deleted by now says nothing of the age of its odds', async () => {
  start -= 20 * 24 * hour;
  const [unknown, heard] = [game({ quote: spreadOf(-3) }), game({ sport: 'NBA', quote: spreadOf(-3) })];
  await pollAt(-600, unknown, heard);
  await pulledAt(-30, 'slate', null, 'NBA'); // kept, as one that confirmed a result
  await pollAt(10, live(unknown), live(heard));
  await close();
  expect((await closingOf(unknown))?.origins.spread).toEqual({ source: 'feed', heardAt: null });
  expect((await closingOf(heard))?.origins.spread).toEqual({ source: 'feed', heardAt: start - 30 * minute });
});

test('each market says where its odds came from', async () => {
  const filled = game({ quote: { ...plainQuote, moneyline: null } });
  const byHand = game({ quote: plainQuote });
  const cleared = game({ quote: plainQuote });
  const bare = game({ quote: null });
  await pollAt(-90, filled, byHand, cleared, bare);
  const { db } = world.database;
  const at = new Date(start - 80 * minute);
  await upsertFeedQuotes(db, [{ gameId: filled.id, quote: plainQuote }], at, 'extra');
  await pulledAt(-70, 'odds');
  const signature = { setById: null, at };
  for (const { id } of [byHand, cleared]) {
    const manual = { gameId: id, teams: null, quote: spreadOf(-8), notes: null };
    await upsertManualQuotes(db, [manual], signature);
    await appendHistory(db, [manual], signature);
  }
  const later = { ...signature, at: new Date(start - 60 * minute) };
  await appendHistory(db, [{ gameId: cleared.id, teams: null, quote: null, notes: null }], later);
  await pollAt(10, ...[filled, byHand, cleared, bare].map((one) => live(one, 0, 7)));
  expect(await close()).toBe(4);
  expect(await closingOf(filled)).toMatchObject({
    quote: plainQuote,
    origins: { spread: { source: 'feed' }, moneyline: { source: 'extra', heardAt: start - 70 * minute } },
  });
  expect(await closingOf(byHand)).toMatchObject({
    quote: spreadOf(-8),
    origins: { spread: { source: 'manual', heardAt: at.getTime() } },
  });
  expect(await closingOf(cleared)).toMatchObject({ quote: plainQuote, origins: { spread: { source: 'feed' } } });
  const nothing = await closingOf(bare);
  expect([flatQuote(nothing?.quote ?? null), nothing?.origins]).toEqual([flatQuote(null), {}]);
});

test('two workers that store closing quotes at once store each once', async () => {
  const played = Array.from({ length: 30 }, () => game({ quote: plainQuote }));
  await pollAt(-30, ...played);
  await pollAt(10, ...played.map((one) => live(one)));
  await Promise.all(Array.from({ length: 4 }, close));
  const ids = played.map(({ id }) => id);
  expect((await findClosings(world.database.db, ids)).size).toBe(30);
  expect(await close()).toBe(0);
});

test('a closing quote can be neither changed nor removed by the app', async () => {
  for (const change of ['update closing_quotes set locked_at = now()', 'delete from closing_quotes']) {
    await expect(world.database.pool.query(change)).rejects.toMatchObject({ code: '42501' });
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { manualOddsByGames, saveManualOdds, weekManualOdds } from '#shared/api/admin.ts';
import { rawEvent } from '#shared/api/admin-feeds.ts';
import { findAdminGames, previewGameResult, setGameResult } from '#shared/api/admin-games.ts';
import { forgotPassword, login, register, resetPassword } from '#shared/api/auth.ts';
import { listBetsPage } from '#shared/api/bet-pages.ts';
import { gameBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { askEmailChange, confirmEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import { addressOf, type Endpoint } from '#shared/api/endpoint.ts';
import { slateCalls } from '#shared/api/games.ts';
import {
  createGroup,
  type Group,
  groupBets,
  joinGroup,
  leaderboard,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { approveRequest, askToJoin } from '#shared/api/join-requests.ts';
import { nameManager, offerLeague } from '#shared/api/league-roles.ts';
import { askMailConfirmation, confirmMail, unsubscribe } from '#shared/api/mail.ts';
import { changeNoticeSettings } from '#shared/api/notice-settings.ts';
import { listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';
import {
  auditLog,
  failedMail,
  grantAdminRight,
  revokeAdminRight,
  searchPeople,
  tryMailAgain,
} from '#shared/api/oversight.ts';
import {
  changeNames,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
} from '#shared/api/own-account.ts';
import { addPushDevice, removePushDevice } from '#shared/api/push.ts';
import { removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { allEndpoints } from '../../cli/api-reference.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { aBet, aGame, aLeg, aParlay } from '../games.ts';
import { hostile } from '../hostile-values.ts';
import { expectLedgerBalances, ledgerCounts } from '../ledger-asserts.ts';
import { filledWith, overlong } from '../overlong.ts';
import { aSubscription } from '../subscription.ts';
import { type Player, testWorld, type World } from '../world.ts';

type Target = { endpoint: Endpoint; params?: Record<string, unknown>; body?: Record<string, unknown> };
type Variant = { path: string; body: unknown };

let world: World;
let owner: Player;
let league: Group;
let game: FeedGame;
let other: FeedGame;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  owner = await world.signUp();
  league = await world.league(owner);
  [game, other] = [aGame(), aGame()];
  await world.poll(game, other);
  await world.database.pool.query('update users set is_admin = true where id = $1', [owner.user.id]);
});

const day = 24 * 3_600_000;
const targets: [string, () => Target][] = [
  [
    'register',
    () => ({
      endpoint: register,
      body: { email: 'f@example.com', password: 'correct horse', firstName: 'F', lastName: 'Z' },
    }),
  ],
  ['login', () => ({ endpoint: login, body: { email: owner.user.email, password: owner.password } })],
  ['forgot', () => ({ endpoint: forgotPassword, body: { email: owner.user.email } })],
  ['reset', () => ({ endpoint: resetPassword, body: { token: 'x', newPassword: 'correct horse' } })],
  [
    'create',
    () => ({
      endpoint: createGroup,
      body: {
        name: 'L',
        description: 'd',
        joinDeadline: new Date(Date.now() + day).toISOString(),
        endDate: new Date(Date.now() + 2 * day).toISOString(),
        allowedSports: 'ALL',
        reveal: 'settled',
      },
    }),
  ],
  ['join', () => ({ endpoint: joinGroup, body: { joinCode: 'ABCDEF' } })],
  [
    'settings',
    () => ({
      endpoint: updateGroup,
      params: { id: league.id },
      body: {
        name: 'L',
        description: 'd',
        joinDeadline: league.joinDeadline,
        endDate: league.endDate,
        allowedSports: 'ALL',
        reveal: 'settled',
      },
    }),
  ],
  [
    'next season',
    () => ({
      endpoint: playAgain,
      params: { id: league.id },
      body: {
        name: 'L',
        description: 'd',
        joinDeadline: new Date(Date.now() + day).toISOString(),
        endDate: new Date(Date.now() + 2 * day).toISOString(),
        allowedSports: 'ALL',
        reveal: 'settled',
      },
    }),
  ],
  ['display name', () => ({ endpoint: setDisplayName, params: { id: league.id }, body: { displayName: 'Ace' } })],
  [
    'notice settings',
    () => ({
      endpoint: changeNoticeSettings,
      body: {
        push: { settled: true },
        mail: { recap: true },
        quietHours: { from: '22:00', until: '08:00' },
        timeZone: 'Europe/Berlin',
      },
    }),
  ],
  ['mail question', () => ({ endpoint: askMailConfirmation })],
  ['mail confirmation', () => ({ endpoint: confirmMail, body: { token: 'x' } })],
  ['end of mail', () => ({ endpoint: unsubscribe, body: { token: 'recap-x' } })],
  ['offer', () => ({ endpoint: offerLeague, params: { id: league.id }, body: { userId: owner.user.id } })],
  ['request to join', () => ({ endpoint: askToJoin, body: { joinCode: league.joinCode } })],
  ['approval', () => ({ endpoint: approveRequest, params: { id: league.id, userId: owner.user.id } })],
  ['manager', () => ({ endpoint: nameManager, params: { id: league.id, userId: owner.user.id } })],
  ['removal', () => ({ endpoint: removeMember, params: { id: league.id, userId: owner.user.id } })],
  ['leaderboard', () => ({ endpoint: leaderboard, params: { id: league.id } })],
  ['activity', () => ({ endpoint: groupBets, params: { id: league.id } })],
  ['bet', () => ({ endpoint: placeBet, body: { ...aBet(league, game, '1'), note: 'n' } })],
  ['parlay', () => ({ endpoint: placeParlay, body: aParlay(league, '1', [aLeg(game), aLeg(other)]) })],
  [
    'reaction',
    () => ({
      endpoint: setReaction,
      params: { id: league.id, ticketId: owner.user.id },
      body: { reaction: 'fire' },
    }),
  ],
  ...[removeReaction, removeNote, ticketRemarks].map((endpoint): [string, () => Target] => [
    endpoint.path,
    () => ({ endpoint, params: { id: league.id, ticketId: owner.user.id } }),
  ]),
  ['game bets', () => ({ endpoint: gameBets, params: { gameId: game.id } })],
  ['odds history', () => ({ endpoint: oddsHistory, params: { gameId: game.id } })],
  ['member bets', () => ({ endpoint: memberBets, params: { userId: owner.user.id, groupId: league.id } })],
  [
    'a page of bets',
    () => ({
      endpoint: listBetsPage,
      params: { status: 'won', before: '', until: '', limit: '5', groupId: league.id },
    }),
  ],
  ['a page of notices', () => ({ endpoint: listNotices, params: { before: `1795000000000000.${owner.user.id}` } })],
  ['a read notice', () => ({ endpoint: readNotice, params: { id: owner.user.id } })],
  ['read notices', () => ({ endpoint: readNotices, body: { until: `1795000000000000.${owner.user.id}` } })],
  ['football week', () => ({ endpoint: slateCalls.NFL.games, params: { week: '12', season: '2026' } })],
  ['college week', () => ({ endpoint: slateCalls.CFB.games, params: { week: '12', season: '2026' } })],
  ['names', () => ({ endpoint: changeNames, body: { firstName: 'F', lastName: 'Z' } })],
  ['password', () => ({ endpoint: changePassword, body: { password: 'x', newPassword: 'battery staple' } })],
  ['another address', () => ({ endpoint: askEmailChange, body: { email: 'f@example.org', password: 'x' } })],
  ['its confirmation', () => ({ endpoint: confirmEmailChange, body: { token: 'x' } })],
  ['its undo', () => ({ endpoint: undoEmailChange, body: { token: 'x', newPassword: 'battery staple' } })],
  ['deletion', () => ({ endpoint: deleteAccount, body: { password: 'x' } })],
  ['session', () => ({ endpoint: endOwnSession, params: { id: 'A'.repeat(43) } })],
  ['other sessions', () => ({ endpoint: endOtherSessions })],
  ['push device', () => ({ endpoint: addPushDevice, body: aSubscription().body })],
  ['removed device', () => ({ endpoint: removePushDevice, params: { id: owner.user.id } })],
  ['admin granted', () => ({ endpoint: grantAdminRight, body: { who: owner.user.email } })],
  ['admin revoked', () => ({ endpoint: revokeAdminRight, body: { id: league.id, isOwnMeant: false } })],
  ['search', () => ({ endpoint: searchPeople, body: { query: owner.user.email } })],
  ['raw event', () => ({ endpoint: rawEvent, params: { id: league.id } })],
  ['failed mail', () => ({ endpoint: failedMail, params: { after: league.id } })],
  ['mail again', () => ({ endpoint: tryMailAgain, body: { ids: [league.id] } })],
  [
    'audit log',
    () => ({
      endpoint: auditLog,
      params: { actor: owner.user.id, act: 'admin-granted', since: '2026-11-21T00:00:00Z', after: league.id },
    }),
  ],
  ['week odds', () => ({ endpoint: weekManualOdds, params: { week: '12', season: '2026' } })],
  ['odds by games', () => ({ endpoint: manualOddsByGames, body: { gameIds: [game.id] } })],
  [
    'save odds',
    () => ({
      endpoint: saveManualOdds,
      body: { odds: [{ gameId: game.id, moneylineHome: -120, moneylineAway: 100 }] },
    }),
  ],
  ['found games', () => ({ endpoint: findAdminGames, params: { words: 'Chiefs' } })],
  [
    'preview',
    () => ({ endpoint: previewGameResult, params: { gameId: game.id }, body: { outcome: { isVoid: true } } }),
  ],
  [
    'result by hand', // the digest is of no preview, so that it writes nothing
    () => ({
      endpoint: setGameResult,
      params: { gameId: game.id },
      body: { outcome: { isVoid: true }, reason: 'Snow', rev: 0, digest: 'none' },
    }),
  ],
];

/** The calls that add to the ledger if they succeed. */
const booking = new Set<Endpoint>([createGroup, joinGroup, placeBet, placeParlay]);
/** Chosen: how many requests run at once if none of them may add to the ledger. */
const together = 16;

test('there are at least 60 hostile values', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
});

test.each(targets)(
  '%s: no value in any field breaks the server or moves money where it is refused',
  { timeout: 120_000 },
  async (_name, target) => {
    const { endpoint, params = {}, body } = target();
    const path = addressOf(endpoint, params);
    const variants: Variant[] = [
      ...Object.keys(params).flatMap((key) =>
        hostile.filter(isText).map((value) => ({ path: addressOf(endpoint, { ...params, [key]: value }), body })),
      ),
      ...hostile.map((value) => ({ path, body: value })),
      ...(body ? withHostile(body).map((wrong) => ({ path, body: wrong })) : []),
    ];
    const mayBook = ({ body }: Variant) => booking.has(endpoint) && endpoint.body?.safeParse(body).success;
    const broken: unknown[] = [];
    for (const sent of variants.filter(mayBook)) broken.push(...(await brokenBy(endpoint, [sent])));
    const others = variants.filter((sent) => !mayBook(sent));
    for (let at = 0; at < others.length; at += together) {
      broken.push(...(await brokenBy(endpoint, others.slice(at, at + together))));
    }
    expect(broken).toEqual([]);
    await expectLedgerBalances(world.database.db);
  },
);

describe('over-long text', () => {
  test.each(overlong.map((text) => [text.slice(0, 6), text]))(
    'of %j in every text field of every call reaches neither a pattern nor a normalisation',
    async (_start, text) => {
      const read = await readBy(text, async () => {
        for (const { params, body } of allEndpoints()) {
          for (const schema of [params, body]) schema?.safeParse(filledWith(text, schema));
        }
      });
      expect(read).toEqual([]);
    },
  );

  test.each(targets)('sent to %s is answered without having been read', async (_name, target) => {
    const { endpoint, params = {}, body } = target();
    for (const text of overlong) {
      const longBodies = withTexts(body ?? {}, text);
      const longParams = Object.keys(params).map((key) => ({ ...params, [key]: text.slice(0, 4_000) }));
      const read = await readBy(text, async () => {
        const answers = await Promise.all([
          ...longBodies.map((sent) => owner.raw(endpoint.method, addressOf(endpoint, params), { body: sent })),
          ...longParams.map((sent) => owner.raw(endpoint.method, addressOf(endpoint, sent), body ? { body } : {})),
        ]);
        for (const { status } of answers) expect(status).toBeLessThan(500);
      });
      expect(read).toEqual([]);
    }
  });

  test('is looked for where it would be read', async () => {
    const read = await readBy('x'.repeat(1_000), async () => {
      for (const text of ['x'.repeat(1_000), 'X'.repeat(1_000)]) {
        /^y/i.test(text);
        text.replace(/y/g, '').normalize('NFD');
      }
    });
    expect(read).toEqual(['/^y/i', '/y/g', 'normalize', '/^y/i', '/y/g', 'normalize']);
  });
});

/** The patterns and normalisations that, during `work`, read a long text that starts like `text` (case ignored). */
async function readBy(text: string, work: () => Promise<void>): Promise<string[]> {
  const read: string[] = [];
  const start = text.slice(0, 20).toLowerCase();
  const isSentText = (given: string) => given.length > 500 && given.slice(0, 20).toLowerCase() === start;
  // Every method that matches a pattern calls `exec` in the end (ECMAScript, RegExpExec).
  const exec = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, given) {
    if (isSentText(String(given))) read.push(String(this));
    return original.exec.call(this, given);
  });
  const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    if (isSentText(this)) read.push('normalize');
    return original.normalize.call(this, form);
  });
  try {
    await work();
  } finally {
    exec.mockRestore();
    normalize.mockRestore();
  }
  return read;
}

const original = { exec: RegExp.prototype.exec, normalize: String.prototype.normalize };

/** Copies of the body, each with `text` in place of one of its texts; lists included. */
function withTexts(body: Record<string, unknown>, text: string): Record<string, unknown>[] {
  return Object.entries(body).flatMap(([key, value]): Record<string, unknown>[] => {
    if (typeof value === 'string') return [{ ...body, [key]: text }];
    if (!Array.isArray(value)) return [];
    const [first, ...others] = value as unknown[];
    if (typeof first === 'string') return [{ ...body, [key]: [text, ...others] }];
    return withTexts(first as Record<string, unknown>, text).map((one) => ({ ...body, [key]: [one, ...others] }));
  });
}

/**
 * Sends the variants at once; returns those with a 5xx, without JSON, or which changed the ledger without permission.
 */
async function brokenBy(endpoint: Endpoint, variants: readonly Variant[]): Promise<unknown[]> {
  const before = await ledgerCounts(world.database.db);
  const answers = await Promise.all(
    variants.map(async (sent) => {
      const isUnsent = endpoint.method === 'GET' || sent.body === undefined;
      const response = await owner.raw(endpoint.method, sent.path, isUnsent ? {} : { body: JSON.stringify(sent.body) });
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      return { sent, status: response.status, isJson, text: (await response.text()).slice(0, 200) };
    }),
  );
  const isMoved = JSON.stringify(await ledgerCounts(world.database.db)) !== JSON.stringify(before);
  return answers.filter(({ status, isJson }) => {
    const mayMove = booking.has(endpoint) && status < 400;
    return status >= 500 || !isJson || (isMoved && !mayMove);
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** Copies of the body, each with one hostile value in one field, lists included; and copies that lack one field. */
function withHostile(body: Record<string, unknown>): unknown[] {
  return Object.entries(body).flatMap(([key, valid]) => {
    const inside =
      Array.isArray(valid) && typeof valid[0] === 'object'
        ? withHostile(valid[0] as Record<string, unknown>).map((item) => ({
            ...body,
            [key]: [item, ...valid.slice(1)],
          }))
        : [];
    const { [key]: _, ...without } = body;
    return [...hostile.map((value) => ({ ...body, [key]: value })), ...inside, without];
  });
}

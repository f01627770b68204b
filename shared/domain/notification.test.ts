import { expect, test } from 'vitest';
import { fullTitle, type Notice, type NoticeNames, noticeWords } from './notification.ts';

const names: NoticeNames = {
  league: 'Sunday League',
  members: 9,
  endDate: new Date('2026-11-29T04:59:00Z'),
  people: new Map([
    ['p', 'Priya'],
    ['t', 'Theo'],
    ['k', 'Kim'],
    ['r', 'חברים'],
  ]),
  waiting: new Map([['s', 'Sue T.']]),
  games: new Map([['espn:1', 'DET @ LAR']]),
  announcement: 'Wings at mine,\nkick-off at 1',
  seasons: new Map([
    ['open', { name: 'Sunday League 2', isMember: false, isClosed: false }],
    ['closed', { name: 'Sunday League 2', isMember: false, isClosed: true }],
    ['joined', { name: 'Sunday League 2', isMember: true, isClosed: true }],
  ]),
};
const now = new Date('2026-11-27T20:00:00Z');

function read(notice: Partial<Notice>, at = now, known = names) {
  const { path, line, ...title } = noticeWords({ leagueId: 'l', ...notice } as Notice, 'me', known, at);
  return [fullTitle(title), line, path];
}

test('settled: the day and the net; how the bets went, and the rank', () => {
  const facts = { day: '2026-11-22', won: 1, lost: 1, returned: 1, net: 11_100, rank: 3, rankBefore: 4 };
  const home = '/league/l/member/me';
  expect(read({ kind: 'settled', facts })).toEqual([
    'Sunday: 3 bets settled, +111',
    'Sunday League · 1 won · 1 lost · 1 returned · 3rd, up 1',
    home,
  ]);
  expect(read({ kind: 'settled', facts: { ...facts, won: 0, returned: 0, net: -5_000, rankBefore: 3 } })).toEqual([
    'Sunday: 1 bet settled, -50',
    'Sunday League · 1 lost · 3rd in the league',
    home,
  ]);
  expect(read({ kind: 'settled', facts: { ...facts, rank: null, rankBefore: null } })[1]).toBe(
    'Sunday League · 1 won · 1 lost · 1 returned',
  );
});

test('corrected: the game and the net; what the bets are now', () => {
  const facts = { games: ['espn:1'], tickets: 1, to: 'lost', net: -11_455 } as const;
  expect(read({ kind: 'corrected', facts: { ...facts, games: ['espn:1'] } }).slice(0, 2)).toEqual([
    'Correction: DET @ LAR, -115',
    'Sunday League · your bet is now lost',
  ]);
  const two = { ...facts, games: ['espn:1', 'espn:2'], tickets: 2, to: null };
  expect(read({ kind: 'corrected', facts: two }).slice(0, 2)).toEqual([
    'Correction of 2 games, -115',
    'Sunday League · 2 of your bets changed',
  ]);
});

test('recap: who won the week, and the own place', () => {
  const facts = { week: 12, winners: ['p'], sharing: 1, net: 3_800, place: 3 };
  expect(read({ kind: 'recap', facts })).toEqual([
    'Priya wins week 12',
    'Sunday League · you were 3rd of the week with +38',
    '/league/l?view=weeks&week=12',
  ]);
  expect(read({ kind: 'recap', facts: { ...facts, winners: ['p', 't'], sharing: 2 } })[0]).toBe(
    'Priya and Theo share week 12',
  );
  expect(read({ kind: 'recap', facts: { ...facts, winners: ['p', 't', 'k'], sharing: 5 } })[0]).toBe(
    'Priya, Theo and 3 others share week 12',
  );
  expect(read({ kind: 'recap', facts: { ...facts, winners: [], sharing: 0, place: null } }).slice(0, 2)).toEqual([
    'The house wins week 12',
    'Sunday League · no bets of yours',
  ]);
});

test('eligibility: an amount and a time; the week and what may be missed', () => {
  const facts = { week: 12, missing: 8_500, endsAt: '2026-11-24T11:00:00Z', spare: 1 };
  expect(read({ kind: 'eligibility', facts }).slice(0, 2)).toEqual([
    'Bet 85 more by Tuesday 6 AM ET',
    'Sunday League · to count week 12; you could miss 1 week more',
  ]);
  expect(read({ kind: 'eligibility', facts: { ...facts, spare: 0 } })[1]).toMatch(/you could miss no week any more$/);
  expect(read({ kind: 'eligibility', facts: { ...facts, spare: null } })[1]).toBe('Sunday League · to count week 12');
});

test('closes: says tomorrow and today as of the moment of reading, and the end date of then', () => {
  const notice = { kind: 'closes', facts: { endsAt: '2026-11-29T04:59:00Z' } } as const;
  const at = (time: string) => read(notice, new Date(time))[0];
  expect(at('2026-11-28T04:59:00Z')).toBe('Sunday League closes to bets tomorrow');
  expect(at('2026-11-28T15:00:00Z')).toBe('Sunday League closes to bets today');
  expect(at('2026-11-26T15:00:00Z')).toBe('Sunday League closes to bets on Nov 28');
  expect(at('2026-11-29T05:00:00Z')).toBe('Sunday League closed to bets');
  expect(read({ ...notice, facts: { endsAt: '2026-11-27T04:59:00Z' } })).toEqual(read(notice));
  expect(read(notice)[1]).toBe('Last bets until Nov 28, 2026, 11:59 PM ET');
  expect(read(notice, now, { ...names, endDate: null }).slice(0, 2)).toEqual([
    'Sunday League has no end date any more',
    'It was Nov 28, 2026, 11:59 PM ET',
  ]);
});

test('final: the own rank, and the champion', () => {
  const facts = { rank: 2, champions: ['t'], sharing: 1, balance: 160_450 };
  expect(read({ kind: 'final', facts }).slice(0, 2)).toEqual([
    'Sunday League is final: you ended 2nd',
    'Theo is champion with 1,604',
  ]);
  expect(read({ kind: 'final', facts: { rank: null, champions: [], sharing: 0, balance: null } }).slice(0, 2)).toEqual([
    'Sunday League is final',
    'Nobody won the title',
  ]);
});

test('asked: who waits is named, and nobody whom the reader does not answer any more', () => {
  expect(read({ kind: 'asked', facts: { userId: 's' } })).toEqual([
    'Sue T. asks to join Sunday League',
    'Waits for your answer',
    '/league/l',
  ]);
  expect(read({ kind: 'asked', facts: { userId: 'k' } })).toEqual([
    'Somebody asked to join Sunday League',
    'It waits for no answer of yours',
    '/league/l',
  ]);
});

test('joined and announcement: names are isolated, and nobody is named who is not in the league', () => {
  expect(read({ kind: 'joined', facts: { userId: 'k' } }).slice(0, 2)).toEqual([
    'Kim joined Sunday League',
    '9 members now',
  ]);
  expect(read({ kind: 'joined', facts: { userId: 'r' } })[0]).toBe('\u2068חברים\u2069 joined Sunday League');
  expect(read({ kind: 'joined', facts: { userId: 'gone' } })[0]).toBe('Somebody joined Sunday League');
  expect(read({ kind: 'announcement', facts: {} }).slice(0, 2)).toEqual([
    'Announcement in Sunday League',
    'Wings at mine, kick-off at 1',
  ]);
  const takenBack = noticeWords(
    { kind: 'announcement', leagueId: 'l', facts: {} },
    'me',
    { ...names, announcement: null },
    now,
  );
  expect(takenBack.line).toBe('It was taken back');
});

test('season: who invites, to what, and that one is in or cannot join', () => {
  const facts = { nextId: 'open', startedBy: 'p' };
  const title = 'Priya invites you to the next season of Sunday League';
  expect(read({ kind: 'season', facts })).toEqual([title, 'Sunday League 2', '/league/l']);
  expect(read({ kind: 'season', facts: { ...facts, nextId: 'closed' } })).toEqual([
    title,
    'Sunday League 2 · it cannot be joined any more',
    '/league/l',
  ]);
  expect(read({ kind: 'season', facts: { ...facts, nextId: 'joined' } })).toEqual([
    title,
    'Sunday League 2 · you are in',
    '/league/joined',
  ]);
  expect(read({ kind: 'season', facts: { nextId: 'gone', startedBy: 'nobody' } })).toEqual([
    'A former member invites you to the next season of Sunday League',
    'It cannot be joined now',
    '/league/l',
  ]);
});

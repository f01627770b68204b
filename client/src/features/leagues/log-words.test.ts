import { expect, test } from 'vitest';
import type { LogEntry } from '#shared/api/league-log.ts';
import { type LoggedAct, type LoggedSettings, loggedActs } from '#shared/domain/league-log.ts';
import { logWords } from './log-words.ts';

type Part = Partial<Pick<LogEntry, 'before' | 'after'>>;

const wordsOf = (act: LoggedAct, { before = null, after = null }: Part = {}) =>
  logWords({
    number: 1,
    at: '2026-11-27T12:00:00.000Z',
    act,
    by: { userId: 'a', name: 'Ann' },
    whom: { userId: 'b', name: 'Bob' },
    before,
    after,
  }).map((words) => words.replace(/[\u2066-\u2069]/g, ''));

const sentences: Record<LoggedAct, [Part, string]> = {
  settings: [{ before: { name: 'One' }, after: { name: 'Two' } }, 'changed the name from “One” to “Two”'],
  'code-renewed': [{}, 'made a new join code and link'],
  'chat-saved': [{ after: { chat: 'slack' } }, 'connected the group chat in Slack'],
  'chat-removed': [{}, 'disconnected the group chat'],
  removed: [{}, 'removed Bob from the league'],
  'note-removed': [{}, 'removed a note that Bob wrote on a bet'],
  'manager-named': [{}, 'made Bob a manager'],
  'manager-unnamed': [{}, 'removed Bob as a manager'],
  offered: [{}, 'offered the league to Bob'],
  'offer-withdrawn': [{}, 'withdrew the offer to Bob'],
  'offer-declined': [{}, 'declined the offer to own the league'],
  transferred: [{}, 'took the league over from Bob, who is a manager now'],
  approved: [{}, 'let Bob in'],
  declined: [{}, 'turned down a request to join'],
};

test.each([...loggedActs])('the act %s has its sentence', (act) => {
  const [part, sentence] = sentences[act];
  expect(wordsOf(act, part)).toEqual([sentence]);
});

const fairPlay = { activeWeeksPct: null, maxInPlayPct: 100, lateStart: 'full', rescue: null, maxLegs: 12 } as const;
const settings: Required<{ [Name in Exclude<keyof LoggedSettings, 'chat'>]: [Part['before'], Part['after'], string] }> =
  {
    name: [{ name: 'One' }, { name: 'Two' }, 'changed the name from “One” to “Two”'],
    description: [{ description: null }, { description: 'Loser buys' }, 'added the description “Loser buys”'],
    joinDeadline: [
      { joinDeadline: null },
      { joinDeadline: '2026-11-27T17:00:00.000Z' },
      'changed the join deadline from none to Nov 27, 2026, 12:00 PM ET',
    ],
    endDate: [
      { endDate: '2026-11-27T17:00:00.000Z' },
      { endDate: null },
      'changed the end date from Nov 27, 2026, 12:00 PM ET to none',
    ],
    allowedSports: [{ allowedSports: 'ALL' }, { allowedSports: 'NFL' }, 'changed the sports from all to NFL'],
    reveal: [
      { reveal: 'settled' },
      { reveal: 'started' },
      expect.stringMatching(/^changed when members see each other's bets from \S.* to \S/) as string,
    ],
    remarks: [{ remarks: true }, { remarks: false }, 'switched notes and reactions off'],
    fairPlay: [
      { fairPlay },
      { fairPlay: { ...fairPlay, maxLegs: 3 } },
      expect.stringMatching(/^changed the rules from Classic to \S/) as string,
    ],
    approvesJoins: [
      { approvesJoins: false },
      { approvesJoins: true },
      expect.stringMatching(/^changed who may join from \S.* to \S/) as string,
    ],
    announcement: [{ announcement: null }, { announcement: '' }, 'made an announcement'],
  };

test.each(Object.entries(settings))('a changed setting has its sentence: %s', (_name, [before, after, sentence]) => {
  expect(wordsOf('settings', { before: before ?? null, after: after ?? null })).toEqual([sentence]);
});

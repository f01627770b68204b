import { expect, test } from 'vitest';
import type { LogEntry } from '#shared/api/league-log.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { type LoggedAct, loggedActs } from '#shared/domain/league-log.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { isolate } from '#shared/domain/naming.ts';
import { logWords } from './log-words.ts';

const bob = isolate('Bob');

function entry(act: LoggedAct, part: Partial<LogEntry> = {}): LogEntry {
  const person = (name: string) => ({ userId: name, name });
  return {
    number: 1,
    at: '2026-11-21T12:00:00.000Z',
    act,
    by: person('Ann'),
    whom: person('Bob'),
    before: null,
    after: null,
    ...part,
  };
}

const changed = (before: LogEntry['before'], after: LogEntry['after']) =>
  logWords(entry('settings', { before, after, whom: null }));

test('an act about a member names the member', () => {
  const about = (act: LoggedAct) => logWords(entry(act));
  expect(about('removed')).toEqual([`removed ${bob} from the league`]);
  expect(about('manager-named')).toEqual([`made ${bob} a manager`]);
  expect(about('manager-unnamed')).toEqual([`removed ${bob} as a manager`]);
  expect(about('offered')).toEqual([`offered the league to ${bob}`]);
  expect(about('transferred')).toEqual([`took the league over from ${bob}, who is a manager now`]);
  expect(about('approved')).toEqual([`let ${bob} in`]);
});

test('every act but a change of settings is one sentence', () => {
  for (const act of loggedActs.filter((one) => one !== 'settings'))
    expect(logWords(entry(act)), act).toEqual([expect.stringMatching(/^[a-z].*\S$/)]);
});

test('a group chat is named by its service where the log has it', () => {
  expect(logWords(entry('chat-saved', { after: { chat: 'groupme' } }))).toEqual([
    'connected the group chat in GroupMe',
  ]);
  expect(logWords(entry('chat-saved'))).toEqual(['connected the group chat']);
});

test('each changed setting is a sentence of its own', () => {
  expect(changed({ name: 'Old', allowedSports: 'ALL' }, { name: 'New', allowedSports: 'NFL' })).toEqual([
    `changed the name from “${isolate('Old')}” to “${isolate('New')}”`,
    'changed the sports from all to NFL',
  ]);
});

test('a description is added, changed and removed', () => {
  const quoted = (text: string) => `“${isolate(text)}”`;
  expect(changed({ description: null }, { description: 'a' })).toEqual([`added the description ${quoted('a')}`]);
  expect(changed({ description: 'a' }, { description: 'b' })).toEqual([
    `changed the description from ${quoted('a')} to ${quoted('b')}`,
  ]);
  expect(changed({ description: 'b' }, { description: null })).toEqual([`removed the description ${quoted('b')}`]);
});

test('an announcement is told without its words, which can be taken back', () => {
  expect(changed({ announcement: null }, { announcement: '' })).toEqual(['made an announcement']);
  expect(changed({ announcement: '' }, { announcement: null })).toEqual(['took the announcement down']);
});

test('a league without an end date had none', () => {
  expect(changed({ endDate: null }, { endDate: '2027-01-01T04:59:00.000Z' })).toEqual([
    'changed the end date from none to Dec 31, 2026, 11:59 PM ET',
  ]);
});

test('switches and choices are said as people read them in the settings', () => {
  expect(changed({ remarks: true }, { remarks: false })).toEqual(['switched notes and reactions off']);
  expect(changed({ approvesJoins: false }, { approvesJoins: true })).toEqual([
    'changed who may join from everybody with the link or code to whoever the owner or a manager lets in',
  ]);
  expect(changed({ reveal: 'settled' }, { reveal: 'started' })).toEqual([
    "changed when members see each other's bets from after they settle to once the game starts",
  ]);
});

test('rules have their name, and are listed where they have none', () => {
  const own = { ...presets.classic, rescue: fromWhole(100) };
  const [words] = changed({ fairPlay: presets.classic }, { fairPlay: presets.fairPlay });
  expect(words).toBe('changed the rules from Classic to Fair play');
  expect(changed({ fairPlay: presets.fairPlay }, { fairPlay: own })[0]).toMatch(
    /^changed the rules from Fair play to these: .*take 100 once/,
  );
});

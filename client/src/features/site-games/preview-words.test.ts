import { expect, test } from 'vitest';
import type { Preview, PreviewLeague, PreviewTicket } from '#shared/api/admin-games.ts';
import { isolate } from '#shared/domain/naming.ts';
import { ching } from '#shared/testing/examples.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { countWords, ticketWords, topWords } from './preview-words.ts';

function ticket(part: Partial<PreviewTicket> = {}): PreviewTicket {
  const single = { id: 'ticket', legs: 1, betType: 'moneyline', betSide: 'home', line: null } as const;
  return { ...single, before: null, after: 'won', change: ching(90), ...part };
}

/** A league in which a member has these tickets. Without tickets the league has nobody who is concerned. */
function league(tickets: PreviewTicket[], part: Partial<PreviewLeague> = {}): PreviewLeague {
  const ann = { userId: 'ann', name: 'Ann', before: ching(900), change: ching(90), after: ching(990), rank: null };
  return {
    id: 'league',
    name: 'Sunday League',
    isFinal: false,
    members: tickets.length > 0 ? [{ ...ann, tickets }] : [],
    leaders: { before: ['Ann'], after: ['Ann'] },
    ...part,
  };
}

function preview(leagues: PreviewLeague[], more = { leagues: 0, tickets: 0 }): Preview {
  return { rev: 0, digest: '', isNew: true, isHidden: false, leagues, more, pastTime: 0, isWhole: true };
}

const led = (before: string[], after: string[]) => league([], { leaders: { before, after } });

test('a single is named by its leg, a parlay by the number of its legs alone', () => {
  expect(ticketWords(ticket(), aGameView)).toMatch(/ ML$/);
  expect(ticketWords(ticket({ legs: 3 }), aGameView)).toBe('Parlay, 3 legs');
});

test('tickets are counted by what happens to them, over the leagues that have some', () => {
  const ends = ['won', 'won', 'lost', 'push', 'void', null] as const;
  expect(countWords(preview([league(ends.map((after) => ticket({ after }))), league([])]))).toBe(
    '6 tickets in 1 league: 2 win, 1 loses, 2 get the stake back, 1 waits for other legs.',
  );
  expect(countWords(preview([league([ticket({ after: 'lost' })])]))).toBe('1 ticket in 1 league: 1 loses.');
  expect(countWords(preview([]))).toBe('No ticket moves.');
});

test('the lead is taken, shared, or left to those who had it', () => {
  const [ann, bob] = [isolate('Ann'), isolate('Bob')];
  const start = `In ${isolate('Sunday League')}`;
  expect(topWords([led(['Ann'], ['Bob'])])).toBe(`${start} ${bob} takes the lead from ${ann}.`);
  expect(topWords([led(['Ann'], ['Ann', 'Bob'])])).toBe(`${start} ${bob} now shares the lead.`);
  expect(topWords([led(['Ann', 'Bob'], ['Ann'])])).toBe(`${start} ${ann} leads without ${bob}.`);
});

test('a second league whose lead changes is counted, and none says so', () => {
  expect(topWords([led(['Ann'], ['Bob']), led(['Ann'], ['Bob']), led(['Ann'], ['Ann'])])).toMatch(
    / The lead changes in 1 other league too\.$/,
  );
  expect(topWords([led(['Ann'], ['Ann'])])).toBe('Nothing changes at the top.');
  expect(topWords([])).toBe('');
});

test('many leaders are two names and a number', () => {
  expect(topWords([led(['Ann'], ['Bob', 'Cat', 'Dan', 'Eve'])])).toContain(
    `${isolate('Bob')}, ${isolate('Cat')} and 2 more take the lead from ${isolate('Ann')}`,
  );
});

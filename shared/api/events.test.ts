import { expect, test } from 'vitest';
import { sports } from '#shared/domain/sport.ts';
import {
  departureTopic,
  events,
  isOfNotices,
  leagueTopic,
  noticesTopic,
  parseTopic,
  requestsTopic,
  sportTopic,
  ticketTopic,
  userTopic,
} from './events.ts';

const id = '0197f0a0-0000-7000-8000-000000000000';
const nothing = { sport: null, leagueId: null, ticket: null, userId: null, departure: null, requestsOf: null };

test('a topic names the sport, the league, the ticket or the user that it was made of, also after it was sent', () => {
  for (const sport of sports) {
    expect(parseTopic(events.reply.parse(sportTopic(sport)))).toEqual({ ...nothing, sport });
  }
  expect(parseTopic(events.reply.parse(leagueTopic(id)))).toEqual({ ...nothing, leagueId: id });
  const ticket = { leagueId: id, id: 'ticket' };
  expect(parseTopic(events.reply.parse(ticketTopic(id, ticket.id)))).toEqual({ ...nothing, ticket });
  expect(parseTopic(events.reply.parse(userTopic(id)))).toEqual({ ...nothing, userId: id });
});

test('the topic of an inbox names its user, and no other topic is one', () => {
  expect(parseTopic(events.reply.parse(noticesTopic(id)))).toEqual({ ...nothing, userId: id });
  const others = [userTopic(id), leagueTopic(id), sportTopic('NFL'), departureTopic(id, 'removed', id)];
  expect([noticesTopic(id), ...others].map(isOfNotices)).toEqual([true, false, false, false, false]);
});

test.each(['removed', 'deleted'] as const)('a user’s topic names the league that they lost, and how: %s', (how) => {
  const topic = departureTopic('ann', how, id);
  expect(parseTopic(events.reply.parse(topic))).toEqual({
    ...nothing,
    userId: 'ann',
    departure: { how, leagueId: id },
  });
});

test('a topic of requests names who answers them, and the league', () => {
  const topic = requestsTopic('ann', id);
  expect(parseTopic(events.reply.parse(topic))).toEqual({ ...nothing, userId: 'ann', requestsOf: id });
});

test.each(['sport:Curling', 'sport:', 'sport:NFL ', 'league:', 'league:a b', 'user:', 'team:NFL', ''])(
  'what names none of them is no topic: %j',
  (text) => {
    expect(events.reply.safeParse(text).success).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { sports } from '#shared/domain/sport.ts';
import { events, leagueTopic, parseTopic, sportTopic } from './events.ts';

test('a topic names the sport or the league that it was made of, also after it was sent', () => {
  const id = '0197f0a0-0000-7000-8000-000000000000';
  for (const sport of sports) {
    expect(parseTopic(events.reply.parse(sportTopic(sport)))).toEqual({ sport, leagueId: null });
  }
  expect(parseTopic(events.reply.parse(leagueTopic(id)))).toEqual({ sport: null, leagueId: id });
});

test.each(['sport:Curling', 'sport:', 'sport:NFL ', 'league:', 'league:a b', 'team:NFL', ''])(
  'what names neither is no topic: %j',
  (text) => {
    expect(events.reply.safeParse(text).success).toBe(false);
  },
);

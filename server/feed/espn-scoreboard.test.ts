import { describe, expect, test } from 'vitest';
import { readScoreboard } from './espn-scoreboard.ts';
import { type ExampleEvent, type ExamplePayload, examples, gameBetween, readExample } from './examples/example.ts';
import { FeedFailure } from './feed.ts';

const first = ({ events }: ExamplePayload): ExampleEvent => {
  const [event] = events;
  if (!event) throw new Error('an empty example');
  return event;
};
type Side = ExampleEvent['competitions'][0]['competitors'][number];
const eachSide = (event: ExampleEvent, change: (side: Side, index: number) => unknown) => {
  for (const [index, side] of event.competitions[0].competitors.entries()) change(side, index);
};
const changed = (change: (event: ExampleEvent) => void) => readExample('nfl', (payload) => change(first(payload)));
const setStatus = (event: ExampleEvent, name: string, state: string, completed: boolean) =>
  Object.assign(event.competitions[0].status.type, { name, state, completed });

describe('a scoreboard', () => {
  test.each(examples)('of the $file example is read whole', ({ file }) => {
    const { games, quarantined } = readExample(file);
    const expected = { nfl: 10, cfb: 8, mlb: 12, nba: 8, nhl: 7, epl: 7, ucl: 6 }[file];
    expect(games).toHaveLength(expected);
    expect(quarantined).toEqual(
      file === 'cfb' ? [{ eventId: expect.any(String), reason: 'a team is to be determined' }] : [],
    );
  });

  test('names the current week where the sport has weeks', () => {
    expect(readExample('nfl').currentWeek).toEqual({ week: 12, season: 2026, seasonType: 'regular' });
    expect(readExample('mlb').currentWeek).toBeNull();
    expect(readExample('cfb', (payload) => delete payload.week).currentWeek).toBeNull();
  });

  test.each([[null], [{}], [{ events: {} }], [[]], ['<html>']])(
    'that is no list of events is a feed failure: %j',
    (payload) => {
      expect(() => readScoreboard('NFL', null, payload)).toThrow(FeedFailure);
    },
  );

  test('without games is empty', () => {
    expect(readExample('nba', (payload) => (payload.events = []))).toMatchObject({ games: [], quarantined: [] });
  });

  test('that lists an event three times has it once', () => {
    const { games } = readExample('nfl', ({ events }) => events.push(...events.slice(0, 1), ...events.slice(0, 1)));
    expect(games).toHaveLength(10);
  });

  test('with different facts about an event has it as often as it comes', () => {
    const { games } = readExample('nfl', ({ events }) => {
      const [first] = structuredClone(events.slice(0, 1));
      if (first) events.push({ ...first, date: '2026-11-22T19:00Z' });
    });
    expect(games).toHaveLength(11);
  });

  test('gives its games the span of its season, unless that is another one than theirs', () => {
    const [from, to] = ['2026-08-06T07:00Z', '2027-02-16T07:59Z'];
    const spanIn = (year: number) => {
      const season = { year, startDate: from, endDate: to };
      const answer = readExample('nfl', (payload) => Object.assign(payload.leagues[0], { season }));
      return gameBetween(answer, 'PDX @ OMA').seasonSpan;
    };
    expect(spanIn(2026)).toEqual({ from: new Date(from), to: new Date(to) });
    expect(spanIn(2027)).toBeNull();
  });

  test('keeps both games of a doubleheader', () => {
    const answer = readExample('mlb');
    expect(gameBetween(answer, 'ABQ @ HFD', 0)).toMatchObject({ status: 'final', homeScore: 2 });
    expect(gameBetween(answer, 'ABQ @ HFD', 1)).toMatchObject({ status: 'scheduled', homeScore: null });
  });
});

describe('a game', () => {
  test('that is scheduled has its start, teams and quote, and no score', () => {
    expect(gameBetween(readExample('nfl'), 'PDX @ OMA')).toEqual({
      id: 'espn:990000101',
      sport: 'NFL',
      competition: null,
      season: 2026,
      seasonSpan: null,
      awaitsFirstPlay: false,
      seasonType: 'regular',
      week: 12,
      startsAt: new Date('2026-11-22T18:00:00Z'),
      startKnown: true,
      status: 'scheduled',
      statusWord: 'STATUS_SCHEDULED',
      settleable: false,
      period: null,
      clock: null,
      home: {
        id: '9002',
        abbreviation: 'OMA',
        city: 'Omaha',
        name: 'Prairie Dogs',
        color: '#5d4037',
        alternateColor: '#ffe0b2',
        rank: null,
      },
      away: {
        id: '9001',
        abbreviation: 'PDX',
        city: 'Portland',
        name: 'Lumberjacks',
        color: '#1b5e20',
        alternateColor: '#f9a825',
        rank: null,
      },
      homeScore: null,
      awayScore: null,
      countedHome: null,
      countedAway: null,
      halfInnings: null,
      quote: {
        spread: { line: -3.5, home: -110, away: -110 },
        moneyline: { home: -192, away: 160, draw: null },
        total: { line: 44.5, over: -108, under: -112 },
      },
    });
  });

  test('is read the same with home and away listed the other way round', () => {
    const swapped = readExample('nfl', ({ events }) => {
      for (const event of events) event.competitions[0].competitors.reverse();
    });
    const { rawEvents } = swapped; // as they came, in the other order
    expect(swapped).toEqual({ ...readExample('nfl'), rawEvents });
  });

  test.each([
    ['nfl', 'ALB @ MOB', { status: 'live', period: 4, clock: '8:42', homeScore: 20, awayScore: 17, quote: null }],
    ['nfl', 'RNO @ DSM', { status: 'live', period: 2, clock: 'Halftime' }],
    ['nfl', 'SPK @ ELP', { status: 'final', settleable: true, clock: 'Final', countedHome: 21, countedAway: 24 }],
    [
      'nfl',
      'NWK @ RIC',
      { status: 'final', settleable: true, clock: 'Final/OT', period: 5, countedHome: 20, countedAway: 20 },
    ],
    ['nfl', 'PDX @ RIC', { status: 'canceled', settleable: false, homeScore: null, clock: null }],
    ['nfl', 'OMA @ NWK', { status: 'canceled', settleable: false, homeScore: null, countedHome: null }],
    ['cfb', 'BRC @ SND', { status: 'scheduled', startKnown: false }],
    ['cfb', 'KTC @ WMT', { status: 'final', settleable: true, clock: 'Final/2OT', homeScore: 43, awayScore: 45 }],
    ['cfb', 'DLT @ FTH', { status: 'final', settleable: false, clock: 'Final', period: 2 }],
    [
      'cfb',
      'CCS @ BRC',
      { status: 'postponed', settleable: false, homeScore: null, awayScore: null, countedHome: null },
    ],
    ['mlb', 'MEM @ ABQ', { status: 'live', clock: 'Top 7th', period: 7, halfInnings: 13 }],
    ['mlb', 'HFD @ FRE', { status: 'live', clock: 'Rain Delay, Top 1st', homeScore: 0, settleable: false }],
    ['mlb', 'NAS @ ROC', { status: 'suspended', settleable: false, homeScore: 3, awayScore: 3, halfInnings: 12 }],
    ['mlb', 'CLT @ IND', { status: 'final', settleable: true, halfInnings: 17 }],
    ['mlb', 'SLC @ NOR', { status: 'final', settleable: true, halfInnings: 20, clock: 'Final/10', countedHome: 6 }],
    ['mlb', 'VAN @ MEM', { status: 'final', settleable: true, halfInnings: 11, clock: 'Final/6' }],
    ['mlb', 'FRE @ NAS', { status: 'postponed', settleable: false, homeScore: null }],
    ['nba', 'LEX @ TAM', { status: 'live', period: 4, clock: '32.6' }],
    ['nba', 'CIN @ BIR', { status: 'live', period: 3, clock: 'End of 3rd' }],
    ['nba', 'SEA @ KCY', { status: 'final', settleable: true, clock: 'Final/OT', countedHome: 123 }],
    ['nba', 'SDG @ LEX', { status: 'final', settleable: false, statusWord: 'STATUS_OFFICIAL_REVIEW' }],
    ['nhl', 'HFX @ POR', { status: 'live', clock: 'Delayed, 1st' }],
    ['nhl', 'HAM @ MIL', { status: 'final', settleable: true, clock: 'Final/OT' }],
    ['nhl', 'HOU @ QUE', { status: 'final', settleable: true, clock: 'Final/SO', countedHome: 3, countedAway: 4 }],
    ['epl', 'INK @ KIR', { status: 'final', settleable: true, clock: 'FT', countedHome: 2, countedAway: 2 }],
    ['epl', 'LOX @ MAR', { status: 'live', clock: "67'", quote: null, homeScore: 0, awayScore: 1 }],
    ['epl', 'GRA @ HOL', { status: 'postponed', settleable: false, homeScore: null }],
    ['epl', 'BLY @ LOX', { status: 'canceled', settleable: false, homeScore: null }],
    [
      'ucl',
      'ACT @ DKV',
      { status: 'final', settleable: true, homeScore: 3, awayScore: 2, countedHome: 2, countedAway: 2 },
    ],
    [
      'ucl',
      'PSL @ BSK',
      { status: 'final', settleable: true, homeScore: 1, awayScore: 1, countedHome: 1, countedAway: 1 },
    ],
    ['ucl', 'GLD @ VIK', { status: 'final', settleable: true, homeScore: 1, countedHome: null, countedAway: null }],
    ['ucl', 'DKV @ GLD', { status: 'live', clock: "104'", homeScore: 1, awayScore: 2, countedHome: 1, countedAway: 1 }],
  ] as const)('%s %s is %o', (file, teams, expected) => {
    expect(gameBetween(readExample(file), teams)).toMatchObject(expected);
  });

  test('shows a rank from 1 to 25 in college football only', () => {
    const game = gameBetween(readExample('cfb'), 'GLT @ PVU');
    expect([game.away.rank, game.home.rank]).toEqual([11, null]);
  });

  test('shows which competition it belongs to in soccer', () => {
    expect(gameBetween(readExample('ucl'), 'RVA @ SCM').competition).toBe('Champions League');
    expect(gameBetween(readExample('epl'), 'ASH @ BLY').competition).toBe('Premier League');
  });
});

describe('a status', () => {
  test.each([
    ['STATUS_NEW', 'pre', false, 'scheduled'],
    ['STATUS_NEW', 'in', false, 'live'],
    ['STATUS_NEW', 'post', false, 'suspended'],
    ['STATUS_NEW', 'post', true, 'final'],
  ])(
    'that is unknown (%s, %s, completed %s) is %s, never settleable, and reported',
    (name, state, completed, status) => {
      const { games, unknownStatuses } = changed((event) => setStatus(event, name, state, completed));
      expect(games[0]).toMatchObject({ status, settleable: false, statusWord: name });
      expect(unknownStatuses).toEqual(['STATUS_NEW']);
    },
  );

  test.each([
    ['STATUS_FINAL', 'post', false, 'suspended'],
    ['STATUS_FINAL', 'in', false, 'live'],
    ['STATUS_FINAL', 'pre', false, 'scheduled'],
    ['STATUS_POSTPONED', 'post', true, 'postponed'],
    ['STATUS_SCHEDULED', 'post', true, 'final'],
    ['STATUS_DELAYED', 'in', false, 'live'],
  ])('that contradicts itself (%s, %s, completed %s) is %s and not settleable', (name, state, completed, status) => {
    const { games, unknownStatuses } = changed((event) => setStatus(event, name, state, completed));
    expect(games[0]).toMatchObject({ status, settleable: false });
    expect(unknownStatuses).toEqual([]);
  });

  test.each([
    ['STATUS_RAIN_DELAY', 1, '0', true],
    ['STATUS_DELAYED', 0, '0', true],
    ['STATUS_DELAYED', 1, '1', false],
    ['STATUS_DELAYED', 2, '0', false],
    ['STATUS_IN_PROGRESS', 1, '0', false],
  ])('that is %s in inning %i with %s runs awaits its first play: %s', (name, period, runs, awaitsFirstPlay) => {
    const { games } = changed((event) => {
      setStatus(event, name, 'in', false);
      event.competitions[0].status.period = period;
      for (const side of event.competitions[0].competitors) side.score = runs;
    });
    expect(games[0]).toMatchObject({ status: 'live', awaitsFirstPlay });
  });

  test('of a baseball final whose line score does not fit its inning waits', () => {
    const { games } = readExample('mlb', ({ events }) => {
      for (const side of events[6]?.competitions[0].competitors ?? []) delete side.linescores;
    });
    expect(games[6]).toMatchObject({ status: 'final', settleable: false, halfInnings: 0 });
  });
});

describe('an event is quarantined, and the others stay,', () => {
  const scores = (event: ExampleEvent, score: unknown) => {
    setStatus(event, 'STATUS_FINAL', 'post', true);
    for (const side of event.competitions[0].competitors) side.score = score;
  };
  const teams = (event: ExampleEvent, ...names: string[]) =>
    eachSide(event, (side, index) => {
      side.team.abbreviation = names[index] ?? '';
    });
  test.each<[string, (event: ExampleEvent) => void, RegExp]>([
    ['when its final score is empty', (event) => scores(event, ''), /score/],
    ['when its final score is a number', (event) => scores(event, 24), /score/],
    ['when its final score is below zero', (event) => scores(event, '-3'), /score/],
    ['when its final score is above 300', (event) => scores(event, '301'), /score/],
    ['when its final score is a fraction', (event) => scores(event, '1.5'), /score/],
    ['when its date is no date', (event) => (event.date = 'TBD'), /date/],
    ['when its id is a path', (event) => (event.id = '../1'), /id/],
    ['when its state is new', (event) => setStatus(event, 'STATUS_SCHEDULED', 'later', false), /state/],
    ['when it has one team', (event) => event.competitions[0].competitors.pop(), /competitors/],
    ['when both are at home', (event) => eachSide(event, (side) => (side.homeAway = 'home')), /one home/],
    ['when a team plays itself', (event) => eachSide(event, (side) => (side.team.id = '1')), /itself/],
    ['when a team is to be determined', (event) => teams(event, 'TBD', 'PDX'), /to be determined/],
    ['when it is AFC against NFC', (event) => teams(event, 'AFC', 'NFC'), /all-star/],
    [
      'when it is marked so',
      (event) => (event.competitions[0].type = { id: '4', abbreviation: 'ALLSTAR' }),
      /all-star/,
    ],
    ['when a team has no name', (event) => teams(event, '', 'B'), /abbreviation/],
    ['when a name is of control characters alone', (event) => teams(event, '\u0000\u0007', 'B'), /abbreviation/],
    ['when its final score is endless', (event) => scores(event, '1'.repeat(1_000)), /score/],
  ])('%s', (_, change, reason) => {
    const { games, quarantined } = changed(change);
    expect(games).toHaveLength(9);
    expect(quarantined).toMatchObject([
      { eventId: expect.toSatisfy((id) => id === null || id === '990000101'), reason: expect.stringMatching(reason) },
    ]);
  });

  test('when it is no event at all', () => {
    const { games, quarantined } = readExample('nfl', ({ events }) =>
      Object.assign(events, { 0: null, 1: 'x', 2: [] }),
    );
    expect(games).toHaveLength(7);
    expect(quarantined.map(({ eventId }) => eventId)).toEqual([null, null, null]);
  });
});

describe('facts that are not needed may be wrong', () => {
  test('a scheduled game whose score is rubbish stays', () => {
    const { games } = changed((event) => eachSide(event, (side) => (side.score = '')));
    expect(games[0]).toMatchObject({ status: 'scheduled', homeScore: null });
  });

  test('a colour that is none is left out', () => {
    const { games } = changed((event) => eachSide(event, (side) => (side.team.color = 'url(x)')));
    expect(games[0]?.home.color).toBeNull();
  });

  test('a team without a nickname goes by its whole name', () => {
    const { games } = changed((event) => eachSide(event, (side) => delete side.team.name));
    expect(games[0]?.home).toMatchObject({ city: 'Omaha', name: 'Omaha Prairie Dogs' });
  });

  test.each(['2026-11-22T18:00Z', '2026-11-22T18:00:00Z', '2026-11-22T13:00-05:00', '2026-11-22T18:00:00+00:00'])(
    'a start may be written %s',
    (date) => {
      expect(changed((event) => (event.date = date)).games[0]?.startsAt).toEqual(new Date('2026-11-22T18:00:00Z'));
    },
  );

  test('names that are too long are cut, never within a character, and lose no game', () => {
    const family = '👨‍👩‍👧‍👦'; // 11 code units that show as one character
    const { games, quarantined, unknownStatuses } = changed((event) => {
      eachSide(event, ({ team }, index) =>
        Object.assign(team, {
          abbreviation: index === 0 ? `AB${family}C` : 'X'.repeat(1_000),
          location: `${'o'.repeat(79)}${family}`,
          name: `${'é'.normalize('NFD').repeat(200)}`,
          displayName: 'd'.repeat(1_000),
        }),
      );
      setStatus(event, `STATUS_${'N'.repeat(1_000)}`, 'pre', false);
    });
    expect(quarantined).toEqual([]);
    expect(games).toHaveLength(10);
    expect(games[0]).toMatchObject({
      home: { abbreviation: 'AB', city: 'o'.repeat(79), name: 'é'.normalize('NFD').repeat(40) },
      away: { abbreviation: 'X'.repeat(12) },
      statusWord: `STATUS_${'N'.repeat(53)}`,
    });
    expect(unknownStatuses).toEqual([`STATUS_${'N'.repeat(53)}`]);
  });

  test('a name that shows as one endless character is cut all the same', () => {
    const { games } = changed((event) =>
      eachSide(event, ({ team }) => Object.assign(team, { location: `Z${'\u0301'.repeat(5_000)}` })),
    );
    expect(games[0]?.home.city).toBe(`Z${'\u0301'.repeat(79)}`);
  });

  test('control characters and broken letters are left out of a name', () => {
    const { games } = changed((event) =>
      eachSide(event, ({ team }) => Object.assign(team, { location: ' Oma\u0000ha\ud800\u0007 ' })),
    );
    expect(games[0]?.home.city).toBe('Omaha\ufffd');
  });

  test('a final with an impossible period is shown, and waits', () => {
    for (const period of [101, -1, 1.5, 'OT']) {
      const { games } = changed((event) => {
        setStatus(event, 'STATUS_FINAL', 'post', true);
        Object.assign(event.competitions[0].status, { period });
      });
      expect(games[0]).toMatchObject({ status: 'final', period: null, settleable: false });
      const { games: soccer } = readExample('epl', ({ events }) => {
        for (const { competitions } of events) Object.assign(competitions[0].status, { period });
      });
      expect(soccer).toHaveLength(7);
      expect(soccer.filter(({ settleable }) => settleable)).toEqual([]);
    }
  });

  test('a detail is cut to what fits beside a score', () => {
    const { games } = changed((event) => {
      setStatus(event, 'STATUS_HALFTIME', 'in', false);
      event.competitions[0].status.type.shortDetail = `\u0007${'x'.repeat(500)}`;
    });
    expect(games[0]?.clock).toBe('x'.repeat(40));
  });
});

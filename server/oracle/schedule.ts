import type { GameSnapshot } from './reference-game.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The offers on a match: [side, line, price] by market. */
export type Offers = Record<
  'spread' | 'moneyline' | 'total',
  readonly (readonly ['home' | 'away' | 'draw' | 'over' | 'under', number | null, number])[]
>;

/** A game of the schedule: its true course, and what the feed reports of it. */
export type Fixture = {
  id: string;
  number: number;
  offers: Offers;
  snapshot: GameSnapshot;
  /** The real begin and end of play, if nothing halts it. */
  kickOff: number;
  whistle: number;
  /** Future events, the next one first. */
  plans: { at: number; name: string; change(fixture: Fixture): void }[];
  isGone: boolean;
  /** Postponed, suspended or cancelled. */
  isHalted: boolean;
};

/** One game in one answer of the feed. */
export type Entry = { id: string; snapshot: GameSnapshot; offers: Offers };

export type Chance = {
  below(limit: number): number;
  between(least: number, most: number): number;
  pick<T>(all: readonly T[]): T;
  is(probability: number): boolean;
};

export function chanceFrom(random: () => number): Chance {
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (all) => {
      const found = all[below(all.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    is: (probability) => random() < probability,
  };
}

const sports = ['NFL', 'MLB', 'Soccer', 'CFB', 'NBA', 'Hockey'] as const;
const prices = [-333, -180, -110, -105, 100, 130, 255] as const;

/** Draws `count` games on a few evenings after `from`, each with random events; the first has the number `first`. */
export function drawSchedule(chance: Chance, from: number, count: number, first = 0): Fixture[] {
  const evenings = [2, 26, 50].map((hours) => from + (hours + chance.below(4)) * hour);
  return Array.from({ length: count }, (_, at): Fixture => {
    const number = first + at;
    const sport = chance.pick(sports);
    const startsAt = chance.pick(evenings) + chance.below(8) * 5 * minute;
    const kickOff = startsAt + chance.pick([0, 0, 3, 8]) * minute;
    const fixture: Fixture = {
      id: `espn:${900 + number}`,
      number,
      offers: drawOffers(chance, sport),
      snapshot: {
        sport,
        home: `${number}-a`,
        away: `${number}-b`,
        startsAt,
        startKnown: true,
        status: 'scheduled',
        isPlayed: false,
        homePoints: 0,
        awayPoints: 0,
        halfInnings: sport === 'MLB' ? 0 : null,
      },
      kickOff,
      whistle: kickOff + chance.pick([130, 160, 200, 20]) * minute,
      plans: [],
      isGone: false,
      isHalted: false,
    };
    for (let more = chance.below(3); more > 0; more -= 1) fixture.plans.push(...drawPlans(chance, fixture));
    fixture.plans.sort((one, other) => one.at - other.at);
    return fixture;
  });
}

function drawOffers(chance: Chance, sport: GameSnapshot['sport']): Offers {
  const price = () => chance.pick(prices);
  const line = chance.pick([-1.5, -1, 0, 2]);
  const points = chance.pick([5, 5.5, 6]);
  const teams = [
    ['home', null, price()],
    ['away', null, price()],
  ] as const;
  if (sport === 'Soccer') return { spread: [], moneyline: [...teams, ['draw', null, price()]], total: [] };
  return {
    spread: [
      ['home', line, price()],
      ['away', 0 - line, price()],
    ],
    moneyline: [...teams],
    total: [
      ['over', points, price()],
      ['under', points, price()],
    ],
  };
}

function swapped(snapshot: GameSnapshot): GameSnapshot {
  const { home, away, homePoints, awayPoints } = snapshot;
  return { ...snapshot, home: away, away: home, homePoints: awayPoints, awayPoints: homePoints };
}

/** A different match under the same id. */
function replaced(snapshot: GameSnapshot, number: number): GameSnapshot {
  return { ...snapshot, away: `${number}-c`, homePoints: 0, awayPoints: 0 };
}

function drawPlans(chance: Chance, fixture: Fixture): Fixture['plans'] {
  const { snapshot, kickOff, whistle, number } = fixture;
  const plan = (name: string, at: number, change: (snapshot: GameSnapshot) => Partial<GameSnapshot>) => ({
    name,
    at,
    change: (of: Fixture) => {
      of.snapshot = { ...of.snapshot, ...change(of.snapshot) };
    },
  });
  const before = (most: number) => snapshot.startsAt - chance.between(5, most) * minute;
  const after = whistle + chance.pick([10, 40, 200, 900, 2_500, 4_200, 4_500]) * minute;
  const halt = (at: number, status: GameSnapshot['status']) => ({
    name: status,
    at,
    change: (of: Fixture) => {
      if (of.snapshot.status === 'final') return;
      of.isHalted = true;
      of.snapshot = { ...of.snapshot, status };
    },
  });
  const drawn = chance.pick([
    () => [plan('sides swapped', chance.pick([before(90), kickOff + 40 * minute]), swapped)],
    () => [plan('swapped', before(90), swapped), plan('swapped back', kickOff + 30 * minute, swapped)],
    () => [plan('sides swapped after the end', after, swapped)],
    () => [plan('corrected', after, () => ({ homePoints: chance.below(7), awayPoints: chance.below(7) }))],
    () => [
      plan('corrected', after, ({ homePoints }) => ({ homePoints: homePoints + 1 })),
      plan('corrected again', after + chance.pick([5, 30, 3_000]) * minute, ({ awayPoints }) => ({
        awayPoints: awayPoints + 2,
      })),
    ],
    () => [
      plan('both scores fall', after, ({ homePoints, awayPoints }) => ({
        homePoints: Math.max(0, homePoints - 1),
        awayPoints: Math.max(0, awayPoints - 1),
      })),
    ],
    () => [plan('called off after the end', after, () => ({ status: 'canceled' }))],
    () => [plan('another match', before(110), (now) => replaced(now, number))],
    () => [plan('another match after the end', after, (now) => replaced(now, number))],
    () => [
      {
        name: 'delayed',
        at: before(60),
        change: (of: Fixture) => {
          const ms = chance.pick([15, 50, 180, 1_500, 3_200]) * minute;
          of.snapshot = { ...of.snapshot, startsAt: of.snapshot.startsAt + ms };
          of.kickOff += ms;
          of.whistle += ms;
        },
      },
    ],
    () => [
      {
        name: 'moved earlier',
        at: before(200),
        change: (of: Fixture) => {
          const ms = chance.pick([10, 45, 90, 170]) * minute;
          of.snapshot = { ...of.snapshot, startsAt: of.snapshot.startsAt - ms };
          of.kickOff -= ms;
          of.whistle -= ms;
        },
      },
    ],
    () => [
      {
        name: 'gone',
        at: chance.pick([before(60), kickOff + 30 * minute, whistle + 1]),
        change: (of: Fixture) => {
          of.isGone = true;
        },
      },
      ...(chance.is(0.5)
        ? [
            {
              name: 'back',
              at: whistle + chance.pick([30, 600, 4_000, 9_500]) * minute,
              change: (of: Fixture) => {
                of.isGone = false;
              },
            },
          ]
        : []),
    ],
    () => [halt(chance.pick([before(60), kickOff + 20 * minute]), 'postponed')],
    () => [
      halt(chance.pick([before(60), kickOff - minute]), 'postponed'),
      {
        name: 'played on a later day',
        at: snapshot.startsAt + chance.pick([2, 6, 20]) * hour,
        change: (of: Fixture) => {
          const startsAt = of.snapshot.startsAt + chance.pick([1, 2, 3]) * day;
          of.isHalted = false;
          of.snapshot = { ...of.snapshot, startsAt, status: 'scheduled' };
          of.kickOff = startsAt;
          of.whistle = startsAt + 150 * minute;
        },
      },
    ],
    () => [halt(chance.pick([before(60), kickOff + 20 * minute]), 'canceled')],
    () => [
      halt(kickOff + 60 * minute, 'suspended'),
      {
        name: 'resumed',
        at: kickOff + chance.pick([3, 20, 60]) * hour,
        change: (of: Fixture) => {
          of.isHalted = false;
          of.whistle = kickOff + 61 * hour;
        },
      },
    ],
    () => [plan('ends by no known word', whistle + 1, () => ({ isPlayed: false }))],
  ]);
  return drawn();
}

/** Advances the feed's report of a game to `now`; returns the names of the events that happened. */
export function advanceFixture(chance: Chance, fixture: Fixture, now: number): string[] {
  const happened: string[] = [];
  for (let next = fixture.plans[0]; next && next.at <= now; next = fixture.plans[0]) {
    fixture.plans.shift();
    next.change(fixture);
    happened.push(next.name);
  }
  const { snapshot } = fixture;
  if (fixture.isHalted || snapshot.status === 'canceled') return happened;
  if (snapshot.status !== 'final' && now >= fixture.whistle) {
    happened.push('final');
    fixture.snapshot = {
      ...snapshot,
      status: 'final',
      isPlayed: true,
      homePoints: chance.below(7),
      awayPoints: chance.below(7),
      halfInnings: snapshot.sport === 'MLB' ? chance.pick([9, 10, 12, 17, 18, 18, 20]) : null,
    };
  } else if (snapshot.status !== 'final' && now >= fixture.kickOff) {
    fixture.snapshot = { ...snapshot, status: 'live', homePoints: chance.below(4), awayPoints: chance.below(4) };
  }
  return happened;
}

/**
 * The feed's report of a game in one poll. The name is that of the fault if the report is wrong (one in ten), else
 * null.
 */
export function entriesOf(chance: Chance, fixture: Fixture, now: number): [string | null, Entry[]] {
  if (fixture.isGone) return [null, []];
  const entry = (snapshot: GameSnapshot): Entry => ({ id: fixture.id, snapshot, offers: fixture.offers });
  const { snapshot, number } = fixture;
  const truth = entry(snapshot);
  if (chance.is(0.9)) return [null, [truth]];
  const hours = (count: number) => ({ ...snapshot, startsAt: snapshot.startsAt + count * hour });
  const faults: Record<string, () => Entry[]> = {
    'left out': () => [],
    'the same twice': () => [truth, entry({ ...snapshot })],
    'contradicts itself': () => [truth, entry({ ...snapshot, startsAt: snapshot.startsAt + 5 * minute })],
    'contradicts itself on the match': () => [entry(replaced(snapshot, number)), truth],
    'odd score': () => [entry({ ...snapshot, homePoints: snapshot.homePoints + 1 })],
    'sides swapped once': () => [entry(swapped(snapshot))],
    'another match once': () => [entry(replaced(snapshot, number))],
    'start a day ago': () => [entry({ ...snapshot, startsAt: now - 20 * hour })],
    'start years ago': () => [entry({ ...snapshot, startsAt: now - 700 * day })],
    'start two hours earlier once': () => [entry(hours(-2))],
    'start half an hour earlier once': () => [entry(hours(-0.5))],
    'start later once': () => [entry(hours(3))],
    'scheduled again once': () => [entry({ ...snapshot, status: 'scheduled' })],
    'live once': () => (snapshot.status === 'final' ? [entry({ ...snapshot, status: 'live' })] : [truth]),
    'cancelled once': () => [entry({ ...snapshot, status: 'canceled' })],
    'postponed once': () => (snapshot.status === 'scheduled' ? [entry({ ...snapshot, status: 'postponed' })] : [truth]),
  };
  const name = chance.pick(Object.keys(faults));
  return [name, faults[name]?.() ?? []];
}

/** The time of the next poll: soon while a game is played or about to start, later otherwise. */
export function nextPoll(chance: Chance, fixtures: readonly Fixture[], now: number): number {
  const isNear = fixtures.some(
    ({ kickOff, whistle, snapshot, plans }) =>
      (now > kickOff - hour && now < whistle + 40 * minute && snapshot.status !== 'postponed') ||
      plans.some(({ at }) => Math.abs(at - now) < 20 * minute),
  );
  const next = [
    ...fixtures.map(({ kickOff }) => kickOff - hour),
    ...fixtures.flatMap(({ plans }) => plans.map(({ at }) => at)),
  ]
    .filter((at) => at > now)
    .sort((one, other) => one - other)[0];
  if (isNear) return now + chance.pick([2, 4, 6, 11, 25]) * minute;
  const leap = now + chance.pick([20, 90, 400, 700]) * minute;
  return next === undefined ? leap : Math.max(now + 2 * minute, Math.min(leap, next));
}

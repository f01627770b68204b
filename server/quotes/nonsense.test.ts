import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manualOddsByGames, saveManualOdds } from '#shared/api/admin.ts';
import { anAdmin, everythingWritten, fullOdds, moneyline } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let admin: Player;

beforeAll(async () => {
  world = await testWorld();
  admin = await anAdmin(world, 'Ada');
});
afterAll(() => world.drop());

const written = () => everythingWritten(world.database.db);

describe('nonsense is refused with 400 and nothing is written:', () => {
  const nonsense = [
    '',
    'x',
    'NaN',
    'Infinity',
    '-110 ',
    '١١٠',
    '1e3',
    '0x10',
    "'; drop table quotes; --",
    '\u0000',
    '\ud800',
    '3.55',
    '99999',
    true,
    false,
    [],
    [1],
    ['-3.5'],
    {},
    { $gt: 0 },
    0.5,
    1.5,
    99,
    -99,
    1e7,
    -1e7,
    2 ** 31,
    2 ** 53,
    1e300,
    Number.MIN_VALUE,
  ];
  const oddsFields = [
    'spreadHomeOdds',
    'spreadAwayOdds',
    'moneylineHome',
    'moneylineAway',
    'moneylineDraw',
    'overOdds',
    'underOdds',
  ];

  test.each([...oddsFields, 'spreadHome', 'spreadAway', 'totalPoints', 'gameId'])('%s', async (field) => {
    const game = await world.addGame();
    const before = await written();
    const answers = [];
    for (const value of nonsense) {
      const answer = await admin.raw('POST', saveManualOdds.path, {
        body: { odds: [{ ...fullOdds(game), [field]: value }] },
      });
      answers.push([value, answer.status]);
    }
    expect(answers).toEqual(nonsense.map((value) => [value, 400]));
    expect(await written()).toEqual(before);
  });

  test('notes', async () => {
    const game = await world.addGame();
    const before = await written();
    for (const notes of ['x'.repeat(501), 'a\u0000b', '\ud800', 1, true, [], {}]) {
      const answer = await admin.raw('POST', saveManualOdds.path, { body: { odds: [{ ...fullOdds(game), notes }] } });
      expect([notes, answer.status]).toEqual([notes, 400]);
    }
    expect(await written()).toEqual(before);
  });

  test('the body as a whole, on both calls that take one', async () => {
    const before = await written();
    const bodies = [
      ...['', '{', 'NaN', 'null', '"odds"', '{"odds":[NaN]}', '{"odds":[{"gameId":"espn:1","moneylineHome":1e999}]}'],
      ...[[], {}, { odds: null }, { odds: {} }, { odds: [] }, { odds: [null] }, { odds: ['x'] }, { odds: [[]] }],
      ...[{ gameIds: null }, { gameIds: 'espn:1' }, { gameIds: {} }, { gameIds: [1] }, { gameIds: [['espn:1']] }],
      ...[{ gameIds: ["espn:1' or 1=1"] }, { gameIds: ['espn:\u0000'] }, { gameIds: ['x'.repeat(200)] }],
    ];
    for (const path of [saveManualOdds.path, manualOddsByGames.path]) {
      for (const body of bodies) {
        const { status } = await admin.raw('POST', path, { body });
        expect([path, body, status]).toEqual([path, body, 400]);
      }
    }
    expect(await written()).toEqual(before);
  });

  test('but notes that are valid text are stored as sent, however hostile', async () => {
    const game = await world.addGame();
    const notes = `<script>alert(1)</script>'; drop table quotes; -- ${'é'.normalize('NFD')}`;
    const { reply } = await admin.call(saveManualOdds, { body: { odds: [{ ...moneyline(game), notes }] } });
    expect(reply).toMatchObject([{ notes: notes.normalize('NFC') }]);
  });
});

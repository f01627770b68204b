const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;

/** Values that no field expects: wrong types, shapes, characters and sizes. */
export const hostile: readonly unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 1.5, 1e-7, 99, -99, 100.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308],
  ...[
    '',
    ' ',
    '\t\n',
    '0',
    '-0',
    '-1',
    '+5',
    '1.5',
    '1e3',
    ' 10 ',
    '0x10',
    '1_000',
    '007',
    '１０',
    '١٠',
    'NaN',
    'Infinity',
  ],
  ...['9007199254740993', '99999999999999999999', '9'.repeat(400), 'null', 'undefined', 'true', '[]', '{}'],
  ...['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202e', '\u212a', '🏈'.repeat(40), 'x'.repeat(5_000)],
  ...["' or 1=1 --", '"; drop table users; --', '1); delete from ledger; --', '\\', "\\'", '%27', '$1', ':id'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '{{7*7}}', '../../etc/passwd', '%2e%2e%2f', '%00'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'espn:1', 'espn:../..', 'a:b:c'],
  ...['2026-13-45T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2026-11-21', 'yesterday'],
  ...['ALL', 'nfl', 'home', 'moneyline', 'constructor', '__proto__', 'toString'],
  ...[[], [null], [[]], ['x'], [1, 2], Array(400).fill('espn:1'), deep],
  ...[{}, { a: 1 }, { $ne: null }, { length: 1 }, { toString: 'x' }, JSON.parse('{"__proto__":{"isAdmin":true}}')],
];

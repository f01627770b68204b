import { expect, test } from 'vitest';
import { addressKey, networkKey, parseAddress } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50812', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
])('the text %s is the address %s, which limits count under %s', (text, address, key) => {
  expect(parseAddress(text)).toBe(address);
  expect(addressKey(address)).toBe(key);
});

test.each([
  '',
  'unknown',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.7:',
  '203.0.113.7:port',
  '203.0.113.7, 203.0.113.8',
  '0x7f.0.0.1',
  '[2001:db8::1',
  '[203.0.113.7',
  '2001:db8::1::2',
  '[]:80',
  'x'.repeat(300),
  '1'.repeat(100_000),
  `[${':'.repeat(90)}]`,
])('the text %j is no address', (text) => {
  expect(parseAddress(text)).toBeNull();
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['203.0.113.7', null],
])('the network of %s is %s', (address, key) => {
  expect(networkKey(address)).toBe(key);
});

test('a caller whose address is not known has a key all the same', () => {
  expect(addressKey(undefined)).toBe('unknown');
  expect(networkKey(undefined)).toBeNull();
});

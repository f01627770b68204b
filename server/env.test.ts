import { expect, test } from 'vitest';
import { feedSpeed, offersDemo, pollSecondsOf, readEnv, siteUrl, warnings } from './env.ts';

const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://ching.example',
  SESSION_SECRET: 'a secret of the tests, long enough',
  SMTP_URL: 'smtp://mail.example',
  TRUST_PROXY_HOPS: '1',
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
};

test('the site is where APP_URL says, and without it this machine', () => {
  expect(siteUrl(readEnv({ APP_URL: 'https://ching.example/' }))).toBe('https://ching.example');
  expect(siteUrl(readEnv({ PORT: '8080' }))).toBe('http://localhost:8080');
});

test.each([
  ['is complete', {}, []],
  ['has no TLS', { APP_URL: 'http://ching.example' }, [/^APP_URL is not https/]],
  ['trusts no proxy', { TRUST_PROXY_HOPS: '0' }, [/^TRUST_PROXY_HOPS is 0/]],
  ['has no mail server', { SMTP_URL: '' }, [/^SMTP_URL is not set/]],
  ['has no key for push services', { VAPID_PRIVATE_KEY: '' }, [/^VAPID_PRIVATE_KEY is not set/]],
])('a production that %s is warned of what will not work', (_name, changes, expected) => {
  const found = warnings(readEnv({ ...production, ...changes }));
  expect(found).toEqual(expected.map((words) => expect.stringMatching(words)));
});

test('development is warned of nothing', () => {
  expect(warnings(readEnv({}))).toEqual([]);
});

test('games are simulated unless they are asked for or this is production, and only then is there a demo', () => {
  const found = [{}, { FEED: 'espn' }, production, { ...production, FEED: 'simulated' }].map((source) => {
    const env = readEnv(source);
    return [env.FEED, offersDemo(env)];
  });
  expect(found).toEqual([
    ['simulated', true],
    ['espn', false],
    ['espn', false],
    ['simulated', false],
  ]);
});

test('the games of another feed than the environment names are polled as is usual for that', () => {
  const env = readEnv({ FEED: 'espn', FEED_POLL_SECONDS: '7' });
  expect([pollSecondsOf(env, 'espn'), pollSecondsOf(env, 'season')]).toEqual([7, 1]);
  expect(pollSecondsOf(readEnv({}), 'espn')).toBe(30);
});

test('the simulated season is polled each second and sets the pace; real games have their own', () => {
  const simulated = readEnv({ FEED: 'simulated', SEASON_SPEED: '120' });
  expect([simulated.FEED_POLL_SECONDS, simulated.SEASON_SEED, feedSpeed(simulated)]).toEqual([1, 1, 120]);
  const real = readEnv({ FEED: 'espn', SEASON_SPEED: '120' });
  expect([real.FEED_POLL_SECONDS, feedSpeed(real)]).toEqual([30, 1]);
  expect(readEnv({ FEED: 'simulated', FEED_POLL_SECONDS: '5' }).FEED_POLL_SECONDS).toBe(5);
});

test.each([
  ['FEED', 'none'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['SEASON_SPEED', '0'],
  ['SEASON_SPEED', '1.5'],
  ['SEASON_SPEED', '3601'],
  ['SEASON_SEED', '-1'],
  ['APP_URL', 'javascript:alert(1)'],
  ['APP_URL', 'ching.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
  ['RATE_LIMIT_SCALE', '0'],
  ['TRUST_PROXY_HOPS', 'true'],
  ['SESSION_SECRET', 'short'],
  ['VAPID_PRIVATE_KEY', 'short'],
  ['VAPID_PRIVATE_KEY', Buffer.alloc(32).toString('base64url')],
  ['VAPID_PRIVATE_KEY', Buffer.alloc(32, 255).toString('base64url')],
  ['PUSH_SERVICES', 'push.example'],
  ['PUSH_SERVICES', 'https://push.example/path'],
  ['PUSH_SERVICES', 'https://user@push.example'],
  ['PUSH_SERVICES', 'https://push.example https://other.example'],
])('%s cannot be %j', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^The environment is not usable:\n${name}: `));
});

test.each([
  ['APP_URL', { APP_URL: '' }, 'Required in production: APP_URL'],
  ['SESSION_SECRET', { SESSION_SECRET: '' }, 'Required in production: SESSION_SECRET'],
  ['a work factor of at least 10', { BCRYPT_COST: '9' }, 'BCRYPT_COST must be at least 10 in production'],
])('production does not start without %s', (_name, changes, words) => {
  expect(() => readEnv({ ...production, ...changes })).toThrow(words);
});

test('push services are added as a list of origins', () => {
  const { PUSH_SERVICES } = readEnv({ PUSH_SERVICES: 'https://push.example, http://127.0.0.1:5055' });
  expect(PUSH_SERVICES).toEqual(['https://push.example', 'http://127.0.0.1:5055']);
  expect(readEnv({}).PUSH_SERVICES).toEqual([]);
});

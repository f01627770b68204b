import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

describe.each(['/api/games/mlb', '/api/auth/user', '/api/nothing', '/healthz', '/anything/else.txt'])('%s', (path) => {
  test('allows only its own origin and names no server', async () => {
    const { headers } = await world.visitor().raw('GET', path);
    expect((headers.get('content-security-policy') ?? '').split(';').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  test('tells the time by the app’s clock, which pages go by', async () => {
    world.clock.now = new Date('2026-11-22T18:00:00.999Z');
    const { headers } = await world.visitor().raw('GET', path);
    expect(headers.get('date')).toBe('Sun, 22 Nov 2026 18:00:00 GMT');
  });
});

test.each(['/api/auth/user', '/api/groups', '/api/bets', '/api/nothing', '/api/login'])(
  '%s, which depends on who asks, is kept by nobody',
  async (path) => {
    const { headers } = await world.visitor().raw('GET', path);
    expect(headers.get('cache-control')).toBe('no-store');
  },
);

test.each(['/api/games/mlb', '/api/games/current-week', '/api/games/week/1', '/api/games/cfb/week/1/2026'])(
  '%s, the same for everybody, may be kept and asked about',
  async (path) => {
    const { headers } = await world.visitor().raw('GET', path);
    expect([headers.get('cache-control'), headers.has('etag')]).toEqual(['no-cache', true]);
  },
);

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { correctingMinutes } from '#shared/domain/limits.ts';
import { StartupError } from './lib/startup-error.ts';

const text = z.string().min(1).optional();
const whole = (least: number, otherwise: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(least).max(most).default(otherwise);

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: whole(0, 5000, 65_535),
  APP_URL: z.url({ protocol: /^https?$/, error: 'is not an http address' }).optional(),
  DATABASE_URL: text,
  SESSION_SECRET: z.string().min(32, 'needs at least 32 bytes').optional(),
  FEED: z.enum(['espn', 'simulated']).optional(),
  SEASON_SPEED: whole(1, 60, 3_600), // ours: a game of football in three seconds
  SEASON_SEED: whole(0, 1),
  ESPN_BASE_URL: z.url().default('https://site.api.espn.com'),
  ODDS_API_KEY: text,
  ODDS_API_BASE_URL: z.url().default('https://api.the-odds-api.com'),
  FEED_POLL_SECONDS: z.coerce.number().positive().optional(),
  SETTLE_MIN_MINUTES: z.coerce.number().min(0).default(45),
  CORRECTION_MIN_MINUTES: z.coerce.number().min(0).default(correctingMinutes),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp or smtps address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/)
    .default('Ching <ching@localhost>'),
  TRUST_PROXY_HOPS: whole(0, 0),
  READYZ_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  BCRYPT_COST: whole(4, 12),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The name of every variable that is read. */
export const variables: readonly string[] = Object.keys(settings.shape);

/** How often a provider is asked, and the simulated season, which costs nothing and moves fast. Source: design 3. */
const pollSeconds = { espn: 30, simulated: 1 };

const schema = settings.transform((env) => {
  // Who starts it to look at it needs no network; who runs it for others wants real games. Source: design 3.
  const FEED = env.FEED ?? (env.NODE_ENV === 'production' ? 'espn' : 'simulated');
  return { ...env, FEED, FEED_POLL_SECONDS: env.FEED_POLL_SECONDS ?? pollSeconds[FEED] };
});

export type Env = z.infer<typeof schema>;

/** The environment of the process, and what a file named `.env` adds to it. */
function withFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * The environment, parsed once at boot; an empty value counts as unset.
 * Throws CannotStart with one line for each variable that is wrong. Source: design 3.
 */
export function readEnv(source: NodeJS.ProcessEnv = withFile()): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartupError(`The environment is not usable:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  if (env.NODE_ENV === 'production') {
    const missing = (['APP_URL', 'SESSION_SECRET'] as const).filter((name) => !env[name]);
    if (missing.length > 0) throw new StartupError(`Required in production: ${missing.join(', ')}`);
    if (env.BCRYPT_COST < 10) throw new StartupError('BCRYPT_COST must be at least 10 in production');
  }
  return env;
}

/** How many times faster than real ones the games of the feed are played. What a game's rules need is `speedOf` its id. */
export function feedSpeed({ FEED, SEASON_SPEED }: Pick<Env, 'FEED' | 'SEASON_SPEED'>): number {
  return FEED === 'simulated' ? SEASON_SPEED : 1;
}

/**
 * How often the feed of this name is polled: as the environment says where it names that feed, else as is usual for it. A
 * command may run in another environment than the worker did.
 */
export function pollSecondsOf(
  { FEED, FEED_POLL_SECONDS }: Pick<Env, 'FEED' | 'FEED_POLL_SECONDS'>,
  feed: string,
): number {
  const named = feed === 'season' ? 'simulated' : 'espn';
  return FEED === named ? FEED_POLL_SECONDS : pollSeconds[named];
}

/** Whether visitors may try the product as a made-up member: with simulated games only, and never in production. Source: design D15. */
export function offersDemo({ FEED, NODE_ENV }: Pick<Env, 'FEED' | 'NODE_ENV'>): boolean {
  return FEED === 'simulated' && NODE_ENV !== 'production';
}

/** The address that people reach the app at, without a slash at its end. Never taken from a request (hardening A15). */
export function siteUrl({ APP_URL, PORT }: Pick<Env, 'APP_URL' | 'PORT'>): string {
  return (APP_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}

/** What in the environment is allowed and will still not work as somebody hopes, a sentence each. Source: hardening A9. */
export function warnings(env: Env): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const isPlain = siteUrl(env).startsWith('http:');
  return [
    ...(isPlain ? ['APP_URL is not https: browsers do not keep the session cookie, so nobody can sign in.'] : []),
    ...(!isPlain && env.TRUST_PROXY_HOPS === 0
      ? ['TRUST_PROXY_HOPS is 0: behind a proxy that ends TLS no session cookie is sent, so nobody can sign in.']
      : []),
    ...(env.SMTP_URL ? [] : ['SMTP_URL is not set: mail is written to the data folder and reaches nobody.']),
  ];
}

import { createECDH } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { correctingMinutes } from '#shared/domain/limits.ts';
import { StartupError } from './lib/startup-error.ts';

const optionalText = z.string().min(1).optional();
const whole = (least: number, otherwise: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(least).max(most).default(otherwise);

/** Whether it is an origin and nothing more, spelled as browsers spell it. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** A list of origins, separated by commas. */
const origins = (example: string) =>
  z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
    .refine((listed) => listed.every(isOrigin), `is not a list of origins such as ${example}`);

/** Whether it is a private key of P-256: 32 bytes that are less than the order of the curve. */
function isPrivateKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: whole(0, 5000, 65_535),
  APP_URL: z.url({ protocol: /^https?$/, error: 'is not an http address' }).optional(),
  DATABASE_URL: optionalText,
  SESSION_SECRET: z.string().min(32, 'needs at least 32 bytes').optional(),
  FEED: z.enum(['espn', 'simulated']).optional(),
  SEASON_SPEED: whole(1, 60, 3_600), // Chosen: at most 3,600, at which a football game takes three seconds
  SEASON_SEED: whole(0, 1),
  ESPN_BASE_URL: z.url().default('https://site.api.espn.com'),
  ODDS_API_KEY: optionalText,
  ODDS_API_BASE_URL: z.url().default('https://api.the-odds-api.com'),
  FEED_POLL_SECONDS: z.coerce.number().positive().optional(),
  SETTLE_MIN_MINUTES: z.coerce.number().min(0).default(45),
  CORRECTION_MIN_MINUTES: z.coerce.number().min(0).default(correctingMinutes),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp or smtps address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/)
    .default('Ching <ching@localhost>'),
  VAPID_PRIVATE_KEY: z.string().refine(isPrivateKey, 'is not a private key of P-256 as base64url').optional(),
  PUSH_SERVICES: origins('https://push.example'),
  CHAT_SERVICES: origins('https://chat.example'),
  TRUST_PROXY_HOPS: whole(0, 0),
  READYZ_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  BCRYPT_COST: whole(4, 12),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The name of every variable that is read. */
export const variables: readonly string[] = Object.keys(settings.shape);

/**
 * Seconds between two polls of each feed. The simulation is cheap and fast, so it is polled more often.
 * Why: docs/decisions/environment-and-defaults.md, docs/decisions/polls-and-slates.md.
 */
const pollSeconds = { espn: 30, simulated: 1 };

const schema = settings.transform((env) => {
  // A first start must need no network; production needs real games. Why: docs/decisions/environment-and-defaults.md.
  const FEED = env.FEED ?? (env.NODE_ENV === 'production' ? 'espn' : 'simulated');
  return { ...env, FEED, FEED_POLL_SECONDS: env.FEED_POLL_SECONDS ?? pollSeconds[FEED] };
});

export type Env = z.infer<typeof schema>;

/** The environment of the process. A file named `.env` adds variables that are not set. */
function withFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/**
 * The environment, parsed once at boot; an empty value counts as unset.
 * Throws StartupError with one line for each variable that is wrong. Why: docs/decisions/environment-and-defaults.md.
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

/**
 * The speed of the feed's games: 60 if they are played sixty times as fast as real ones. The rules of one game use
 * `speedOf` its id instead.
 */
export function feedSpeed({ FEED, SEASON_SPEED }: Pick<Env, 'FEED' | 'SEASON_SPEED'>): number {
  return FEED === 'simulated' ? SEASON_SPEED : 1;
}

/**
 * Seconds between two polls of the feed of this name. FEED_POLL_SECONDS counts only if FEED names this feed, else the
 * feed's default: a command may run in another environment than the worker.
 */
export function pollSecondsOf(
  { FEED, FEED_POLL_SECONDS }: Pick<Env, 'FEED' | 'FEED_POLL_SECONDS'>,
  feed: string,
): number {
  const named = feed === 'season' ? 'simulated' : 'espn';
  return FEED === named ? FEED_POLL_SECONDS : pollSeconds[named];
}

/**
 * Whether visitors may try the demo: with simulated games only, and never in production.
 * Why: docs/decisions/demo-accounts.md.
 */
export function offersDemo({ FEED, NODE_ENV }: Pick<Env, 'FEED' | 'NODE_ENV'>): boolean {
  return FEED === 'simulated' && NODE_ENV !== 'production';
}

/**
 * The public URL of the app, without a slash at its end. It never comes from a request, so that nobody can forge the
 * link of a reset mail (docs/security.md#reset-links).
 */
export function siteUrl({ APP_URL, PORT }: Pick<Env, 'APP_URL' | 'PORT'>): string {
  return (APP_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}

/** A sentence for each setting that is valid and breaks something in production. Why: docs/security.md#sessions. */
export function warnings(env: Env): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const isPlain = siteUrl(env).startsWith('http:');
  return [
    ...(isPlain ? ['APP_URL is not https: browsers do not keep the session cookie, so nobody can sign in.'] : []),
    ...(!isPlain && env.TRUST_PROXY_HOPS === 0
      ? ['TRUST_PROXY_HOPS is 0: behind a proxy that ends TLS no session cookie is sent, so nobody can sign in.']
      : []),
    ...(env.SMTP_URL ? [] : ['SMTP_URL is not set: mail is written to the data folder and reaches nobody.']),
    ...(env.VAPID_PRIVATE_KEY ? [] : ['VAPID_PRIVATE_KEY is not set: nothing is pushed to browsers.']),
  ];
}

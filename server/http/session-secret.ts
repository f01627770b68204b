import { randomBytes } from 'node:crypto';
import type { Env } from '../env.ts';
import { readOrMakeSecret } from '../lib/made-once.ts';

/** SESSION_SECRET; without it that of the data folder, which the first start makes. Production requires the variable. */
export async function readSessionSecret({ SESSION_SECRET, DATA_DIR }: Env): Promise<string> {
  const make = () => randomBytes(32).toString('base64url');
  return SESSION_SECRET ?? (await readOrMakeSecret(DATA_DIR, 'session-secret', make));
}

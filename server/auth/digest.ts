import { createHash } from 'node:crypto';

/** SHA-256 in base64url. Tokens and the e-mail addresses of limits are stored as digests. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

import { createHash } from 'node:crypto';

/** SHA-256 in base64url: under what a token, or an address that is only counted, is kept. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

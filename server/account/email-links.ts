import { createHmac, timingSafeEqual } from 'node:crypto';

type Link = 'email change' | 'email undo';

/**
 * The token of a mailed link: the id of its row, signed. A letter that is sent again has the same link, and the database
 * has none.
 */
export function emailToken(key: Buffer, link: Link, id: string): string {
  return `${id}.${signature(key, link, id).toString('base64url')}`;
}

/** The id of the row that a token is about; null if the token was not signed with this key for this kind of link. */
export function idOfEmailToken(key: Buffer, link: Link, token: string): string | null {
  const [, id, signed] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token) ?? [];
  const isSigned = id && signed && timingSafeEqual(Buffer.from(signed, 'base64url'), signature(key, link, id));
  return isSigned ? id : null;
}

function signature(key: Buffer, link: Link, id: string): Buffer {
  return createHmac('sha256', key).update(`${link} ${id}`).digest();
}

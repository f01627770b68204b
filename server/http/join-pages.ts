import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { invitePath, isJoinCode, readJoinCode } from '#shared/domain/join-code.ts';
import { blankPreview, type Preview } from '#shared/words/invite-words.ts';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { busy } from '../lib/refusal.ts';
import { isEmbedded } from './csrf.ts';
import { logError } from './errors.ts';

/**
 * Chosen: the connections that previews may take from the requests of players, and a wait after which a page without
 * names is better than none.
 */
const lookups = { slots: 4, maxWaiting: 100, waitMs: 1_000 };

type Deps = {
  /** The folder of the built client. */
  dir: string;
  /** The public URL of the app. */
  site: string;
  hasSessionCookie: (req: Request) => boolean;
  /** The preview of the league with a join code. Throws a refusal if there is none. */
  findPreview: (code: string, ip: string | undefined) => Promise<Preview>;
  log: Logger;
};

/**
 * Serves the pages of invitations (`/join/:code`), which the client renders, with a head of their own: chats and search
 * engines read it without running the script. A code that cannot be read has the head without names, whatever the
 * reason, so that the head says no more than the API does.
 *
 * The pages are `no-store`: their head is of the moment, and the page of a visitor must not show again after sign-in.
 */
export function joinPages({ dir, site, hasSessionCookie, findPreview, log }: Deps): Router {
  const inSlot = createConcurrencyLimit(lookups, busy);

  async function headOf(req: Request, code: string): Promise<string> {
    if (isEmbedded(req)) return headTags(blankPreview, site, null);
    try {
      const preview = await inSlot(() => findPreview(code, req.ip));
      return headTags(preview, site, site + invitePath(code));
    } catch (error) {
      logError(log, req, error);
      return headTags(blankPreview, site, null);
    }
  }

  const router = Router();
  // Not `:code`: Express would refuse a path that cannot be decoded before the page is served.
  router.get(/^\/join\/[^/]+\/?$/i, async (req, res) => {
    const code = readJoinCode(codeIn(req.path));
    res.set('Cache-Control', 'no-store');
    // One spelling of the address, because only that is led back to after sign-in.
    if (isJoinCode(code) && req.path !== invitePath(code)) return res.redirect(302, invitePath(code));
    const page = hasSessionCookie(req) ? 'join-member.html' : 'join-visitor.html';
    const html = await readFile(join(dir, page), 'utf8');
    await sendCompressed(req, res.vary('Cookie').type('html'), withHead(html, await headOf(req, code)));
  });
  return router;
}

/** The code in the path of an invitation, as it was written; empty if the path cannot be decoded. */
function codeIn(path: string): string {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '');
  } catch {
    return '';
  }
}

const compress = promisify(gzip);

/** The other pages of the client lie on the disk compressed; this one is made for each request. */
async function sendCompressed(req: Request, res: Response, html: string): Promise<void> {
  res.vary('Accept-Encoding');
  if (req.acceptsEncodings('gzip') === 'gzip') res.set('Content-Encoding', 'gzip').send(await compress(html));
  else res.send(html);
}

/** The same page with other tags in place of its title and description. */
function withHead(html: string, tags: string): string {
  return html.replace(/<meta name="description"[^>]*>\s*/, '').replace(/<title>[^<]*<\/title>/, () => tags);
}

/**
 * Title and description for browsers, search engines and chats, and the picture that every preview shows. The addresses
 * are absolute, as the Open Graph protocol (ogp.me) asks.
 */
function headTags({ title, description }: Preview, site: string, url: string | null): string {
  const named = { description, robots: 'noindex', 'twitter:card': 'summary_large_image' };
  const properties = {
    'og:site_name': 'Ching',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:image': `${site}/invite.png`,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Ching. You are invited.',
    ...(url !== null && { 'og:url': url }),
  };
  return [
    `<title>${escaped(title)}</title>`,
    ...Object.entries(named).map(([name, content]) => `<meta name="${name}" content="${escaped(content)}" />`),
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`),
  ].join('\n    ');
}

/** A text as HTML, also in an attribute with double quotes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

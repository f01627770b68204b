import { timeoutManager } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { invitePath } from '#shared/domain/join-code.ts';

/** The browser APIs that the first render reads: nothing is stored, and the screen is as wide as a phone's. */
const browserStub = {
  window: globalThis,
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
};
Object.assign(globalThis, browserStub);
// The query cache sets timers of minutes. They are unref'ed, so that the build does not wait for them.
timeoutManager.setTimeoutProvider({
  setTimeout: (act, ms) => setTimeout(act, ms).unref(),
  clearTimeout: (timer) => clearTimeout(Number(timer)),
  setInterval: (act, ms) => setInterval(act, ms).unref(),
  clearInterval: (timer) => clearInterval(Number(timer)),
});
const { App } = await import('./app.tsx');
const { Waiting } = await import('./routes.tsx');

/**
 * The HTML of the first view of pages, by file name. It is the content of #root until the script has rendered the same
 * there. Buttons and forms are hidden until then (styles.css), because they do not work yet. The build writes the files
 * (client/build/prerendered-pages.ts), and the server sends them (server/http/client-files.ts).
 *
 * @public
 */
export const visitorPages = {
  landing: await firstView('/', <App isVisitor audience="visitors" />),
  games: await firstView('/games', <App isVisitor audience="visitors" />),
};
/**
 * The same for people who may be signed in: the slate without its games, and the bars of all other pages, whose own
 * first view needs another chunk.
 *
 * @public
 */
export const memberPages = {
  slate: await firstView('/', <App isVisitor={false} audience="members" />),
  leaderboard: await bars('/leaderboard'),
  league: await bars('/league/1'),
  'my-bets': await bars('/my-bets'),
  inbox: await bars('/inbox'),
  profile: await bars('/profile'),
  'how-to-play': await bars('/how-to-play'),
  admin: await bars('/admin'),
  'admin-odds': await bars('/admin-odds'),
};

/**
 * The bars of the page of an invitation, whose head the server writes (server/http/join-pages.ts).
 *
 * @public
 */
export const joinPages = {
  visitor: await firstView(invitePath('ABCDEF'), <App isVisitor audience="visitors" page={<Waiting />} />),
  member: await bars(invitePath('ABCDEF')),
};

function bars(path: string): Promise<string> {
  return firstView(path, <App isVisitor={false} audience="members" page={<Waiting />} />);
}

async function firstView(path: string, app: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <div className="not-yet">
      <Router ssrPath={path}>{app}</Router>
    </div>,
    // Without a limit React would put a large page behind its placeholder, with a script that shows it.
    { onError: (error) => void errors.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}

import { timeoutManager } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';

/** What pages look at while they are first drawn: a browser in which nothing is stored, as wide as a phone. */
const browser = {
  window: globalThis,
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
};
Object.assign(globalThis, browser);
// What is cached is forgotten minutes later: the build must not wait for that.
timeoutManager.setTimeoutProvider({
  setTimeout: (act, ms) => setTimeout(act, ms).unref(),
  clearTimeout: (timer) => clearTimeout(Number(timer)),
  setInterval: (act, ms) => setInterval(act, ms).unref(),
  clearInterval: (timer) => clearInterval(Number(timer)),
});
const { App } = await import('./app.tsx');

/**
 * Pages as a visitor first sees them, as HTML that stands in #root until the script has drawn the same there. What
 * takes a tap or a text is hidden until then (styles.css): nobody can use it yet. Read by the build (vite.config.ts).
 *
 * @public
 */
export const landing = await asFirstSeen('/');
/** @public */
export const games = await asFirstSeen('/games');

async function asFirstSeen(path: string): Promise<string> {
  const failed: unknown[] = [];
  const { prelude } = await prerender(
    <div className="not-yet">
      <Router ssrPath={path}>
        <App isVisitor />
      </Router>
    </div>,
    { onError: (error) => void failed.push(error) },
  );
  if (failed.length > 0) throw failed[0];
  return new Response(prelude).text();
}

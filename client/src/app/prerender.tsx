import { timeoutManager } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';

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

/**
 * The HTML of a visitor's first view of a page. It is the content of #root until the script has rendered the same
 * there. Buttons and forms are hidden until then (styles.css), because they do not work yet. The build reads both
 * exports (client/build/prerendered-pages.ts).
 *
 * @public
 */
export const landing = await firstView('/');
/** @public */
export const games = await firstView('/games');

async function firstView(path: string): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <div className="not-yet">
      <Router ssrPath={path}>
        <App isVisitor />
      </Router>
    </div>,
    { onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}

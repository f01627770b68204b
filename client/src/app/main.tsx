import '@fontsource-variable/inter';
import './styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { demoUserId } from '#client/lib/demo-user.ts';
import { ChunkLoadError } from '#client/lib/lazy-component.ts';
import { App } from './app.tsx';
import { loadSlate } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The prerendered pages have the attribute; the server sends them for requests without a session cookie.
const isVisitor = root.dataset.visitor !== undefined && demoUserId() === null;

/** Renders as a transition: in small steps, between which the browser handles taps. */
function render(into: HTMLElement): void {
  startTransition(() =>
    createRoot(into, { onCaughtError }).render(
      <StrictMode>
        <App isVisitor={isVisitor} />
      </StrictMode>,
    ),
  );
}

/**
 * Reports errors to the browser's console, except ChunkLoadError, which the page shows itself (app/page-boundary.tsx).
 */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ChunkLoadError)) reportError(error);
}

// A page from the back/forward cache does not know of sign-ins and sign-outs since it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

// The prerendered slate stays on screen until the slate's chunk has loaded. A placeholder in between would only
// flicker.
if (location.pathname === '/games') {
  const renderSlate = () => render(root);
  loadSlate().then(renderSlate, renderSlate);
} else render(root);

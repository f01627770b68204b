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
// The server says so with the page when no session came with the request (http/client-files.ts).
const isVisitor = root.dataset.visitor !== undefined && demoUserId() === null;

/** In small steps, between which the browser answers taps. */
function draw(into: HTMLElement): void {
  startTransition(() =>
    createRoot(into, { onCaughtError }).render(
      <StrictMode>
        <App isVisitor={isVisitor} />
      </StrictMode>,
    ),
  );
}

/**
 * A part that did not come is said on the page (app/page-boundary); anything else is a bug, and the browser is to say
 * so.
 */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ChunkLoadError)) reportError(error);
}

// A page that the browser kept and shows again knows nothing of who has signed in or out meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

// The slate that was drawn ahead stays until the real one can take its place: an outline in between would only flicker.
if (location.pathname === '/games') {
  const drawSlate = () => draw(root);
  loadSlate().then(drawSlate, drawSlate);
} else draw(root);

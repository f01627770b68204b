import '@fontsource-variable/inter';
import './styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { demoUserId } from '#client/lib/demo-user.ts';
import { type InstallOffer, storeInstallOffer } from '#client/lib/install-offer.ts';
import { ChunkLoadError, whenIdle } from '#client/lib/lazy-component.ts';
import { App } from './app.tsx';
import { loadFirstPage } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// A prerendered page has the attribute: the server sends one page to requests with a session cookie, another without.
const audience = root.dataset.for === 'visitors' || root.dataset.for === 'members' ? root.dataset.for : 'anybody';
const isVisitor = audience === 'visitors' && demoUserId() === null;

/** Renders as a transition: in small steps, between which the browser handles taps. */
function render(into: HTMLElement): void {
  startTransition(() =>
    createRoot(into, { onCaughtError }).render(
      <StrictMode>
        <App isVisitor={isVisitor} audience={audience} />
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

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // the browser's own hint would cover the bottom bar
  storeInstallOffer(event as InstallOffer);
});
whenIdle(() => void import('#client/lib/service-worker.ts').then(({ serveInstalledApp }) => serveInstalledApp()));

// A page from the back/forward cache does not know of sign-ins and sign-outs since it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

// A prerendered page stays on screen until the chunk of the page has loaded. A placeholder in between would only
// flicker.
const renderPage = () => render(root);
loadFirstPage(location.pathname, audience).then(renderPage, renderPage);

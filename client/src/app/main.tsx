import '@fontsource-variable/inter';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { demoUserId } from '#client/lib/demo-user.ts';
import { App } from './app.tsx';
import { loadSlate } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The server says so with the page when no session came with the request (http/client-files.ts).
const isVisitor = root.dataset.visitor !== undefined && demoUserId() === null;

function draw(into: HTMLElement): void {
  createRoot(into).render(
    <StrictMode>
      <App isVisitor={isVisitor} />
    </StrictMode>,
  );
}

// The slate that was drawn ahead stays until the real one can take its place: an outline in between would only flicker.
if (location.pathname === '/games') {
  const drawSlate = () => draw(root);
  loadSlate().then(drawSlate, drawSlate);
} else draw(root);

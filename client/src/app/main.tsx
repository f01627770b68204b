import '@fontsource-variable/inter';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreTheme } from '#client/lib/theme.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
restoreTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

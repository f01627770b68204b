import { Router } from 'wouter';
import { BottomBar } from './bottom-bar.tsx';
import { recordOpening } from './focus-on-navigate.ts';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';
import { SimulatedBanner } from './simulated-banner.tsx';
import { TopBar } from './top-bar.tsx';

/** The whole client. `isVisitor` is true when it is known without a request that nobody is signed in. */
export function App({ isVisitor }: { isVisitor: boolean }) {
  return (
    <Providers isVisitor={isVisitor}>
      <Router aroundNav={recordOpening}>
        <TopBar />
        <SimulatedBanner />
        <Routes />
        <BottomBar />
      </Router>
    </Providers>
  );
}

import { type ReactNode, useEffect } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { navigateFromDialog, startCloseOnBack } from '#client/lib/close-on-back.ts';
import { type Audience, AudienceContext } from './audience.ts';
import { BottomBar } from './bottom-bar.tsx';
import { openPage } from './focus-on-navigate.ts';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SimulatedBanner } from './simulated-banner.tsx';
import { SkipLinks } from './skip-links.tsx';
import { TopBar } from './top-bar.tsx';

type AppProps = {
  /** Whether it is known without a request that nobody is signed in. */
  isVisitor: boolean;
  audience: Audience;
  /** The page between the bars; given by the build alone, which prerenders bars without a page. */
  page?: ReactNode;
};

/** The whole client. */
export function App({ isVisitor, audience, page = <Routes /> }: AppProps) {
  useEffect(startCloseOnBack, []);
  return (
    <Providers isVisitor={isVisitor}>
      <AudienceContext value={audience}>
        <Router aroundNav={navigateOnce}>
          <SkipLinks />
          <TopBar />
          <SimulatedBanner />
          {page}
          <BottomBar />
          <Shortcuts />
        </Router>
      </AudienceContext>
    </Providers>
  );
}

const navigateOnce: AroundNavHandler = (navigate, to, options) =>
  navigateFromDialog((mustReplace) => openPage(navigate, to, options, mustReplace));

import { BottomBar } from './bottom-bar.tsx';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';
import { SimulatedBanner } from './simulated-banner.tsx';
import { TopBar } from './top-bar.tsx';

export function App() {
  return (
    <Providers>
      <TopBar />
      <SimulatedBanner />
      <Routes />
      <BottomBar />
    </Providers>
  );
}

import { useSyncExternalStore } from 'react';
import { installOffer, onInstallOffer, storeInstallOffer } from '#client/lib/install-offer.ts';
import { uninstalledIosDevice } from '#client/lib/service-worker.ts';
import { Button } from '#client/ui/button.tsx';
import { IosSteps } from './ios-steps.tsx';

/** Offers to install the app where the browser can, and says how on iOS. Nothing elsewhere, and once installed. */
export function InstallHint() {
  const offer = useSyncExternalStore(onInstallOffer, installOffer);
  const device = uninstalledIosDevice();
  if (device) return <IosSteps device={device} />;
  if (!offer) return null;
  return (
    <section
      aria-labelledby="install"
      className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-edge bg-surface p-4"
    >
      <div className="min-w-0">
        <h2 id="install" className="text-lg font-bold">
          Ching as an app
        </h2>
        <p className="text-sm text-pretty text-soft">An icon on your home screen, in a window of its own.</p>
      </div>
      <Button
        onClick={() => {
          storeInstallOffer(null); // an offer can be used once
          offer.prompt().catch(() => undefined);
        }}
      >
        Install
      </Button>
    </section>
  );
}

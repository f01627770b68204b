import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IosSteps } from '#client/features/install/ios-steps.tsx';
import { PushOffer } from '#client/features/push/push-offer.tsx';
import { pushQuery } from '#client/features/push/queries.ts';
import { uninstalledIosDevice } from '#client/lib/service-worker.ts';
import { readStored, store } from '#client/lib/storage.ts';
import { Button } from '#client/ui/button.tsx';

/** The storage key that is set once the steps were answered in this browser. */
const answeredKey = 'ching.install-steps';

/** The question about notices under a receipt; on iOS, before the app is on the home screen, the steps to get there. */
export function ReceiptOffer({ tickets }: { tickets: number }) {
  const device = uninstalledIosDevice();
  return device ? <StepsFirst device={device} /> : <PushOffer tickets={tickets} />;
}

function StepsFirst({ device }: { device: 'iPhone' | 'iPad' }) {
  const { data } = useQuery(pushQuery);
  const [isAnswered, setAnswered] = useState(() => readStored(answeredKey) !== null);
  if (isAnswered || !data?.publicKey || data.isWanted === false) return null;
  const answer = () => {
    store(answeredKey, 'yes');
    setAnswered(true);
  };
  return (
    <IosSteps device={device}>
      <div className="grid gap-2 min-[20rem]:grid-cols-2">
        <Button size="large" onClick={answer}>
          Not now
        </Button>
        <Button size="large" onClick={answer}>
          Got it
        </Button>
      </div>
    </IosSteps>
  );
}

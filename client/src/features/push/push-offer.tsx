import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { canShowPushes } from '#client/lib/service-worker.ts';
import { Button } from '#client/ui/button.tsx';
import { DeviceSwitch, thisDevice } from './device-switch.tsx';
import { useAddDevice, useDecline } from './mutations.ts';
import { pushQuery } from './queries.ts';

type PushOfferProps = {
  /** The number of tickets on the receipt. */
  tickets: number;
};

/**
 * On a receipt: asks whether this device shall say when the bet settles. Once the viewer has said yes, on any device, it
 * is a switch; after a no, and where nothing can be pushed, it is nothing. Source: docs/screens.md#notices-on-devices.
 */
export function PushOffer({ tickets }: PushOfferProps) {
  const isPossible = canShowPushes();
  const { data } = useQuery({ ...pushQuery, enabled: isPossible });
  const add = useAddDevice();
  const decline = useDecline();
  /** The answer that was given on this receipt. */
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  if (!isPossible || !data?.publicKey) return null;
  const { publicKey, isWanted } = data;
  const it = tickets > 1 ? 'they settle' : 'it settles';
  if (isWanted === false) {
    return answer && <Answered>You will not be asked again. Your profile has a switch for it.</Answered>;
  }
  if (isWanted) {
    return (
      <div className="grid justify-items-start gap-0.5">
        <DeviceSwitch label={`Tell me when ${it}`} />
        {answer ? <Answered>{changeWords()}</Answered> : <p className="text-note text-soft">{changeWords()}</p>}
      </div>
    );
  }
  if (Notification.permission === 'denied') return null; // the browser would not even ask
  const isBusy = add.isPending || decline.isPending;
  return (
    <section aria-labelledby="push-question" className="grid gap-2.5 rounded-[14px] border border-edge p-3.5">
      <div>
        <h4 id="push-question" className="font-semibold text-balance">
          Shall {thisDevice()} tell you when {it}?
        </h4>
        <p className="text-sm text-soft">One notice a day, none at night.</p>
      </div>
      <div className="grid gap-2 min-[20rem]:grid-cols-2">
        <Button
          size="large"
          disabled={isBusy}
          onClick={() => {
            setAnswer('no');
            decline.mutate();
          }}
        >
          No thanks
        </Button>
        <Button
          size="large"
          disabled={isBusy}
          onClick={() => {
            setAnswer('yes');
            add.mutate(publicKey);
          }}
        >
          Yes, tell me
        </Button>
      </div>
    </section>
  );
}

function changeWords(): string {
  return `On ${thisDevice()}; change it in your profile.`;
}

/** The result of an answer. It takes the focus, since the button that was pressed is gone. */
function Answered({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} className="text-note text-pretty text-soft outline-none">
      {children}
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { PushDevice } from '#shared/api/push.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { useRemoveDevice } from './mutations.ts';
import { pushQuery } from './queries.ts';

/** The browsers to which notices are pushed, each with a button that ends it. Nothing where nothing is pushed. */
export function Devices() {
  const devices = useQuery({ ...pushQuery, refetchOnMount: 'always' });
  const remove = useRemoveDevice();
  const isRemoving = (id: string) => remove.isPending && remove.variables === id;
  if (devices.data?.publicKey === null) return null;
  return (
    <section aria-labelledby="devices" className="mt-5">
      <h2 id="devices" className="font-bold">
        Devices
      </h2>
      <QueryView query={devices} noun="your devices" skeleton={<Skeleton className="mt-2 h-13" />} bare>
        {({ devices: listed }) =>
          listed.length === 0 ? (
            <p className="mt-1 text-note text-soft">Nothing is pushed to any device yet.</p>
          ) : (
            <ul>
              {listed.map((device) => (
                <li
                  key={device.id}
                  ref={leavingFocus}
                  className="flex items-center gap-3 border-t border-edge py-1.5 first:border-t-0"
                >
                  <span className="min-w-0 flex-1 leading-snug wrap-break-word">
                    <span className="block font-semibold">
                      {device.isThisBrowser && 'This browser: '}
                      <Name>{device.label}</Name>
                    </span>
                    <span className="block text-note text-soft">{sinceWords(device)}</span>
                  </span>
                  <Button
                    variant="quiet"
                    className="-mr-3 aria-disabled:opacity-55"
                    aria-label={`Remove ${device.label}`}
                    onClick={() => isRemoving(device.id) || remove.mutate(device.id)}
                    aria-disabled={isRemoving(device.id)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

function sinceWords({ createdAt, lastUsedAt }: PushDevice): string {
  if (lastUsedAt !== null) return `Last notified on ${showMonthDay(new Date(lastUsedAt))}`;
  return `Since ${showMonthDay(new Date(createdAt))}`;
}

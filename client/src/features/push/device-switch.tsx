import { useQuery } from '@tanstack/react-query';
import { canShowPushes } from '#client/lib/service-worker.ts';
import { Switch } from '#client/ui/switch.tsx';
import { useAddDevice, useRemoveThisDevice } from './mutations.ts';
import { pushQuery } from './queries.ts';

/** Makes this browser a device of the viewer, and removes it again. Nothing where nothing can be pushed. */
export function DeviceSwitch({ label }: { label: string }) {
  const isPossible = canShowPushes();
  const { data } = useQuery({ ...pushQuery, enabled: isPossible });
  const add = useAddDevice();
  const remove = useRemoveThisDevice();
  if (!isPossible || !data?.publicKey) return null;
  const { publicKey, devices } = data;
  const own = devices.find(({ isThisBrowser }) => isThisBrowser) ?? null;
  return (
    <Switch
      label={label}
      labelId="push-switch"
      isOn={own !== null}
      onChange={(isOn) => {
        if (add.isPending || remove.isPending) return;
        if (isOn) add.mutate(publicKey);
        else if (own) remove.mutate(own.id);
      }}
    />
  );
}

/** The words for the device that a person uses. */
export function thisDevice(): string {
  return matchMedia('(pointer: coarse)').matches ? 'this phone' : 'this browser';
}

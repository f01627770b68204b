import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { browserZone } from '#client/lib/browser-zone.ts';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { NoticeSettings } from '#shared/api/notice-settings.ts';
import { timeZoneOf } from '#shared/domain/quiet-hours.ts';
import { KindsTable } from './kinds-table.tsx';
import { MailAddress } from './mail-address.tsx';
import { useChangeSettings } from './mutations.ts';
import { settingsQuery } from './queries.ts';
import { QuietHours } from './quiet-hours.tsx';

/** Kinds by channel, quiet hours, and below them `devices`. Source: docs/screens.md#notice-settings. */
export function SettingsPanel({ devices }: { devices: ReactNode }) {
  const settings = useQuery(settingsQuery);
  return (
    <div className="max-w-xl rounded-2xl border border-edge bg-surface p-4">
      <QueryView query={settings} noun="your settings" skeleton={<Skeleton className="h-120" />} bare>
        {(loaded) => <Settings settings={loaded} />}
      </QueryView>
      {devices}
    </div>
  );
}

function Settings({ settings }: { settings: NoticeSettings }) {
  const { mutate } = useChangeSettings();
  const isZoneMissing = settings.timeZone === null;
  useEffect(() => {
    const timeZone = timeZoneOf(browserZone());
    if (isZoneMissing && timeZone !== null) mutate({ timeZone });
  }, [isZoneMissing, mutate]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <KindsTable settings={settings} onChange={mutate} />
      <MailAddress settings={settings} />
      <QuietHours settings={settings} onChange={mutate} />
    </div>
  );
}

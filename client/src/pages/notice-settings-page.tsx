import { Link } from 'wouter';
import { SettingsPanel } from '#client/features/notice-settings/settings-panel.tsx';
import { Devices } from '#client/features/push/devices.tsx';
import { Page } from '#client/ui/page.tsx';
import { BackIcon } from '#client/ui/page-icons.tsx';

/** How the viewer wants their notices. Source: docs/screens.md#notice-settings. */
export function NoticeSettingsPage() {
  return (
    <Page
      above={
        <Link
          href="/profile"
          className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 pr-2 text-sm font-semibold text-soft hover:text-ink"
        >
          <BackIcon />
          Back to Profile
        </Link>
      }
      title="Notifications"
      subtitle="The inbox always has everything."
    >
      <SettingsPanel devices={<Devices />} />
    </Page>
  );
}

import { DownloadLink } from '#client/ui/download-link.tsx';
import { exportAccount } from '#shared/api/own-account.ts';
import { AccountCard } from './account-card.tsx';

/** Saves all data of the viewer as a file. */
export function ExportAccount() {
  return (
    <AccountCard title="Your Data">
      <p className="mb-4 text-sm text-soft">
        Everything that Ching stores about you, as a JSON file: account, sessions, devices, settings, notices, and each
        league with your bets and what moved your Ching. Nothing about other people.
      </p>
      <DownloadLink href={exportAccount.path}>Save My Data</DownloadLink>
    </AccountCard>
  );
}

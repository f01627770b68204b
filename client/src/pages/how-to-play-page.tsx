import { Guide } from '#client/features/how-to-play/guide.tsx';
import { GuideContents } from '#client/features/how-to-play/guide-section.tsx';
import { Page } from '#client/ui/page.tsx';

/** The rules of the game and of settling. */
export function HowToPlayPage() {
  return (
    <Page title="How to Play">
      <div className="grid gap-8 lg:grid-cols-[240px_minmax(0,1fr)]">
        <GuideContents />
        <Guide />
      </div>
    </Page>
  );
}

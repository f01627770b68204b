import { Guide } from '#client/features/how-to-play/guide.tsx';
import { GuideContents } from '#client/features/how-to-play/guide-section.tsx';
import { ShortcutsDialog } from '#client/features/how-to-play/shortcuts-dialog.tsx';
import { Button } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';

/** The rules of the game and of settling. */
export function HowToPlayPage() {
  return (
    <Page title="How to Play">
      <div className="-mt-4 mb-2">
        <ShortcutsDialog
          trigger={
            <Button variant="link" className="px-0!">
              Keyboard shortcuts
            </Button>
          }
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <GuideContents />
        <Guide />
      </div>
    </Page>
  );
}

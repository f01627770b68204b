import type { ComponentProps } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

type ShortcutsDialogProps = Pick<ComponentProps<typeof Dialog>, 'trigger' | 'open' | 'onOpenChange'>;

/** The list of keyboard shortcuts, which `?` opens on every page. */
export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" {...props}>
      <ShortcutList />
    </Dialog>
  );
}

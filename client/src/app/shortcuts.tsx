import { useEffect, useState } from 'react';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { areShortcutsOn } from '#client/lib/shortcuts.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { NotOpened } from '#client/ui/not-opened.tsx';

const ShortcutsDialog = lazyNamed('ShortcutsDialog', () => import('#client/features/how-to-play/shortcuts-dialog.tsx'));

/** Opens the list of keyboard shortcuts on `?`, except while somebody types or another dialog is open. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey) return;
      const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
      if (isTyping || document.querySelector('[role=dialog]') || !areShortcutsOn()) return;
      setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  if (!wasOpen) return null;
  return (
    <Boundary
      of={isOpen}
      waiting={null}
      failed={(failure) => isOpen && <NotOpened failure={failure} onClose={() => setOpen(false)} />}
    >
      <ShortcutsDialog open={isOpen} onOpenChange={setOpen} />
    </Boundary>
  );
}

import { useSite } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import type { User } from '#shared/api/auth.ts';
import { useDemo } from './mutations.ts';

/**
 * Signs the visitor into a demo league that is in progress. Renders nothing if the server offers no demo.
 * Source: `docs/decisions/demo-accounts.md`.
 */
export function TryDemo({ onDone }: { onDone: (user: User) => void }) {
  const { demo, expected } = useSite();
  const start = useDemo(onDone);
  if (!demo) return null;
  return (
    <Button
      size="large"
      className={`min-w-[15ch] max-w-full ${expected ? 'invisible' : ''}`}
      aria-busy={start.isPending}
      disabled={start.isPending}
      onClick={() => start.mutate()}
    >
      {start.isPending ? 'Opening the demo...' : 'Try the demo'}
    </Button>
  );
}

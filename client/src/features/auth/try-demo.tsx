import { useSite } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import type { User } from '#shared/api/auth.ts';
import { useDemo } from './mutations.ts';

/** One tap into a league that is under way; nothing where there is no demo. Source: design D15. */
export function TryDemo({ onDone }: { onDone: (user: User) => void }) {
  const { demo, expected } = useSite();
  const start = useDemo(onDone);
  if (!demo) return null;
  return (
    <Button
      size="large"
      className={`min-w-[15ch] ${expected ? 'invisible' : ''}`}
      aria-busy={start.isPending}
      disabled={start.isPending}
      onClick={() => start.mutate()}
    >
      {start.isPending ? 'Opening the demo...' : 'Try the demo'}
    </Button>
  );
}

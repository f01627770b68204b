import { Skeleton } from '#client/ui/skeleton.tsx';

/** The place of tickets under their tabs. */
export function TicketsSkeleton() {
  return (
    <>
      <Skeleton className="h-12 rounded-xl" />
      <Skeleton className="mt-3 h-28" />
    </>
  );
}

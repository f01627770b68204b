import { Skeleton } from '#client/ui/skeleton.tsx';

/** The skeleton of tabs with tickets. */
export function TicketsSkeleton() {
  return (
    <>
      <Skeleton className="h-12 rounded-xl" />
      <Skeleton className="mt-3 h-28" />
    </>
  );
}

import { Skeleton } from '../../ui/skeleton.tsx'

/** Next delivery and orders that are still to come. */
export const TopSkeleton = () => (
  <div className="grid gap-8">
    <Skeleton className="h-44 w-full" />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-24 w-full" />
  </div>
)

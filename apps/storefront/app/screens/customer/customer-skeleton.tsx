import { Skeleton } from '../../ui/skeleton.tsx'

/** Login settings and fields that are still to come. */
export const CustomerSkeleton = () => (
  <div className="grid gap-8">
    <Skeleton className="h-48 w-full" />
    {['a', 'b', 'c', 'd'].map((key) => (
      <div key={key} className="grid gap-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-11 w-full" />
      </div>
    ))}
  </div>
)

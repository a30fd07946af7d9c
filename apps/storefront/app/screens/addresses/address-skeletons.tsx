import { Skeleton } from '../../ui/skeleton.tsx'

/** Fields that are still to come. */
export const AddressFormSkeleton = () => (
  <div className="grid gap-6">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="grid gap-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-11 w-full" />
      </div>
    ))}
  </div>
)

/** Addresses that are still to come. */
export const AddressListSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton className="h-44 w-full" />
    <Skeleton className="h-44 w-full" />
  </div>
)

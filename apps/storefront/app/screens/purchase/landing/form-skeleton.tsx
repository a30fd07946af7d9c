import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

/** The place of the form until it is there, taller than a screen, so that nothing below moves in view. */
export const FormSkeleton = () => (
  <div className="min-h-[180svh]">
    <Loading>
      {[1, 2, 3, 4, 5, 6].map((field) => (
        <Skeleton key={field} className="h-16 w-full" />
      ))}
    </Loading>
  </div>
)

import { Skeleton } from '../../../ui/skeleton.tsx'

/** The form that is still to come. */
export const EditorSkeleton = () => (
  <div className="grid gap-6">
    {['a', 'b', 'c', 'd'].map((key) => (
      <div key={key} className="grid gap-3 border-t border-line pt-8">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    ))}
  </div>
)

import { Page } from '../../../ui/page.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

/** A screen of my page before it is known who is here. */
export const MemberSkeleton = () => (
  <Page>
    <div className="md:grid md:grid-cols-[200px_1fr] md:gap-12 lg:gap-16 pt-14">
      <Skeleton className="h-64 w-full max-md:hidden" />
      <div className="max-w-text">
        <Loading>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-48 w-full" />
          <Skeleton className="h-48 w-full" />
        </Loading>
      </div>
    </div>
  </Page>
)

import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The cart before it is known what is in it. */
export const CartSkeleton = () => (
  <Page>
    <PageHeading>カート</PageHeading>
    <Loading>
      <Skeleton className="h-11 w-full" />
      <div className="grid gap-8 md:grid-cols-[1fr_360px] md:gap-12">
        <div className="grid gap-6">
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-36 w-full" />
        </div>
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  </Page>
)

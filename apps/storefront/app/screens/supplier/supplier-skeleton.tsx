import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The application before it is known what was typed. */
export const SupplierSkeleton = () => (
  <Page width="form">
    <PageHeading>法人・卸のお取引のお申し込み</PageHeading>
    <Loading>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </Loading>
  </Page>
)

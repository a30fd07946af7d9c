import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The screens of a new password before it is known what to show. */
export const PasswordSkeleton = () => (
  <Page width="form">
    <PageHeading>パスワードの再設定</PageHeading>
    <Loading>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-11 w-full" />
    </Loading>
  </Page>
)

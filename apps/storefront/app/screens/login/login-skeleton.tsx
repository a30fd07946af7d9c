import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The login screen before it is known whether somebody is logged in already. */
export const LoginSkeleton = () => (
  <Page>
    <PageHeading>ログイン</PageHeading>
    <Loading>
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  </Page>
)

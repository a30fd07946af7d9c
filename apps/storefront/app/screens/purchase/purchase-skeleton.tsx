import { useLocation } from 'react-router'
import { kindOfPath } from '../../state/purchase-kind.ts'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder of a purchase screen while it loads. */
export function PurchaseSkeleton() {
  const { pathname } = useLocation()
  const form = kindOfPath(pathname) === 'periodic' ? '定期便のお手続き' : 'ご購入のお手続き'
  return (
    <Page>
      <PageHeading>{pathname.includes('/confirm') ? 'ご注文内容の確認' : form}</PageHeading>
      <Loading>
        <Skeleton className="h-8 w-full" />
        <div className="grid gap-8 md:grid-cols-[1fr_360px] md:gap-12">
          <div className="grid gap-6">
            {[1, 2, 3, 4, 5].map((field) => (
              <Skeleton key={field} className="h-16 w-full" />
            ))}
          </div>
          <Skeleton className="h-64 w-full" />
        </div>
      </Loading>
    </Page>
  )
}

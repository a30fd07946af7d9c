import { Link, useNavigation, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Route } from './+types/purchases.ts'
import { pageOf, purchasesPath } from './page-of.ts'
import { PurchaseRow } from './purchase-row.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '購入履歴')

const PER_PAGE = 20

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const page = pageOf(url.searchParams)
  const list = quietApi('GET /v1/order/public/purchases', { query: { page, per_page: PER_PAGE } }, { signal })
  return { page, list: await settle(list) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

/** 購入履歴: product by product, the last bought first. */
export default function Purchases({ loaderData: { page, list } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const isLoading = useNavigation().location?.pathname.endsWith('/mypage/purchases')
  const { data, error } = list
  return (
    <MemberPage title="購入履歴" lead={<Lead />}>
      {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
      {data?.total === 0 && (
        <EmptyState title="まだお買い上げの商品がありません" text="お買い上げいただいた商品が、ここに並びます。">
          <ButtonLink to="/products">商品を見る</ButtonLink>
        </EmptyState>
      )}
      {data && data.total > 0 && data.items.length === 0 && (
        <EmptyState title="このページに商品はありません">
          <ButtonLink to={purchasesPath(1)} look="secondary">
            はじめから見る
          </ButtonLink>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <div className={`grid gap-8 transition-opacity ${isLoading ? 'opacity-60' : ''}`}>
          <ul className="border-t border-line">
            {data.items.map((purchase) => (
              <PurchaseRow key={purchase.product_sku_id} purchase={purchase} />
            ))}
          </ul>
          <Pagination page={page} pages={Math.ceil(data.total / PER_PAGE)} toPage={purchasesPath} />
        </div>
      )}
    </MemberPage>
  )
}

const Lead = () => (
  <>
    これまでにお買い上げいただいた商品です。お届けの状況や領収書は、
    <Link to="/mypage/history" className="text-link text-ink">
      ご注文履歴
    </Link>
    にあります。
  </>
)

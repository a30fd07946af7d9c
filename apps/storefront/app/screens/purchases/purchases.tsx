import type { Purchase } from '@kushi/contract/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { variantName } from '@kushi/values/product'
import { Link, useNavigation, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { ProductsLink } from '../../parts/products-link.tsx'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Route } from './+types/purchases.ts'

/** The page number in the URL; 1 if invalid. */
export function pageOf(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}

export const purchasesPath = (page: number) => (page > 1 ? `/mypage/purchases?page=${page}` : '/mypage/purchases')

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '購入履歴')

const PER_PAGE = 20

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const page = pageOf(url.searchParams)
  const list = quietApi('GET /v1/order/public/purchases', { query: { page, per_page: PER_PAGE } }, { signal })
  return { page, list: await settle(list) }
}
clientLoader.hydrate = true as const

export const HydrateFallback = MemberSkeleton

/** 購入履歴 by product, the last bought first. */
export default function Purchases({ loaderData: { page, list } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const isLoading = useNavigation().location?.pathname.endsWith('/mypage/purchases')
  const { data, error } = list
  return (
    <MemberPage title="購入履歴" lead={<Lead />}>
      {error && <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />}
      {data?.total === 0 && (
        <EmptyState title="まだお買い上げの商品がありません" text="お買い上げいただいた商品が、ここに並びます。">
          <ProductsLink to="/products">商品を見る</ProductsLink>
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

/** 「2025年10月」 */
const formatShortMonth = (date: string) => `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月`

/** One product: how often and when it was bought, and a link to buy it again. */
function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { product_name, is_sold, is_out_stock, times, quantity, first_date, last_date } = purchase
  const product = `/products/detail/${purchase.product_id}`
  const picture = <Picture path={purchase.product_image} alt="" sizes="96px" position="near" />
  return (
    <li className="flex gap-4 border-b border-line py-5">
      <div className="w-20 shrink-0 md:w-24">
        {is_sold ? (
          <Link to={product} tabIndex={-1} aria-hidden="true">
            {picture}
          </Link>
        ) : (
          <div className="opacity-60">{picture}</div>
        )}
      </div>
      <div className="grid min-w-0 grow content-start gap-x-6 md:grid-cols-[1fr_auto] md:items-center">
        <div className="grid gap-1">
          <h2 className="font-gothic text-base font-medium tracking-normal">{product_name}</h2>
          {variantName(purchase) && <p className="text-sm text-muted">{variantName(purchase)}</p>}
          <p className="numeric text-sm">
            {times}回のご注文で計{quantity}点
            {times > 1 && <span className="ml-2 text-muted">({formatShortMonth(first_date)}から)</span>}
          </p>
          <p className="numeric -my-2 text-sm">
            <Link
              to={`/mypage/history?${new URLSearchParams({ order_no: purchase.last_order_no })}`}
              className="text-link inline-flex min-h-tap items-center"
            >
              {times > 1 ? '前回' : 'ご注文'} {formatDateWithWeekday(last_date)}
            </Link>
          </p>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-3 md:mt-0">
          {!is_sold && <Badge>販売終了</Badge>}
          {is_sold && is_out_stock && <Badge tone="danger">在庫切れ</Badge>}
          {is_sold && (
            <ProductsLink to={product} look="secondary">
              商品を見る<span className="sr-only">({product_name})</span>
            </ProductsLink>
          )}
        </div>
      </div>
    </li>
  )
}

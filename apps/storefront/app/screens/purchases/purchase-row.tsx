import type { Purchase } from '@kushi/contract/order'
import { formatWithWeekday } from '@kushi/values/date-format'
import { variantName } from '@kushi/values/variant'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Picture } from '../../ui/picture.tsx'

/** 「2025年10月」 */
const formatShortMonth = (date: string) => `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月`

/** One article: how often and when it was bought, and the way to buy it again. */
export function PurchaseRow({ purchase }: { purchase: Purchase }) {
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
              {times > 1 ? '前回' : 'ご注文'} {formatWithWeekday(last_date)}
            </Link>
          </p>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-3 md:mt-0">
          {!is_sold && <Badge>販売終了</Badge>}
          {is_sold && is_out_stock && <Badge tone="danger">在庫切れ</Badge>}
          {is_sold && (
            <ButtonLink to={product} look="secondary">
              商品を見る<span className="sr-only">({product_name})</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  )
}

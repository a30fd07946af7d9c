import type { Order } from '@kushi/contract/order'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { dayOf } from './order-date.ts'

/** Where the parcel is: with whom, under which number, since when. Nothing before it was handed over. */
export function Tracking({ order }: { order: Order }) {
  const { delivery_company, tracking_no, tracking_url, shipped_at, delivered_at } = order
  if (!delivery_company && !shipped_at) return null
  const told = delivered_at ? `${dayOf(delivered_at)}にお届け` : shipped_at ? `${dayOf(shipped_at)}に発送` : null
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm">
      {told && <span>{told}</span>}
      {delivery_company && <span>{CARRIER_NAME[delivery_company]}</span>}
      {tracking_no && <span className="numeric text-muted">お問い合わせ番号 {tracking_no}</span>}
      {tracking_url && (
        <a
          href={tracking_url}
          target="_blank"
          rel="noopener noreferrer"
          className="text-link inline-flex min-h-tap items-center"
        >
          配送状況を確認する<span className="sr-only">(新しいタブで開きます)</span>
        </a>
      )}
    </p>
  )
}

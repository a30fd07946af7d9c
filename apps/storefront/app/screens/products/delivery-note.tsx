import type { PricedDelivery } from '@kushi/contract/delivery'
import type { QuotedPromotion } from '@kushi/contract/quote'
import type { Shop } from '@kushi/contract/setting'
import { formatYen } from '@kushi/values/yen'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { quietApi } from '../../api.ts'
import { useShop } from '../../shell/use-shell.ts'
import { type CartEntry, type CartType, useCartItems } from '../../state/cart.ts'
import { useCustomer } from '../../state/session.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PricedProduct, PricedSku } from './priced.ts'
import { QuantityPrices } from './quantity-prices.tsx'

interface DeliveryNoteProps {
  product: PricedProduct
  deliveries: readonly PricedDelivery[]
  entry: CartEntry
  sku: PricedSku
}

/** まとめ買いの価格, 送料, 特典, the amount missing for free delivery, and the links that the law requires. */
export function DeliveryNote({ product, deliveries, entry, sku }: DeliveryNoteProps) {
  const shop = useShop()
  const freeFrom = shop?.delivery_free_amount ?? null
  const { remaining, fee, promotions } = useQuoted(entry)
  const items = useCartItems()
  // Those that anybody has stand under the price.
  const otherPromotions = promotions.filter((one) =>
    product.running_promotions.every((shown) => shown.promotion_id !== one.promotion_id),
  )
  const isMember = useCustomer() !== null
  const parcel = deliveries.find((delivery) => !delivery.mail_delivery_flag)
  const mail = entry.light_flag ? deliveries.find((delivery) => delivery.mail_delivery_flag) : undefined
  return (
    <div className="grid gap-1 border-t border-line pt-4 text-sm text-muted">
      <QuantityPrices sku={sku} type={entry.subscription as CartType} />
      <p className="flex items-start gap-2">
        <span className="mt-0.5">
          <Icon name="truck" />
        </span>
        <span>
          {entry.lump_sum_payment_num !== null ? (
            '年払いの商品だけのご注文では、送料はかかりません。'
          ) : (
            <>
              {isMember && fee
                ? `ご登録の住所への送料 ${formatYen(fee)}(税込)。`
                : parcel && `送料 ${formatYen(leastFee(parcel))}(税込)から、お届け先によります。`}
              {mail && `これだけのご注文なら、${mail.delivery_name} ${formatYen(mail.flat_rate_delivery_fee)}(税込)。`}
              {freeFrom !== null &&
                `商品代金の合計が${shop?.delivery_free_after_promotions ? '特典の割引後で' : ''}${formatYen(freeFrom)}以上で無料。`}
              {parcel && coolText(parcel, sku.cool_parcels, freeFrom !== null && shop)}
              <span className="block text-ink empty:hidden">
                {remaining !== null &&
                  !entry.is_out_stock &&
                  (remaining > 0
                    ? `${items.length > 0 ? 'カートと合わせて、' : ''}あと${formatYen(remaining)}で送料無料です`
                    : 'このご注文は送料無料です')}
              </span>
            </>
          )}
        </span>
      </p>
      {otherPromotions.map(({ promotion_id, promotion_name, message }) => (
        <p key={promotion_id} className="pl-7 text-leaf">
          特典「{promotion_name}」が適用されます。{message}
        </p>
      ))}
      <p className="pl-7">
        <Link to="/contents/defrayal.html" className="text-link inline-flex min-h-tap items-center">
          特定商取引法に基づく表記
        </Link>
        <span className="px-2">・</span>
        <Link to="/contents/faq.html#return" className="text-link inline-flex min-h-tap items-center">
          返品・交換
        </Link>
      </p>
    </div>
  )
}

const leastFee = ({ flat_rate_delivery_fee, fees_by_prefecture }: PricedDelivery) =>
  Math.min(flat_rate_delivery_fee, ...fees_by_prefecture.map(({ fee }) => fee))

/** クール代 of goods in so many cooled parcels. `freeDelivery`: the shop, if delivery may be free there; else falsy. */
function coolText(
  { cool_fee, cool_fees_by_prefecture }: PricedDelivery,
  cool_parcels: number,
  freeDelivery: Shop | null | false | undefined,
): string {
  const fees = [cool_fee, ...cool_fees_by_prefecture.map(({ fee }) => fee)].map((fee) => fee * cool_parcels)
  if (fees.every((fee) => fee === 0)) return ''
  const suffix = fees.length > 1 ? 'から、お届け先によります' : ''
  const freeDeliveryText =
    freeDelivery &&
    (freeDelivery.delivery_free_includes_cool
      ? '送料無料のときは、クール代も無料。'
      : 'クール代は、送料無料のときもかかります。')
  return `冷蔵・冷凍のお届けに、クール代 ${formatYen(Math.min(...fees))}(税込)${suffix}。${freeDeliveryText || ''}`
}

interface Delivered {
  /** Yen missing for free delivery; null: not known, or never free. */
  remaining: number | null
  /** 送料 to the member's address, or to the nearest region; null: not known yet. */
  fee: number | null
  /** Those that apply. */
  promotions: readonly QuotedPromotion[]
}

const unknown: Delivered = { remaining: null, fee: null, promotions: [] }

/** What the delivery costs and which promotions apply if this item is added to the cart, from the server. */
function useQuoted(entry: CartEntry): Delivered {
  const items = useCartItems()
  const [delivered, setDelivered] = useState(unknown)
  const quantities = new Map<number, number>()
  for (const item of [...items.filter((item) => item.subscription === entry.subscription && !item.is_out_stock), entry])
    quantities.set(item.id, Math.min(99, (quantities.get(item.id) ?? 0) + item.quantity))
  const itemKeys = [...quantities].map(([id, quantity]) => `${id}:${quantity}`).join(',')
  const is_subscription = entry.subscription === 1

  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      quietApi(
        'GET /v1/product/sku/list',
        { query: { product_sku_ids: itemKeys.split(','), is_subscription } },
        { signal: controller.signal },
      )
        .then(({ summary }) =>
          setDelivered({
            remaining: summary.delivery_free_amount === null ? null : summary.free_remaining,
            fee: summary.delivery_fee,
            promotions: summary.promotions.filter(({ is_applied }) => is_applied),
          }),
        )
        .catch(() => setDelivered(unknown))
    }, 400)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [itemKeys, is_subscription])
  return delivered
}

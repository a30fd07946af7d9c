import type { Subscription } from '@kushi/contract/subscription'
import { FEE_NAME } from '@kushi/values/order-amounts'
import { formatYen } from '@kushi/values/yen'
import { lastCycleWhenUnused } from '../rules/benefit.ts'
import type { LoadedSubscription } from './load-subscription.ts'

/** Returns sentences on the promised terms (お約束の価格, 特典, 送料, クール代) that a change keeps or loses. */
export function keptAndLostTermTexts(
  { row, benefits }: Pick<LoadedSubscription, 'row' | 'benefits'>,
  before: Subscription,
  after: Subscription,
): string[] {
  const priceOf = ({ subscription_order_item: all }: Subscription, id: number) =>
    all.find(({ product_sku_id }) => product_sku_id === id)?.price
  const dearer = after.subscription_order_item.filter(
    ({ product_sku_id: id, price }) => price > (priceOf(before, id) ?? price),
  )
  const promotions = before.promotions
    .filter(({ is_applied }) => is_applied)
    .map(({ promotion_id, promotion_name }) => {
      const isKept = after.promotions.some((one) => one.promotion_id === promotion_id && one.is_applied)
      const last = lastCycleWhenUnused(benefits, promotion_id, after.subscription_order_item, row.cycle)
      if (last) return `特典「${promotion_name}」: 今回の分は使わず、${last}回目のお届けまで続きます`
      return `特典「${promotion_name}」: ${isKept ? 'そのまま続きます' : 'なくなります'}`
    })
  const fees = (['delivery_fee', 'cool_fee'] as const).filter(
    (name) => name === 'delivery_fee' || before[name] !== after[name],
  )
  return [
    dearer.length === 0
      ? '商品の価格: お約束した価格のままです'
      : `商品の価格: ${dearer.map(({ product_name, price }) => `${product_name}が1点${formatYen(price)}になります`).join('、')}`,
    ...promotions,
    ...fees.map((name) =>
      after[name] === before[name]
        ? `${FEE_NAME[name]}: ${after[name] === 0 ? '無料' : formatYen(after[name])}のままです`
        : `${FEE_NAME[name]}: ${formatYen(before[name])}から${formatYen(after[name])}に変わります`,
    ),
  ]
}

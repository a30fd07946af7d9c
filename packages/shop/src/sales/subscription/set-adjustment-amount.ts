import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../context.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { loadSubscriptionsWithDetails } from './internal/load-subscription.ts'
import { refuseLockedSubscription } from './internal/plan-change.ts'
import { priceDelivery } from './internal/price-delivery.ts'
import { recordEvent } from './internal/record-event.ts'
import { refuseTotalOutOfLimits } from './internal/refuse-total.ts'
import { saveSubscription } from './internal/save-subscription.ts'
import { changeMessageKey, subscriptionMail } from './internal/subscription-mail.ts'

/**
 * Sets the shop's 調整額 of a subscription: `amount` yen (negative: a reduction) on each delivery from the next one on,
 * until it is set to 0. Notifies the member. The next delivery never costs more than its notice promised.
 * @throws ShopError 404; 409 if the next delivery is arranged; 422 for a total that could not be ordered
 */
export function setAdjustmentAmount(ctx: Context, { id, amount }: { id: number; amount: number }) {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(subscription)
      .where(sameRowCondition(subscription, { shop_id: ctx.shop_id, id }))
      .for('update')
    if (!row || row.summary_status === 0) throw notFound()
    const [loaded] = await loadSubscriptionsWithDetails({ ...ctx, db: tx }, [row])
    refuseLockedSubscription(loaded!, ctx)
    const set = { adjustment_amount: amount }
    const after = await priceDelivery({ ...ctx, db: tx }, { ...loaded!, row: { ...row, ...set } })
    if (after.items.length === 0)
      throw new ShopError(409, 'ERROR_SUBSCRIPTION_EMPTY', `契約番号 ${id} には、商品がありません。`)
    refuseTotalOutOfLimits(after)
    const result = { subscription: id, adjustment_amount: amount, payment_total: after.summary.payment_total }
    if (amount === row.adjustment_amount) return result
    const saved = await saveSubscription(tx, row, null, set)
    const [before, now] = [formatYen(row.adjustment_amount), formatYen(amount)]
    const changes = [{ name: 'adjustment_amount', label: '調整額', before, after: now }]
    await recordEvent(tx, ctx, row, 'adjusted', { changes, version: saved.version })
    const mail = await subscriptionMail(tx, ctx, saved, 'adjusted', { changes })
    await enqueueMail(tx, row.shop_id, changeMessageKey(saved), mail, {
      customer_id: row.customer_id,
      subscription_id: id,
    })
    return result
  })
}
